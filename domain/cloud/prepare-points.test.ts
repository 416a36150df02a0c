import { describe, expect, it } from 'vitest';
import { pointFormat } from '../formats/las/point-format.ts';
import type { PointRecords } from '../formats/las/points.ts';
import { addRecords, addSummary, createSummary } from '../formats/las/summary.ts';
import { densityGridOf } from './density-map.ts';
import { addSums, noPoints, sumRecords } from './point-sums.ts';
import { type PointPreparation, preparePoints } from './prepare-points.ts';
import { sortIntoColumns } from './sort-into-columns.ts';

const scaling = { scale: [0.01, 0.01, 0.01] as const, offset: [100, 200, 0] as const };
const cube = { minX: 100, minY: 200, minZ: 0, size: 10 };
const columns = { cube, scaling, level: 1 };
const cells = densityGridOf([100, 200, 0], [110, 210, 1]);

/** Records of format 7 at whole centimetres from the cube's corner; the time of each is its number. */
function recordsAt(places: readonly (readonly [x: number, y: number])[], red = 200): PointRecords {
  const { length, gpsTime, rgb, classification } = pointFormat(7);
  const bytes = new Uint8Array(places.length * length);
  const view = new DataView(bytes.buffer);
  places.forEach(([x, y], point) => {
    const at = point * length;
    view.setInt32(at, x, true);
    view.setInt32(at + 4, y, true);
    view.setUint8(at + 14, 0x11);
    view.setUint8(at + classification, point % 3);
    view.setFloat64(at + gpsTime!, point, true);
    view.setUint16(at + rgb!, red, true);
  });
  return { format: 7, recordLength: length, count: places.length, bytes };
}

const plain: PointPreparation = {
  file: 'a.las',
  format: 7,
  keepsExtraBytes: true,
  drop: [],
  gpsWeek: null,
  from: scaling,
  to: scaling,
  widensColours: false,
  move: null,
  areas: null,
};

const timesOf = ({ bytes, recordLength, count }: PointRecords) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Array.from({ length: count }, (_, i) => view.getFloat64(i * recordLength + 22, true));
};

describe('points on their way into a spool', () => {
  it('stand together by column, in the order in which they came', () => {
    const records = recordsAt([
      [10, 10],
      [900, 10],
      [20, 20],
      [20, 900],
      [900, 30],
      [30, 30],
    ]);
    const { records: sorted, runs } = sortIntoColumns(records, columns);
    expect(timesOf(sorted)).toEqual([0, 2, 5, 1, 4, 3]);
    expect(runs).toEqual([
      { id: 0, count: 3 },
      { id: 1, count: 2 },
      { id: 2, count: 1 },
    ]);
    expect(sortIntoColumns(recordsAt([]), columns).runs).toEqual([]);
  });

  it('add up piece by piece to what they add up to at once', () => {
    const places = Array.from({ length: 50 }, (_, k) => [(k * 37) % 1000, (k * 91) % 1000] as const);
    const [all, summary, density] = [
      createSummary(),
      createSummary(),
      new Float64Array(cells.width * cells.height),
    ];
    addRecords(all, recordsAt(places));
    let sums = noPoints;
    for (const piece of [places.slice(0, 20), [], places.slice(20)]) {
      const prepared = preparePoints(recordsAt(piece), plain, columns, cells)!;
      addSummary(summary, prepared.summary);
      prepared.density.forEach((points, cell) => {
        density[cell]! += points;
      });
      sums = addSums(sums, prepared.sums);
      expect(sumRecords(prepared.records)).toEqual(prepared.sums);
    }
    expect({ ...summary, minTime: 0, maxTime: 0 }).toEqual({ ...all, minTime: 0, maxTime: 0 });
    expect(sums.count).toBe(50);
    expect(density.reduce((sum, points) => sum + points, 0)).toBe(50);
  });

  it('are kept where they lie in an area, and counted as read all the same', () => {
    const areas = [
      { rings: [[100, 200, 105, 200, 105, 205, 100, 205]], minX: 100, minY: 200, maxX: 105, maxY: 205 },
    ];
    const prepared = preparePoints(
      recordsAt([
        [10, 10],
        [900, 900],
        [20, 20],
      ]),
      { ...plain, areas },
      columns,
      cells,
    )!;
    expect(prepared.read).toBe(3);
    expect(timesOf(prepared.records)).toEqual([0, 2]);
  });

  it('get colours of 16 bits, unless they have them', () => {
    const how = { ...plain, widensColours: true };
    expect(preparePoints(recordsAt([[1, 1]]), how, columns, cells)!.summary.maxColour).toBe(200 * 257);
    expect(preparePoints(recordsAt([[1, 1]], 256), how, columns, cells)).toBeNull();
  });
});
