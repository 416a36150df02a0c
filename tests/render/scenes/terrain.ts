import type { PointLayers } from '#domain/formats/las/points.ts';
import { createGrid, type Grid } from '#domain/geometry/grid/grid.ts';
import type { WorldPoint } from '#domain/view/camera.ts';

/** South-west corner of the test scenes: a UTM-like place, so that large coordinates are always tested. */
export const corner: WorldPoint = [512_000, 5_214_000, 300];
/** Edge of the test scenes, metres. */
export const extent = 400;

/** A repeatable source of numbers in [0, 1): mulberry32 (T. Ettinger, public domain). */
export function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Ground elevation over the corner's at a place relative to it: hills, a valley, a bank and a stockpile. */
export function groundHeight(x: number, y: number): number {
  const hills =
    14 * Math.sin(x / 71) * Math.cos(y / 93) +
    5 * Math.sin((x + 2 * y) / 47) +
    1.2 * Math.sin(x / 13 + y / 17);
  const valley = -16 * Math.exp(-(((y - 190 - 40 * Math.sin(x / 90)) / 38) ** 2));
  const bank = 9 / (1 + Math.exp(-(x - 270) / 4));
  const pile = Math.max(0, 16 - 0.62 * Math.hypot(x - 130, y - 300));
  return 30 + hills + valley + bank + pile;
}

/** The ground as a grid of `cells`² cells; a round hole and a strip at the east edge have no values. */
export function groundGrid(cells: number): Grid {
  const cellSize = extent / cells;
  const values = new Float32Array(cells * cells);
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const x = (column + 0.5) * cellSize;
      const y = extent - (row + 0.5) * cellSize;
      const isMissing = Math.hypot(x - 330, y - 90) < 22 || x > extent - 12 + 6 * Math.sin(y / 15);
      values[row * cells + column] = isMissing ? Number.NaN : corner[2] + groundHeight(x, y);
    }
  }
  const frame = {
    width: cells,
    height: cells,
    originX: corner[0] + cellSize / 2,
    originY: corner[1] + extent - cellSize / 2,
    cellSize,
  };
  return createGrid(frame, values);
}

export const pointScale: WorldPoint = [0.001, 0.001, 0.001];
export const pointOffset: WorldPoint = [512_000, 5_214_000, 0];

interface Made {
  xyz: [number, number, number];
  rgb: [number, number, number];
  classification: number;
  returns: [number, number];
  intensity: number;
}

function groundPoint(x: number, y: number, random: () => number): Made {
  const shade = 0.8 + 0.2 * random();
  const isPath = Math.abs(y - 60 - 30 * Math.sin(x / 60)) < 5;
  const rgb: Made['rgb'] = isPath
    ? [150 * shade, 146 * shade, 140 * shade]
    : [92 * shade, 118 * shade, 68 * shade];
  return {
    xyz: [x, y, groundHeight(x, y) + 0.03 * random()],
    rgb,
    classification: isPath ? 11 : 2,
    returns: [1, 1],
    intensity: isPath ? 9000 + 3000 * random() : 22_000 + 12_000 * random(),
  };
}

function treePoint(x: number, y: number, random: () => number): Made | null {
  const [cellX, cellY] = [Math.floor(x / 26), Math.floor(y / 26)];
  const pick = Math.abs(Math.sin(cellX * 12.9898 + cellY * 78.233) * 43_758.5453) % 1;
  if (pick > 0.4) return null;
  const [treeX, treeY] = [cellX * 26 + 8 + pick * 20, cellY * 26 + 8 + ((pick * 57) % 10)];
  const radius = 5 + pick * 6;
  const away = Math.hypot(x - treeX, y - treeY) / radius;
  if (away > 1) return null;
  const height = (9 + 12 * pick) * Math.sqrt(1 - away * away) * (0.75 + 0.25 * random());
  const shade = 0.65 + 0.35 * random();
  return {
    xyz: [x, y, groundHeight(treeX, treeY) + 2 + height],
    rgb: [52 * shade, 96 * shade, 50 * shade],
    classification: 5,
    returns: [1, 1 + Math.floor(random() * 3)],
    intensity: 8000 + 9000 * random(),
  };
}

function buildingPoint(x: number, y: number, random: () => number): Made | null {
  const isHall = x > 195 && x < 240 && y > 250 && y < 280;
  const isHouse = x > 262 && x < 280 && y > 255 && y < 280;
  if (!isHall && !isHouse) return null;
  const ridge = isHall ? 265 : 267.5;
  const base = groundHeight(isHall ? 217 : 271, ridge) + (isHall ? 12 : 8);
  const rgb: Made['rgb'] = isHall ? [168, 84, 66] : [132, 138, 150];
  return {
    xyz: [x, y, base - Math.abs(y - ridge) * 0.35],
    rgb,
    classification: 6,
    returns: [1, 1],
    intensity: 38_000 + 6000 * random(),
  };
}

/** A small airborne survey of the scene, `count` points, as in a LAS file. */
export function surveyPoints(count: number, seed = 7): PointLayers {
  const random = randomSource(seed);
  const xyz = new Int32Array(count * 3);
  const rgb = new Uint16Array(count * 3);
  const classification = new Uint8Array(count);
  const returnNumber = new Uint8Array(count);
  const numberOfReturns = new Uint8Array(count);
  const intensity = new Uint16Array(count);
  for (let i = 0; i < count; i++) {
    const x = random() * extent;
    const y = random() * extent;
    const made = buildingPoint(x, y, random) ?? treePoint(x, y, random) ?? groundPoint(x, y, random);
    const world = [made.xyz[0] + corner[0], made.xyz[1] + corner[1], made.xyz[2] + corner[2]];
    for (let axis = 0; axis < 3; axis++) {
      xyz[i * 3 + axis] = Math.round((world[axis]! - pointOffset[axis as 0]) / pointScale[axis as 0]);
      rgb[i * 3 + axis] = made.rgb[axis]! * 257;
    }
    classification[i] = made.classification;
    returnNumber[i] = made.returns[0];
    numberOfReturns[i] = made.returns[1];
    intensity[i] = made.intensity;
  }
  return { count, xyz, rgb, classification, returnNumber, numberOfReturns, intensity };
}
