import type { PointLayers } from '#domain/formats/las/points.ts';
import { createGrid } from '#domain/geometry/grid/grid.ts';
import { differenceStops, rampTexels } from '#viewport/ramps.ts';
import type { PixelImage } from '#viewport/viewport-types.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import type { Stage } from '../../page/stage.ts';
import { type Slope, seenOnSlope, slopeAt, slopeGrid } from '../../scenes/slope.ts';
import { corner } from '../../scenes/terrain.ts';

const slope: Slope = { cells: 60, cellSize: 2, rise: 0.3, base: 310 };
const texels = rampTexels(differenceStops, 256);

/** Height of the slope over the other surface: from 6 below in the west to 6 above in the east. */
const overAt = (x: number): number => ((x - corner[0]) / 118) * 12 - 6;

/** The other surface: finer cells, offset from those of the slope; no values in the south-east. */
function otherSurface() {
  const cells = 160;
  const cellSize = 0.75;
  const values = Float32Array.from({ length: cells * cells }, (_, i) => {
    const [column, row] = [i % cells, Math.floor(i / cells)];
    const x = corner[0] + (column + 0.25) * cellSize;
    return column > 110 && row > 110 ? Number.NaN : slopeAt(slope, x) - overAt(x);
  });
  const origin = { originX: corner[0] + cellSize / 4, originY: corner[1] - cellSize / 4 };
  return createGrid({ width: cells, height: cells, ...origin, cellSize }, values);
}

/** Area where the other surface has no heights, with a margin of `rim` units. */
const isMissing = (x: number, y: number, rim: number) =>
  x - corner[0] > 110.75 * 0.75 - rim && corner[1] - y > 110.75 * 0.75 - rim;

function expectedAt(x: number): readonly number[] {
  const at = Math.round(Math.min(1, Math.max(0, 0.5 + overAt(x) / 10)) * 255) * 4;
  return [texels[at]!, texels[at + 1]!, texels[at + 2]!];
}

const off = ({ data }: PixelImage, at: number, expected: readonly number[]) =>
  Math.max(...[0, 1, 2].map((channel) => Math.abs(data[at + channel]! - expected[channel]!)));

function compare({ viewport }: Stage, picture: PixelImage, what: string): Check[] {
  let [worst, count, wrongHole] = [0, 0, 0];
  for (let y = 3; y < picture.height - 3; y++) {
    for (let x = 3; x < picture.width - 3; x++) {
      const met = seenOnSlope(viewport, slope, x + 0.5, y + 0.5);
      if (!met) continue;
      // Outlines against the background are smoothed.
      if ([met[0] - corner[0], corner[1] - met[1]].some((at) => at < 3 || at > 115)) continue;
      const at = (y * picture.width + x) * 4;
      if (isMissing(met[0], met[1], 0) !== isMissing(met[0], met[1], 2)) continue;
      if (isMissing(met[0], met[1], 0)) {
        if (!isMissing(met[0], met[1], -2)) continue;
        if (Math.max(picture.data[at]!, picture.data[at + 1]!) > 60) wrongHole++;
        continue;
      }
      count++;
      worst = Math.max(worst, off(picture, at, expectedAt(met[0])));
    }
  }
  return [
    {
      what,
      isOk: worst <= 4 && count > 15_000,
      detail: `${worst.toFixed(1)} of 255 off at most, ${count} px`,
    },
    {
      what: `${what}: nothing where one lacks`,
      isOk: wrongHole === 0,
      detail: `${wrongHole} pixels coloured`,
    },
  ];
}

/** Points two units over the slope. */
function hoveringPoints(): PointLayers {
  const xyz = new Int32Array(100 * 3);
  for (let i = 0; i < 100; i++) {
    const [x, y] = [6 + (i % 10) * 11, -6 - Math.floor(i / 10) * 11];
    xyz.set([x * 1000, y * 1000, (slopeAt(slope, corner[0] + x) + 2) * 1000], i * 3);
  }
  return { count: 100, xyz };
}

function comparePoints({ viewport }: Stage, points: PointLayers, picture: PixelImage): Check {
  let worst = 0;
  for (let i = 0; i < points.count; i++) {
    const along = (axis: 0 | 1 | 2) => points.xyz![i * 3 + axis]! / 1000 + (axis === 2 ? 0 : corner[axis]);
    const { x, y } = viewport.project([along(0), along(1), along(2)]);
    if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) continue;
    const at = (Math.floor(y) * picture.width + Math.floor(x)) * 4;
    const expected = isMissing(along(0), along(1), 0)
      ? [128, 128, 128]
      : expectedAt(along(0) + (2 * 118) / 12);
    worst = Math.max(worst, off(picture, at, expected));
  }
  return {
    what: 'points by their distance',
    isOk: worst <= 4,
    detail: `${worst.toFixed(1)} of 255 off at most`,
  };
}

/** Either side of the line shows its own layer, to the pixel. */
async function checkSwipe({ viewport, settle }: Stage): Promise<Check> {
  viewport.setDisplay({ terrainColour: 'plain', swipe: { left: 'slope', right: 'none', at: 0.4 } });
  await settle();
  const { data, width, height } = await viewport.capture();
  const line = Math.round(0.4 * width);
  const row = Math.floor(height / 2) * width;
  const isLit = (x: number) => data[(row + x) * 4]! > 120;
  const isOk = isLit(line - 2) && isLit(line - 20) && !isLit(line + 2) && !isLit(line + 20);
  viewport.setDisplay({ swipe: null });
  return { what: 'a layer on its side of the line', isOk, detail: `line at ${line} px` };
}

/** Difference between two surfaces on different grids, distance of points to a surface, and the line between layers. */
export const renderCase: RenderCase = {
  width: 240,
  height: 200,
  async run(stage) {
    const { viewport, settle } = stage;
    const middle = ((slope.cells - 1) * slope.cellSize) / 2;
    viewport.setDisplay({ hasGrid: false, hasEdl: false, hasHillshade: false, terrainColour: 'difference' });
    viewport.setDisplay({ comparedWith: 'other', differenceRange: 5, verticalExaggeration: 2 });
    viewport.setDisplay({ pointSizeMode: 'fixed', pointSizePx: 5, colourMode: 'distance' });
    viewport.setCamera({ mode: '2d', target: [corner[0] + middle, corner[1] - middle, 325], distance: 130 });
    const common = { kind: 'terrain', opacity: 1 } as const;
    viewport.addLayer({ ...common, id: 'slope', isVisible: true, source: slopeGrid(slope) });
    viewport.addLayer({ ...common, id: 'other', isVisible: false, source: otherSurface() });
    await settle();
    const checks = compare(stage, await viewport.capture(), 'difference from above');
    viewport.setCamera({ mode: '3d', yawRad: -0.5, pitchRad: 0.9 });
    await settle();
    checks.push(...compare(stage, await viewport.capture(), 'difference at a slant'));
    const points = hoveringPoints();
    const scale = [0.001, 0.001, 0.001] as const;
    const offset = [corner[0], corner[1], 0] as const;
    viewport.addLayer({ id: 'points', kind: 'points', isVisible: true, points, scale, offset });
    await settle();
    checks.push(comparePoints(stage, points, await viewport.capture()));
    viewport.removeLayer('points');
    checks.push(await checkSwipe(stage));
    return { checks };
  },
};
