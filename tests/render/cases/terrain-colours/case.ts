import { createGrid, type Grid } from '#domain/geometry/grid/grid.ts';
import type { DisplaySettings } from '#viewport/display.ts';
import type { PixelImage } from '#viewport/viewport-types.ts';
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

/** Height over the corner's, 40 at the middle of each plane. */
function heightAt(column: number, row: number): number {
  const [east, north] = planeAt(column, row);
  const middle = (at: number) => ((at % patch) - (patch - 1) / 2) * cell;
  return 40 + east * middle(column) - north * middle(row);
}

const isHole = (column: number, row: number, rim = 0) =>
  column >= 30 - rim && column < 36 + rim && row >= 30 - rim && row < 37 + rim;

function tiltedPlanes(): Grid {
  const values = Float32Array.from({ length: side * side }, (_, i) => {
    const [column, row] = [i % side, Math.floor(i / side)];
    return isHole(column, row) ? Number.NaN : corner[2] + heightAt(column, row);
  });
  const frame = { width: side, height: side, originX: corner[0], originY: corner[1], cellSize: cell };
  return createGrid(frame, values);
}

/** Cells unaffected by neighbouring planes, and their colours in the image. */
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

/** The hole's pixels, and no others, show the background. */
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

/** The same seen obliquely, with vertical exaggeration. */
function compareSlantedHole({ viewport }: Stage, { data, width, height }: PixelImage): Check {
  const seen = { open: 0, wrong: 0, closed: 0 };
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const met = placeOf(viewport, x + 0.5, y + 0.5);
      if (met === null || !isHole(met.column + 0.5, met.row + 0.5, 3)) continue;
      // Outlines against the background are smoothed, a pixel wide.
      const isNear = (rim: number) => isHole(met.column + 0.5, met.row + 0.5, rim);
      if (isNear(0.8) !== isNear(-0.8)) continue;
      seen[isNear(0) ? 'open' : 'closed']++;
      if (data[(y * width + x) * 4]! < 60 !== isNear(0)) seen.wrong++;
    }
  }
  const isOk = seen.wrong === 0 && seen.open > 100 && seen.closed > 300;
  return { what: 'the hole at a slant, exaggerated', isOk, detail: JSON.stringify(seen) };
}

/** Contours every 5: what each pixel of a plane shows by its distance from the nearest line, measured on the screen. */
function compareContours({ viewport }: Stage, plain: PixelImage, lined: PixelImage, tilt: number): Check[] {
  // Cliffs between the planes hide parts behind them in an oblique view.
  const margin = tilt > 0 ? 7 : 3;
  const seen = { core: 0, coreMissing: 0, index: 0, indexMissing: 0, away: 0, awayInked: 0, flatInked: 0 };
  const { width, height } = plain;
  for (let y = 4; y < height - 4; y++) {
    for (let x = 4; x < width - 4; x++) {
      const at = (y * width + x) * 4;
      const change = plain.data[at + 1]! - lined.data[at + 1]!;
      const met = placeOf(viewport, x + 0.5, y + 0.5);
      if (met === null) continue;
      const { column, row, east, north } = met;
      const isInside = [column, row].every((i) => i % patch > margin && i % patch < patch - 1 - margin);
      if (!isInside || isHole(column, row, 2)) continue;
      if (east === 0 && north === 0) {
        if (change !== 0) seen.flatInked++;
        continue;
      }
      const level = met.height / 5;
      const right = placeOf(viewport, x + 1.5, y + 0.5);
      const below = placeOf(viewport, x + 0.5, y + 1.5);
      const perPx = Math.hypot((right?.height ?? 0) / 5 - level, (below?.height ?? 0) / 5 - level);
      const away = Math.abs(level - Math.round(level)) / perPx;
      const isIndex = Math.round(level) % 5 === 0;
      const reach = isIndex ? 1 : 0.5;
      if (1 / perPx < 8) continue;
      if (away < 0.35) {
        seen[isIndex ? 'index' : 'core']++;
        if (change < (isIndex ? 90 : 45)) seen[isIndex ? 'indexMissing' : 'coreMissing']++;
      } else if (away > reach + 1.1 + 1 + 0.3) {
        seen.away++;
        if (Math.abs(change) > 2) seen.awayInked++;
      }
    }
  }
  const what = `contours at ${tilt}°`;
  const isOk =
    seen.core > 100 &&
    (tilt > 0 || seen.index > 30) &&
    seen.coreMissing + seen.indexMissing <= (tilt > 0 ? 0.01 * seen.core : 0) &&
    seen.awayInked === 0;
  return [
    { what, isOk, detail: JSON.stringify(seen) },
    {
      what: `${what} leave a level plain`,
      isOk: seen.flatInked === 0,
      detail: `${seen.flatInked} pixels inked`,
    },
  ];
}

/** The place of the planes visible at a pixel, and its height over the corner's. */
function placeOf(viewport: Stage['viewport'], x: number, y: number) {
  let height = 40;
  for (let i = 0; i < 40; i++) {
    const met = viewport.unproject(x, y, corner[2] + height);
    if (met === null) return null;
    const column = (met[0] - corner[0]) / cell;
    const row = (corner[1] - met[1]) / cell;
    const [atColumn, atRow] = [Math.round(column), Math.round(row)];
    if (atColumn < 0 || atRow < 0 || atColumn >= side || atRow >= side) return null;
    const [east, north] = planeAt(atColumn, atRow);
    const middle = (place: number, cellAt: number) =>
      (place - Math.floor(cellAt / patch) * patch - (patch - 1) / 2) * cell;
    const next = 40 + east * middle(column, atColumn) - north * middle(row, atRow);
    if (Math.abs(next - height) < 1e-4) return { column, row, east, north, height: next };
    height += (next - height) * 0.6;
  }
  return null;
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

/** Every colouring of terrain against colours computed here, on planes of known slope and aspect. */
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
    viewport.setDisplay({ terrainColour: 'plain', contourInterval: 5 });
    for (const tilt of [0, 25]) {
      if (tilt > 0) viewport.setCamera({ mode: '3d', yawRad: 0.4, pitchRad: (90 - tilt) * (Math.PI / 180) });
      viewport.setDisplay({ hasContours: false });
      await settle();
      const plain = await viewport.capture();
      viewport.setDisplay({ hasContours: true });
      await settle();
      const lined = await viewport.capture();
      checks.push(...compareContours(stage, plain, lined, tilt));
      if (tilt === 0) continue;
      viewport.setDisplay({ hasContours: false, verticalExaggeration: 1.6 });
      await settle();
      checks.push(compareSlantedHole(stage, await viewport.capture()));
      return { checks, picture: lined };
    }
    return { checks };
  },
};
