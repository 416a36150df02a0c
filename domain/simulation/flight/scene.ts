import type { KnownShape } from '../shapes.ts';
import type { Simulation } from '../simulation.ts';

/** A ground plate whose black and white quarters meet at a surveyed point; metres in the scene's frame. */
export interface SurveyTarget {
  readonly label: string;
  readonly type: 'gcp' | 'checkpoint';
  readonly x: number;
  readonly y: number;
  /** True height of the ground at its centre. */
  readonly z: number;
  /** Counter-clockwise from east. */
  readonly angleRad: number;
}

/** Renderer input of a simulation; the layout is that of `wasm/src/lib/simulation`. */
export interface SceneData {
  readonly columns: number;
  readonly rows: number;
  readonly padCount: number;
  readonly shapeCount: number;
  readonly objectCount: number;
  readonly targetCount: number;
  /** Head, pads, shapes and the road's centre line. */
  readonly numbers: Float64Array;
  /** Rolling ground over the level, row 0 south, metres. */
  readonly base: Float32Array;
  /** Objects (8 numbers each), then targets (4 each). */
  readonly objects: Float64Array;
}

const headLength = 40;
/**
 * Cell size. The curvature of the rolling ground is below 0.02 per metre, so linear pieces of this length deviate by at
 * most 0.2 mm.
 */
const cellM = 0.25;
const objectKinds = { tree: 20, house: 21, pole: 23 } as const;
/** Towards the sun: from the south-south-west, 52° high. */
const sunAzimuthDeg = 205;
const sunHeightDeg = 52;

function sunDirection(): [number, number, number] {
  const [azimuth, height] = [sunAzimuthDeg, sunHeightDeg].map((value) => (value * Math.PI) / 180) as [
    number,
    number,
  ];
  return [Math.sin(azimuth) * Math.cos(height), Math.cos(azimuth) * Math.cos(height), Math.sin(height)];
}

function shapeNumbers(shape: KnownShape): number[] {
  const { kind, centreX, centreY, reach, parameters } = shape;
  const of = (name: string) => Number(parameters[name]);
  const place = [centreX, centreY, reach];
  if (kind === 'cone') return [0, ...place, of('radius'), 0, of('height'), 0, 0, 0, 0, 0, 0, 0];
  if (kind !== 'irregular') {
    return [0, ...place, of('outerRadius'), of('innerRadius'), of('height'), 0, 0, 0, 0, 0, 0, 0];
  }
  const amplitudes = parameters['amplitudes'] as readonly number[];
  const phases = parameters['phasesRad'] as readonly number[];
  const waves = [0, 1, 2].flatMap((k) => [amplitudes[k] ?? 0, phases[k] ?? 0]);
  return [1, ...place, of('meanRadius'), 0, of('height'), ...waves, 0];
}

function objectNumbers({ objects }: Simulation): number[] {
  return [
    ...objects.trees.flatMap(({ x, y, crownZ, crownRadius, crownHalfHeight }) => [
      objectKinds.tree,
      ...[x, y, crownZ, crownRadius, crownHalfHeight, 0, 0],
    ]),
    ...objects.buildings.flatMap(({ minX, minY, maxX, maxY, eaves, ridge }) => [
      objectKinds.house,
      ...[minX, minY, maxX, maxY, eaves, ridge, 0],
    ]),
    ...(objects.poles ?? []).flatMap(({ x, y, radius, top }) => [
      objectKinds.pole,
      ...[x, y, radius, top, 0, 0, 0],
    ]),
  ];
}

/** Start height of lookDown rays, above everything in the scene. */
const skyM = 200;

/**
 * Prepares a scene for the camera.
 * @param marginM extent of the ground beyond the scene's edges; farther out it is a plane
 * @param targetEdgeM edge of a target's plate
 */
export function describeScene(
  simulation: Simulation,
  marginM: number,
  targets: readonly SurveyTarget[],
  targetEdgeM: number,
): SceneData {
  const { terrain, objects, seed } = simulation;
  const { road, parameters, field, sizeM } = terrain;
  const origin = -marginM;
  const columns = Math.ceil((sizeM + 2 * marginM) / cellM) + 1;
  const rows = columns;
  const level = parameters['level'] ?? 0;
  const head = new Float64Array(headLength);
  head.set([origin, origin, cellM, columns, rows, level, parameters['slopeX']!, parameters['slopeY']!]);
  const { halfWidth, crossfall, kerbHeight, kerbWidth, footwayWidth, blend } = road;
  head.set([halfWidth, crossfall, kerbHeight, kerbWidth, footwayWidth, blend], 8);
  head.set([road.ditchOffset, road.ditchHalfBottom, road.ditchHalfTop, road.ditchDepth], 14);
  head.set(field ? [field.minX, field.minY, field.maxX, field.maxY] : [1, 1, 0, 0], 18);
  head.set([...sunDirection(), seed % 1_000_003], 25);
  head[31] = targetEdgeM / 2;
  head[33] = level + 0.05 * sizeM + skyM;
  head[34] = sizeM;
  const pads = terrain.pads.flatMap((pad) => [
    ...[pad.minX, pad.minY, pad.maxX, pad.maxY, pad.level, pad.blend],
    pad.isWater ? 1 : 0,
  ]);
  const roadLine = Array.from({ length: columns }, (_, index) => terrain.roadCentre(origin + index * cellM));
  const base = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [origin + column * cellM, origin + row * cellM];
      base[row * columns + column] = terrain.rollingAt(x, y) - level;
    }
  }
  const plates = targets.flatMap(({ x, y, angleRad }) => [x, y, Math.cos(angleRad), Math.sin(angleRad)]);
  return {
    columns,
    rows,
    padCount: terrain.pads.length,
    shapeCount: terrain.shapes.length,
    objectCount: objects.trees.length + objects.buildings.length + (objects.poles?.length ?? 0),
    targetCount: targets.length,
    numbers: Float64Array.from([...head, ...pads, ...terrain.shapes.flatMap(shapeNumbers), ...roadLine]),
    base,
    objects: Float64Array.from([...objectNumbers(simulation), ...plates]),
  };
}
