import { createGrid, type Grid } from '#domain/geometry/grid.ts';
import type { DisplaySettings } from '#domain/view/display.ts';
import type { PixelImage } from '#domain/view/viewing.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import type { Stage } from '../../page/stage.ts';
import { terrainColourOf } from '../../scenes/relief.ts';
import { corner } from '../../scenes/terrain.ts';

/** Planes of known fall, 3 by 3, each a pyramid's side: rise over run eastwards and northwards. */
const planes: readonly (readonly [east: number, north: number])[] = [
  [0, 0],
  [0, -0.2],
  [-0.35, -0.35],
  [-0.5, 0],
  [-0.6, 0.6],
  [0, 0.9],
  [0.7, 0.7],
  [1.2, 0],
  [0.1, -0.1],
];
const patch = 24;
const side = patch * 3;
const cell = 2;

const planeAt = (column: number, row: number) =>
  planes[Math.floor(row / patch) * 3 + Math.floor(column / patch)]!;

/** Height over the corner's, whose middle of each plane lies 40 high. */
function heightAt(column: number, row: number): number {
  const [east, north] = planeAt(column, row);
  const middle = (at: number) => ((at % patch) - (patch - 1) / 2) * cell;
  return 40 + east * middle(column) - north * middle(row);
}

const isHole = (column: number, row: number) => column >= 30 && column < 36 && row >= 30 && row < 37;

function tiltedPlanes(): Grid {
  const values = Float32Array.from({ length: side * side }, (_, i) => {
    const [column, row] = [i % side, Math.floor(i / side)];
    return isHole(column, row) ? Number.NaN : corner[2] + heightAt(column, row);
  });
  const frame = { width: side, height: side, originX: corner[0], originY: corner[1], cellSize: cell };
  return createGrid(frame, values);
}

/** Cells that no neighbouring plane tilts, and their colours in the picture. */
function compare(stage: Stage, { data, width }: PixelImage, what: string): Check {
  const { display } = stage.viewport;
  const [low, high] = display.elevationRange!;
  let worst = 0;
  let count = 0;
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const isInside = [column, row].every((at) => at % patch > 1 && at % patch < patch - 2);
      if (!isInside || isHole(column, row)) continue;
      const { x, y } = stage.viewport.project([
        corner[0] + column * cell,
        corner[1] - row * cell,
        corner[2] + heightAt(column, row),
      ]);
      const [east, north] = planeAt(column, row);
      const share = (corner[2] + heightAt(column, row) - low) / (high - low);
      const expected = terrainColourOf(east, north, share, display);
      const at = (Math.floor(y) * width + Math.floor(x)) * 4;
      for (const channel of [0, 1, 2] as const) {
        worst = Math.max(worst, Math.abs(data[at + channel]! - expected[channel]));
      }
      count++;
    }
  }
  return {
    what,
    isOk: worst <= 4 && count > 3000,
    detail: `${worst.toFixed(1)} of 255 off at most, ${count} cells`,
  };
}

/** The hole's pixels, and no others, show what lies behind. */
function compareHole({ viewport }: Stage, { data, width }: PixelImage): Check {
  const west = viewport.project([corner[0] + 29.5 * cell, corner[1] - 29.5 * cell, corner[2]]);
  const east = viewport.project([corner[0] + 35.5 * cell, corner[1] - 36.5 * cell, corner[2]]);
  let wrong = 0;
  for (let y = Math.floor(west.y) - 6; y < east.y + 6; y++) {
    for (let x = Math.floor(west.x) - 6; x < east.x + 6; x++) {
      const isInside = (at: number, low: number, high: number) => at + 0.5 > low && at + 0.5 < high;
      const isOpen = isInside(x, west.x, east.x) && isInside(y, west.y, east.y);
      // The dark backdrop against the light planes; the smoothed outline takes a pixel on either side.
      const isRim =
        Math.min(...[west.x, east.x].map((edge) => Math.abs(x + 0.5 - edge))) < 1 ||
        Math.min(...[west.y, east.y].map((edge) => Math.abs(y + 0.5 - edge))) < 1;
      if (!isRim && data[(y * width + x) * 4]! < 60 !== isOpen) wrong++;
    }
  }
  return { what: 'the hole has its own edges', isOk: wrong === 0, detail: `${wrong} pixels wrong` };
}

const looks: readonly (readonly [what: string, patch: Partial<DisplaySettings>])[] = [
  ['elevation under one sun', { terrainColour: 'elevation' }],
  ['one colour under another sun', { terrainColour: 'plain', sunAzimuthDeg: 100, sunAltitudeDeg: 25 }],
  ['light from four sides', { lighting: 'several', sunAzimuthDeg: 315, sunAltitudeDeg: 45 }],
  ['light of taller ground', { verticalExaggeration: 3 }],
  ['slope in degrees, however tall it is drawn', { terrainColour: 'slope', hasHillshade: false }],
  ['slope in percent, own range', { slopeUnit: 'percent', slopeRange: [10, 130], slopeRamp: 'viridis' }],
  ['slope of heights in feet over metres', { heightFactor: 0.3048, verticalExaggeration: 1 }],
  ['light of heights in feet over metres', { terrainColour: 'plain', hasHillshade: true }],
  ['aspect', { terrainColour: 'aspect', heightFactor: 1, hasHillshade: false }],
];

/** Every colouring of terrain against colours worked out here, on planes of known slope and aspect. */
export const renderCase: RenderCase = {
  width: 360,
  height: 360,
  async run(stage) {
    const { viewport, settle } = stage;
    const middle = ((side - 1) / 2) * cell;
    viewport.setDisplay({ hasGrid: false, hasEdl: false, elevationRange: [corner[2], corner[2] + 80] });
    viewport.setCamera({
      mode: '2d',
      target: [corner[0] + middle, corner[1] - middle, corner[2] + 40],
      distance: 190,
    });
    viewport.addLayer({ id: 'planes', kind: 'terrain', isVisible: true, source: tiltedPlanes(), opacity: 1 });
    const checks: Check[] = [];
    for (const [what, patched] of looks) {
      viewport.setDisplay(patched);
      await settle();
      const picture = await viewport.capture();
      checks.push(compare(stage, picture, what));
      if (what === 'light from four sides') checks.push(compareHole(stage, picture));
    }
    return { checks };
  },
};
