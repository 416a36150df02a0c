import { createRandom } from '../math/random.ts';
import { defaultLidar, type LidarBatch, scanSurfaces } from './lidar.ts';
import { placeObjects, type SimulationObjects } from './objects.ts';
import { createRayCaster } from './ray-casting.ts';
import { createTerrain, type Terrain } from './terrain.ts';

/**
 * A simulated scene: every surface, heap and object is known exactly. Metres, x east, y north, z up, origin at its
 * south-west corner.
 */
export interface Simulation {
  readonly seed: number;
  readonly terrain: Terrain;
  readonly objects: SimulationObjects;
}

export const minSimulationSizeM = 150;
/** Minimum size with hard places, so that pond and pads fit side by side. */
export const minFlownSizeM = 200;

/** @param hasHardPlaces adds water, rows of crops and thin poles, which are hard for photogrammetry */
export function createSimulation(seed: number, sizeM: number, hasHardPlaces = false): Simulation {
  const terrain = createTerrain(seed, sizeM, hasHardPlaces);
  return { seed, terrain, objects: placeObjects(terrain, seed, hasHardPlaces) };
}

/** The airborne lidar survey of a scene, in batches. */
export function scan(simulation: Simulation, pulsesPerM2: number): Generator<LidarBatch> {
  const caster = createRayCaster(simulation.terrain, simulation.objects);
  return scanSurfaces(simulation.terrain, caster, { ...defaultLidar, seed: simulation.seed, pulsesPerM2 });
}

/** A named breakline of the ground; xyz triples in the scene's frame. */
export interface Breakline {
  readonly name: string;
  readonly closed: boolean;
  readonly points: readonly (readonly [number, number, number])[];
}

const lineStepM = 2;
const toeStepRad = (2 * Math.PI) / 72;

function roadLine(terrain: Terrain, name: string, offset: number): Breakline {
  const count = Math.floor(terrain.sizeM / lineStepM) + 1;
  const points = Array.from({ length: count }, (_, index) => {
    const x = index * lineStepM;
    const y = terrain.roadCentre(x) + offset;
    return [x, y, terrain.heightAt(x, y)] as const;
  });
  return { name, closed: false, points };
}

/** Kerbs, crown, ditch and the toes of heaps and pit, from the analytic ground. */
export function breaklinesOf({ terrain }: Simulation): Breakline[] {
  const { road } = terrain;
  const offsets = {
    'road crown': 0,
    'kerb foot south': -road.halfWidth,
    'kerb foot north': road.halfWidth,
    'kerb top south': -road.halfWidth - road.kerbWidth,
    'kerb top north': road.halfWidth + road.kerbWidth,
    'ditch top near': road.ditchOffset + road.ditchHalfTop,
    'ditch bottom near': road.ditchOffset + road.ditchHalfBottom,
    'ditch bottom far': road.ditchOffset - road.ditchHalfBottom,
    'ditch top far': road.ditchOffset - road.ditchHalfTop,
  };
  const lines = Object.entries(offsets).map(([name, offset]) => roadLine(terrain, name, offset));
  const toes = terrain.shapes.map((shape): Breakline => {
    const points = Array.from({ length: 72 }, (_, index) => {
      const angle = index * toeStepRad;
      const x = shape.centreX + shape.toe(angle) * Math.cos(angle);
      const y = shape.centreY + shape.toe(angle) * Math.sin(angle);
      return [x, y, terrain.heightAt(x, y)] as const;
    });
    return { name: `${shape.name} toe`, closed: true, points };
  });
  return [...lines, ...toes];
}

/** A surveyed point: the measured position and its standard deviations, metres. */
export interface SurveyPoint {
  readonly label: string;
  readonly type: 'gcp' | 'checkpoint';
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly sigmaXY: number;
  readonly sigmaZ: number;
}

const surveySigma = { xy: 0.008, z: 0.012 };

/** Control points on the road and checkpoints on open ground, with the noise of a GNSS rover. */
export function surveyPointsOf({ terrain, seed }: Simulation, control = 6, check = 20): SurveyPoint[] {
  const random = createRandom(seed, 5);
  const measure = (label: string, type: SurveyPoint['type'], x: number, y: number): SurveyPoint => ({
    label,
    type,
    x: x + random.normal() * surveySigma.xy,
    y: y + random.normal() * surveySigma.xy,
    z: terrain.heightAt(x, y) + random.normal() * surveySigma.z,
    sigmaXY: surveySigma.xy,
    sigmaZ: surveySigma.z,
  });
  const points = Array.from({ length: control }, (_, index) => {
    const x = ((index + 0.5) / control) * terrain.sizeM;
    return measure(`GCP${index + 1}`, 'gcp', x, terrain.roadCentre(x) + (index % 2 === 0 ? 3 : -3));
  });
  while (points.length < control + check) {
    const [x, y] = [random.between(5, terrain.sizeM - 5), random.between(5, terrain.sizeM - 5)];
    const kind = terrain.kindAt(x, y);
    if (kind !== 'asphalt' && kind !== 'gravel' && kind !== 'grass') continue;
    points.push(measure(`CP${points.length - control + 1}`, 'checkpoint', x, y));
  }
  return points;
}
