import { describe, expect, it } from 'vitest';
import { photoOutline } from './photo-outline.ts';
import { createOccupancy, outlineOf } from './survey-outline.ts';

const rect = { minX: 1000, minY: 2000, maxX: 1300, maxY: 2240 };
const everywhere = () => true;
const nowhere = () => false;

/** The outline of points a unit apart wherever `isMeasured` says so, places from the rectangle's corner. */
function outlineOfPlaces(
  isMeasured: (x: number, y: number) => boolean,
  isSeen: (x: number, y: number) => boolean = everywhere,
  { cell = 1, spacing = 1 } = {},
) {
  const occupancy = createOccupancy(rect, cell);
  for (let x = 0; x <= 300; x++) {
    for (let y = 0; y <= 240; y++) if (isMeasured(x, y)) occupancy.see(1000 + x, 2000 + y);
  }
  const outline = photoOutline(occupancy, spacing, (x, y) => isSeen(x - 1000, y - 2000));
  return { outline, contains: (x: number, y: number) => outline.contains(1000 + x, 2000 + y), occupancy };
}

function areaOf(contains: (x: number, y: number) => boolean): number {
  let count = 0;
  for (let x = 0.5; x < 300; x++) for (let y = 0.5; y < 240; y++) if (contains(x, y)) count++;
  return count;
}

const inField = (x: number, y: number) => x >= 20 && x <= 150 && y >= 20 && y <= 200;

describe('the outline of points matched in photos', () => {
  it('is where points are dense, however much more is seen', () => {
    const { contains, outline } = outlineOfPlaces(inField, everywhere, { cell: 0.5 });
    expect(areaOf(contains)).toBeGreaterThan(130 * 180 - 1);
    expect(areaOf(contains)).toBeLessThan(130 * 180 * 1.02);
    expect([contains(21, 21), contains(149, 199), contains(156, 100)]).toEqual([true, true, false]);
    expect(outline).toMatchObject({ gap: 10, seenGap: 300 });
  });

  it('is not drawn outward by specks of points', () => {
    const isSpeck = (x: number, y: number) => x > 195 && x % 20 < 5 && y % 20 < 5;
    const { contains } = outlineOfPlaces((x, y) => inField(x, y) || isSpeck(x, y));
    const alone = outlineOfPlaces(inField);
    expect(areaOf(contains)).toBe(areaOf(alone.contains));
    expect(contains(202, 102)).toBe(false);
  });

  it('has no islands of specks near dense ground', () => {
    const isSpeck = (x: number, y: number) => x >= 163 && x < 168 && y % 40 < 5;
    const { contains } = outlineOfPlaces((x, y) => inField(x, y) || isSpeck(x, y), nowhere);
    expect([contains(149, 82), contains(165, 82)]).toEqual([true, false]);
  });

  it('is not drawn outward by a thin row of points', () => {
    const { contains } = outlineOfPlaces((x, y) => inField(x, y) || (x < 290 && Math.abs(y - 100) < 3));
    expect([contains(160, 100), contains(200, 100), contains(280, 100)]).toEqual([true, false, false]);
  });

  it('keeps specks that lie in a gap between dense parts', () => {
    const isSpeck = (x: number, y: number) => x % 30 < 4 && y % 30 < 4;
    const isDense = (x: number) => x < 60 || x > 240;
    const { contains } = outlineOfPlaces((x, y) => isDense(x) || isSpeck(x, y));
    expect(areaOf(contains)).toBeGreaterThan(60 * 240 * 2);
    expect([contains(152, 122), contains(105, 105)]).toEqual([true, true]);
  });

  it('closes wide gaps where photos see the ground, and narrow ones anywhere', () => {
    const isDense = (x: number, y: number) => x < 100 || x > 200 || y < 50;
    const seen = outlineOfPlaces(isDense);
    const hidden = outlineOfPlaces(isDense, nowhere);
    const half = outlineOfPlaces(isDense, (_x, y) => y < 120);
    expect([seen, half, hidden].map(({ contains }) => contains(150, 100))).toEqual([true, true, false]);
    expect([seen, half, hidden].map(({ contains }) => contains(150, 160))).toEqual([true, false, false]);
    const slit = outlineOfPlaces((x) => Math.abs(x - 150) > 3, nowhere);
    expect(slit.contains(150, 120)).toBe(true);
  });

  it('leaves gaps open that are wider than that', () => {
    const isDense = (x: number, y: number) => x < 60 && (y < 60 || y > 190);
    const { contains } = outlineOfPlaces(isDense, everywhere, { spacing: 0.4 });
    expect([contains(30, 30), contains(30, 200), contains(30, 120)]).toEqual([true, true, false]);
  });

  it('has no holes, seen or not', () => {
    const lake = (x: number, y: number) => Math.hypot(x - 150, y - 120) > 80;
    for (const isSeen of [everywhere, nowhere]) {
      expect(areaOf(outlineOfPlaces(lake, isSeen).contains)).toBe(300 * 240);
    }
    // a bay that photos see but for its middle is closed across, and so is the middle
    const bay = outlineOfPlaces(
      (x, y) => x < 100 || x > 200 || y < 50,
      (x, y) => Math.hypot(x - 150, y - 100) > 15,
    );
    expect(bay.contains(150, 100)).toBe(true);
  });

  it('has the ground of a survey of few points', () => {
    const { contains } = outlineOfPlaces((x, y) => x < 30 && y < 12);
    expect([contains(2, 2), contains(28, 10), contains(60, 10)]).toEqual([true, true, false]);
  });

  it('is that of the patches where points are nowhere dense', () => {
    const isPatch = (x: number, y: number) => x % 60 < 12 && y % 60 < 12;
    const { contains } = outlineOfPlaces(isPatch, nowhere);
    expect([contains(5, 5), contains(65, 125), contains(30, 30)]).toEqual([true, true, false]);
    const seen = outlineOfPlaces(isPatch);
    expect([seen.contains(5, 5), seen.contains(30, 30)]).toEqual([true, true]);
  });

  it('of points without gaps is that of any survey', () => {
    const { contains, occupancy } = outlineOfPlaces(everywhere, nowhere);
    const plain = outlineOf(occupancy, 10);
    expect(areaOf(contains)).toBe(areaOf((x, y) => plain.contains(1000 + x, 2000 + y)));
  });

  it('is nothing without points', () => {
    expect(areaOf(outlineOfPlaces(nowhere).contains)).toBe(0);
  });
});
