import { clamp } from '../math/clamp.ts';
import { createRandom } from '../math/random.ts';
import { createCone, createFrustum, createIrregularHeap, type KnownShape } from './shapes.ts';

/** A level area for heaps and pits; metres in the scene's frame. */
export interface Pad {
  readonly name: string;
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  readonly level: number;
  /** Width of the transition from the pad's edge to the surrounding ground. */
  readonly blend: number;
  /** True for a pond; absent for gravel. */
  readonly isWater?: true;
}

/** An axis-aligned rectangle, metres in the scene's frame. */
export interface SimulationArea {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Ground material at a position; determines class, intensity and colour. */
export type GroundKind = 'grass' | 'asphalt' | 'footway' | 'gravel' | 'heap' | 'ditch' | 'water' | 'crop';

export interface Terrain {
  readonly sizeM: number;
  readonly pads: readonly Pad[];
  readonly shapes: readonly KnownShape[];
  /** Height of the bare ground, metres, at a position in the scene's frame. */
  heightAt(x: number, y: number): number;
  kindAt(x: number, y: number): GroundKind;
  /** Height of the rolling ground without road, ditch, pads and shapes. */
  rollingAt(x: number, y: number): number;
  /** A field with identical rows of crops; null where the scene has none. */
  readonly field: SimulationArea | null;
  /** y of the road's centre line. */
  roadCentre(x: number): number;
  /** Height of the road's crown. */
  roadLevel(x: number): number;
  readonly road: RoadSection;
  /** Parameters of the rolling ground, for the truth file. */
  readonly parameters: Readonly<Record<string, number>>;
}

/** Cross-section of the road and the ditch beside it, metres from the centre line. */
export interface RoadSection {
  readonly halfWidth: number;
  readonly crossfall: number;
  readonly kerbHeight: number;
  readonly kerbWidth: number;
  readonly footwayWidth: number;
  readonly blend: number;
  readonly ditchOffset: number;
  readonly ditchHalfBottom: number;
  readonly ditchHalfTop: number;
  readonly ditchDepth: number;
}

const road: RoadSection = {
  halfWidth: 4,
  crossfall: 0.02,
  kerbHeight: 0.12,
  kerbWidth: 0.02,
  footwayWidth: 1.6,
  blend: 7,
  ditchOffset: -15,
  ditchHalfBottom: 0.4,
  ditchHalfTop: 1.6,
  ditchDepth: 0.8,
};

function smoothStep(t: number): number {
  const clamped = clamp(t, 0, 1);
  return clamped * clamped * (3 - 2 * clamped);
}

function distanceToPad(pad: Pad, x: number, y: number): number {
  const dx = Math.max(pad.minX - x, 0, x - pad.maxX);
  const dy = Math.max(pad.minY - y, 0, y - pad.maxY);
  return Math.hypot(dx, dy);
}

function createShapes(yard: Pad, excavation: Pad): KnownShape[] {
  const yardY = (yard.minY + yard.maxY) / 2;
  const yardX = (yard.minX + yard.maxX) / 2;
  return [
    createCone('cone', yardX - 24, yardY + 10, 9, 6),
    createFrustum('frustum', yardX + 2, yardY + 9, 10, 5, 4),
    createIrregularHeap('irregular', yardX + 24, yardY - 8, 11, 5, [
      [0.16, 0.4],
      [0.1, 2.1],
      [0.06, 4.4],
    ]),
    createFrustum(
      'pit',
      (excavation.minX + excavation.maxX) / 2,
      (excavation.minY + excavation.maxY) / 2,
      13,
      7,
      -4,
    ),
  ];
}

/**
 * The ground of a simulated scene: rolling slopes, a road with crossfall, kerb and ditch, a yard with three heaps and
 * an excavation. Every height is an analytic function of the position; nothing is sampled.
 * @param sizeM edge of the square scene, at least 150 m
 * @param hasHardPlaces adds a pond and a field of rows, which are hard for photogrammetry; from 200 m
 */
export function createTerrain(seed: number, sizeM: number, hasHardPlaces = false): Terrain {
  const random = createRandom(seed, 1);
  const parameters = {
    level: 250,
    slopeX: 0.03,
    slopeY: 0.015,
    wave1: random.between(1.4, 2.2),
    wave1PhaseX: random.between(0, 6.28),
    wave1PhaseY: random.between(0, 6.28),
    wave2: random.between(0.5, 0.9),
    wave2Phase: random.between(0, 6.28),
    roadY: 0.3 * sizeM,
    roadWave: 6,
  };
  const plane = (x: number, y: number) => parameters.level + parameters.slopeX * x + parameters.slopeY * y;
  const rolling = (x: number, y: number) =>
    plane(x, y) +
    parameters.wave1 * Math.sin(x / 29 + parameters.wave1PhaseX) * Math.cos(y / 24 + parameters.wave1PhaseY) +
    parameters.wave2 * Math.sin((x + y) / 11 + parameters.wave2Phase);
  const roadCentre = (x: number) => parameters.roadY + parameters.roadWave * Math.sin(x / 35);
  const roadLevel = (x: number) => plane(x, roadCentre(x));

  const pad = (name: string, x: number, y: number, halfX: number, halfY: number): Pad => ({
    name,
    minX: x - halfX,
    maxX: x + halfX,
    minY: y - halfY,
    maxY: y + halfY,
    level: Math.round(plane(x, y) * 100) / 100,
    blend: 8,
  });
  const yard = pad('yard', 0.62 * sizeM, 0.72 * sizeM, 42, 28);
  const excavation = pad('excavation', 0.2 * sizeM, 0.75 * sizeM, 18, 18);
  const pond: Pad = { ...pad('pond', 0.26 * sizeM, 0.475 * sizeM, 11, 6), blend: 5, isWater: true };
  const pads = hasHardPlaces ? [yard, excavation, pond] : [yard, excavation];
  const field: SimulationArea | null = hasHardPlaces
    ? { minX: 0.1 * sizeM, minY: 0.01 * sizeM, maxX: 0.42 * sizeM, maxY: 0.13 * sizeM }
    : null;
  const shapes = createShapes(yard, excavation);

  function roadSurface(x: number, offset: number): number {
    const across = Math.abs(offset);
    const edge = roadLevel(x) - road.crossfall * road.halfWidth;
    if (across <= road.halfWidth) return roadLevel(x) - road.crossfall * across;
    return edge + road.kerbHeight * Math.min(1, (across - road.halfWidth) / road.kerbWidth);
  }

  function ditchDepth(offset: number): number {
    const across = Math.abs(offset - road.ditchOffset);
    const share = (road.ditchHalfTop - across) / (road.ditchHalfTop - road.ditchHalfBottom);
    return road.ditchDepth * clamp(share, 0, 1);
  }

  function natural(x: number, y: number): number {
    const offset = y - roadCentre(x);
    const verge = road.halfWidth + road.kerbWidth + road.footwayWidth;
    const across = Math.abs(offset);
    if (across <= verge) return roadSurface(x, offset);
    const ground = rolling(x, y) - ditchDepth(offset);
    if (across >= verge + road.blend) return ground;
    const share = smoothStep((across - verge) / road.blend);
    return (1 - share) * roadSurface(x, offset) + share * ground;
  }

  function heightAt(x: number, y: number): number {
    let nearest: Pad | null = null;
    let distance = Number.POSITIVE_INFINITY;
    for (const area of pads) {
      const away = distanceToPad(area, x, y);
      if (away >= area.blend || away >= distance) continue;
      nearest = area;
      distance = away;
    }
    if (nearest === null) return natural(x, y);
    if (distance > 0) {
      const share = smoothStep(distance / nearest.blend);
      return (1 - share) * nearest.level + share * natural(x, y);
    }
    let height = nearest.level;
    for (const shape of shapes) height += shape.height(x, y);
    return height;
  }

  function kindAt(x: number, y: number): GroundKind {
    for (const area of pads) {
      if (distanceToPad(area, x, y) > 0) continue;
      if (area.isWater) return 'water';
      return shapes.some((shape) => shape.height(x, y) !== 0) ? 'heap' : 'gravel';
    }
    const offset = y - roadCentre(x);
    if (Math.abs(offset) <= road.halfWidth) return 'asphalt';
    if (Math.abs(offset) <= road.halfWidth + road.kerbWidth + road.footwayWidth) return 'footway';
    if (ditchDepth(offset) > 0) return 'ditch';
    const isField = field && x >= field.minX && x <= field.maxX && y >= field.minY && y <= field.maxY;
    return isField ? 'crop' : 'grass';
  }

  return {
    sizeM,
    pads,
    shapes,
    heightAt,
    kindAt,
    rollingAt: rolling,
    field,
    roadCentre,
    roadLevel,
    road,
    parameters,
  };
}
