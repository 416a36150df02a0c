import { describe, expect, it } from 'vitest';
import {
  type BoxScene,
  flyOver,
  mosaicOf,
  type SceneMosaic,
  sceneSurface,
  wavyGround,
} from '#tests/support/ortho-scene.ts';

const places = [-4, 0, 4].flatMap((y) => [-5, 0, 5].map((x) => [x, y] as const));
const openGround: BoxScene = { box: null, ground: wavyGround, roof: [0, 0, 0], wall: [0, 0, 0] };

/** A red roof with blue walls on grey ground. */
const house: BoxScene = {
  box: { minX: -1.5, minY: -2, maxX: 2, maxY: 1.2, top: 4 },
  ground: () => [110, 120, 110],
  roof: [220, 30, 30],
  wall: [30, 30, 220],
};

/** Shift of a mosaic against the texture, cells, from the linearised differences of all channels in a square. */
function shiftAt({ frame, rgba }: SceneMosaic, column: number, row: number, half: number): [number, number] {
  let [xx, xy, yy, xd, yd] = [0, 0, 0, 0, 0];
  const step = frame.cellSize;
  for (let r = row - half; r <= row + half; r++) {
    for (let c = column - half; c <= column + half; c++) {
      const [x, y] = [frame.originX + c * step, frame.originY - r * step];
      const [here, east, south] = [wavyGround(x, y), wavyGround(x + step, y), wavyGround(x, y - step)];
      for (let channel = 0; channel < 3; channel++) {
        const gx = east[channel]! - here[channel]!;
        const gy = south[channel]! - here[channel]!;
        const d = rgba[4 * (r * frame.width + c) + channel]! - here[channel]!;
        xx += gx * gx;
        xy += gx * gy;
        yy += gy * gy;
        xd += gx * d;
        yd += gy * d;
      }
    }
  }
  const det = xx * yy - xy * xy;
  return [(yy * xd - xy * yd) / det, (xx * yd - xy * xd) / det];
}

describe('orthomosaic of a scene with known geometry', () => {
  it('puts the ground where it is, to a few hundredths of a cell', () => {
    const mosaic = mosaicOf(flyOver(openGround, places), sceneSurface(openGround, 10));
    const shifts: number[] = [];
    for (let row = 8; row < 120; row += 8) {
      for (let column = 8; column < 120; column += 8) shifts.push(...shiftAt(mosaic, column, row, 5));
    }
    const rmse = Math.sqrt(shifts.reduce((sum, shift) => sum + shift * shift, 0) / shifts.length);
    expect(rmse).toBeLessThan(0.05);
    expect(mosaic.rgba.filter((_, index) => index % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
  });

  it('takes the right photo however many there are over a tile', () => {
    const flown = flyOver(openGround, places);
    const [{ pose }] = flown as [(typeof flown)[number]];
    const elsewhere = Array.from({ length: 300 }, (_, index) => ({
      ...flown[0]!,
      pose: { ...pose, centre: [500 + index, 0, 20] as const },
      centreWorld: [500 + index, 0, 20] as const,
    }));
    const surface = sceneSurface(openGround, 10);
    const alone = mosaicOf(flown, surface);
    const amid = mosaicOf([...elsewhere, ...flown], surface);
    expect(amid.labels.some((label) => label >= 300)).toBe(true);
    expect(amid.rgba).toEqual(alone.rgba);
  });

  it('shows the roof once, in its place, and no wall', () => {
    const { frame, rgba, filled } = mosaicOf(flyOver(house, places), sceneSurface(house, 10));
    const { minX, minY, maxX, maxY } = house.box!;
    let [strayRoof, missingRoof, walls] = [0, 0, 0];
    for (let cell = 0; cell < frame.width * frame.height; cell++) {
      const x = frame.originX + (cell % frame.width) * frame.cellSize;
      const y = frame.originY - Math.floor(cell / frame.width) * frame.cellSize;
      const away = Math.max(minX - x, x - maxX, minY - y, y - maxY);
      const [red, green, blue] = [rgba[4 * cell]!, rgba[4 * cell + 1]!, rgba[4 * cell + 2]!];
      if (away > 0.2 && red - green > 40) strayRoof++;
      if (away < -0.2 && red - green < 150) missingRoof++;
      if (away > 0.2 && blue - green > 40) walls++;
    }
    expect({ strayRoof, missingRoof, walls }).toEqual({ strayRoof: 0, missingRoof: 0, walls: 0 });
    expect(filled).toBeLessThan(40);
  });

  it('leaves no hole where the surface hides a wide place from all photos', () => {
    const surface = sceneSurface(openGround, 10);
    const { width, originX, originY, cellSize } = surface;
    const isInShaft = (x: number, y: number) => x > 0.3 && x < 4.7 && y > 0.3 && y < 3.7;
    const values = surface.values.map((z, cell) => {
      const x = originX + (cell % width) * cellSize;
      return isInShaft(x, originY - Math.floor(cell / width) * cellSize) ? -300 : z;
    });
    const { rgba, filled } = mosaicOf(
      flyOver(openGround, places),
      { ...surface, values },
      { cellSize: 0.05 },
    );
    expect(filled).toBeGreaterThan(2000);
    expect(rgba.filter((_, index) => index % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
  });

  it('leans the roof over the ground where heights are bare ground and nothing hides', () => {
    const { frame, rgba } = mosaicOf(flyOver(house, [[6, 0]]), sceneSurface({ ...house, box: null }, 10), {
      hides: false,
    });
    let redWest = 0;
    for (let cell = 0; cell < frame.width * frame.height; cell++) {
      const x = frame.originX + (cell % frame.width) * frame.cellSize;
      if (x < house.box!.minX - 0.3 && rgba[4 * cell]! - rgba[4 * cell + 1]! > 100) redWest++;
    }
    expect(redWest).toBeGreaterThan(50);
  });

  it('keeps seams off the roof where one photo shows it whole', () => {
    const { labels, coarse } = mosaicOf(flyOver(house, places), sceneSurface(house, 10));
    const { minX, minY, maxX, maxY } = house.box!;
    const onRoof = new Set<number>();
    labels.forEach((label, cell) => {
      const x = coarse.originX + (cell % coarse.width) * coarse.cellSize;
      const y = coarse.originY - Math.floor(cell / coarse.width) * coarse.cellSize;
      const margin = coarse.cellSize;
      if (x > minX + margin && x < maxX - margin && y > minY + margin && y < maxY - margin) onRoof.add(label);
    });
    expect(onRoof.size).toBe(1);
  });

  it('does not depend on how it is cut into tiles nor on their order', () => {
    const photos = flyOver(house, places);
    const surface = sceneSurface(house, 10);
    const whole = mosaicOf(photos, surface, { tileSide: 128 });
    const small = mosaicOf(photos, surface, { tileSide: 48, order: (tiles) => tiles.reverse() });
    const again = mosaicOf(photos, surface, { tileSide: 48 });
    expect(small.rgba).toEqual(again.rgba);
    const worst = whole.rgba.reduce(
      (most, value, at) => Math.max(most, Math.abs(value - small.rgba[at]!)),
      0,
    );
    expect(worst).toBeLessThanOrEqual(1);
  });
});
