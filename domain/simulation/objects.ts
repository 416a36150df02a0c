import { maxOf } from '../math/extremes.ts';
import { createRandom } from '../math/random.ts';
import type { Terrain } from './terrain.ts';

/** A house with walls along the axes: flat roof where eaves and ridge are level, else a gable along x. */
export interface Building {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  /** Heights of eaves and ridge, metres in the scene's frame. */
  readonly eaves: number;
  readonly ridge: number;
}

/** A tree as an ellipsoid crown over a thin trunk. */
export interface Tree {
  readonly x: number;
  readonly y: number;
  readonly crownZ: number;
  readonly crownRadius: number;
  readonly crownHalfHeight: number;
  /** Fraction of pulses that pass through the crown. */
  readonly transparency: number;
}

/** A lamp post: a vertical cylinder. */
export interface Pole {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Height of its top, metres in the scene's frame. */
  readonly top: number;
}

export interface SimulationObjects {
  readonly buildings: readonly Building[];
  readonly trees: readonly Tree[];
  /** Absent in a scene without hard places. */
  readonly poles?: readonly Pole[];
}

/** Roof height at a position inside the walls. */
export function roofAt(building: Building, y: number): number {
  const middle = (building.minY + building.maxY) / 2;
  const half = (building.maxY - building.minY) / 2;
  const share = 1 - Math.abs(y - middle) / half;
  return building.eaves + (building.ridge - building.eaves) * Math.max(0, share);
}

const edgeM = 6;
const squareMetresPerBuilding = 6_000;
const squareMetresPerTree = 260;
const attemptsPerObject = 30;

function isFree(terrain: Terrain, x: number, y: number, reach: number): boolean {
  const { sizeM, road, pads } = terrain;
  if (Math.min(x, y, sizeM - x, sizeM - y) < reach + edgeM) return false;
  const offset = y - terrain.roadCentre(x);
  if (offset > road.ditchOffset - 3 - reach && offset < road.halfWidth + 4 + reach) return false;
  return !pads.some(
    (pad) =>
      x > pad.minX - pad.blend - reach &&
      x < pad.maxX + pad.blend + reach &&
      y > pad.minY - pad.blend - reach &&
      y < pad.maxY + pad.blend + reach,
  );
}

function placeBuildings(terrain: Terrain, seed: number): Building[] {
  const random = createRandom(seed, 2);
  const buildings: Building[] = [];
  const wanted = Math.max(3, Math.round(terrain.sizeM ** 2 / squareMetresPerBuilding));
  for (let attempt = 0; attempt < wanted * attemptsPerObject && buildings.length < wanted; attempt++) {
    const [x, y] = [random.between(0, terrain.sizeM), random.between(0, terrain.sizeM)];
    const [halfX, halfY] = [random.between(5, 9), random.between(4, 6.5)];
    const storeys = random.between(3, 7);
    const rise = random.next() < 0.4 ? 0 : random.between(1.5, 3);
    const reach = Math.hypot(halfX, halfY);
    if (!isFree(terrain, x, y, reach)) continue;
    const apart = buildings.every(
      (other) =>
        Math.hypot((other.minX + other.maxX) / 2 - x, (other.minY + other.maxY) / 2 - y) > 2 * reach + 6,
    );
    if (!apart) continue;
    const corners = [-1, 1].flatMap((sx) =>
      [-1, 1].map((sy) => terrain.heightAt(x + sx * halfX, y + sy * halfY)),
    );
    const eaves = maxOf(corners) + storeys;
    buildings.push({
      minX: x - halfX,
      maxX: x + halfX,
      minY: y - halfY,
      maxY: y + halfY,
      eaves,
      ridge: eaves + rise,
    });
  }
  return buildings;
}

function placeTrees(terrain: Terrain, seed: number, buildings: readonly Building[]): Tree[] {
  const random = createRandom(seed, 3);
  const trees: Tree[] = [];
  const wanted = Math.round(terrain.sizeM ** 2 / squareMetresPerTree);
  for (let attempt = 0; attempt < wanted * attemptsPerObject && trees.length < wanted; attempt++) {
    const [x, y] = [random.between(0, terrain.sizeM), random.between(0, terrain.sizeM)];
    const crownRadius = random.between(1.6, 4);
    const crownHalfHeight = random.between(1.8, 4.5);
    const stem = random.between(1.2, 3);
    const transparency = random.between(0.3, 0.6);
    if (!isFree(terrain, x, y, crownRadius)) continue;
    const isClear = buildings.every(
      (house) =>
        x < house.minX - crownRadius ||
        x > house.maxX + crownRadius ||
        y < house.minY - crownRadius ||
        y > house.maxY + crownRadius,
    );
    if (!isClear) continue;
    const crownZ = terrain.heightAt(x, y) + stem + crownHalfHeight;
    trees.push({ x, y, crownZ, crownRadius, crownHalfHeight, transparency });
  }
  return trees;
}

const poleSpacingM = 28;
const poleHeightM = 7;

/** Lamp posts on the northern pavement. */
function placePoles(terrain: Terrain): Pole[] {
  const offset = terrain.road.halfWidth + terrain.road.kerbWidth + 0.6 * terrain.road.footwayWidth;
  const count = Math.floor(terrain.sizeM / poleSpacingM);
  return Array.from({ length: count }, (_, index) => {
    const x = (index + 0.5) * poleSpacingM;
    const y = terrain.roadCentre(x) + offset;
    return { x, y, radius: 0.09, top: terrain.heightAt(x, y) + poleHeightM };
  });
}

/**
 * Houses and trees on the free ground of a scene; their number grows with its area.
 * @param hasHardPlaces adds lamp posts, which are hard for photogrammetry; the lidar's rays pass them
 */
export function placeObjects(terrain: Terrain, seed: number, hasHardPlaces = false): SimulationObjects {
  const buildings = placeBuildings(terrain, seed);
  const trees = placeTrees(terrain, seed, buildings);
  return hasHardPlaces ? { buildings, trees, poles: placePoles(terrain) } : { buildings, trees };
}
