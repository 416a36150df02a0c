import { sumRecords } from '#domain/cloud/point-sums.ts';
import { sortIntoColumns } from '#domain/cloud/sort-into-columns.ts';
import { cubeOf } from '#domain/formats/copc/octree.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import {
  createSpoolWriter,
  readColumn,
  type Spool,
  type SpoolLayout,
  type SpoolLimits,
} from '#server/pipeline/cloud/spool.ts';

/** A place in metres. */
export type Place = readonly [x: number, y: number, z: number];

const format = 6;
const { length: recordLength, gpsTime, classification } = pointFormat(format);
const scale = [0.001, 0.001, 0.001] as const;

/** Records of format 6 at places in metres, single returns without a class; the GPS time of each is its number. */
export function recordsAt(places: readonly Place[]): PointRecords {
  const bytes = new Uint8Array(places.length * recordLength);
  const view = new DataView(bytes.buffer);
  places.forEach((place, point) => {
    const at = point * recordLength;
    for (const axis of [0, 1, 2] as const) {
      view.setInt32(at + 4 * axis, Math.round(place[axis] / scale[axis]), true);
    }
    view.setUint8(at + 14, 0x11);
    view.setUint8(at + classification, 1);
    view.setFloat64(at + gpsTime!, point, true);
  });
  return { format, recordLength, count: places.length, bytes };
}

/** The layout of a spool whose cube is the smallest around the places. */
export function layoutOf(places: readonly Place[]): SpoolLayout {
  const side = (pick: (...values: number[]) => number) => {
    const found = [...places[0]!] as [number, number, number];
    for (const place of places) {
      for (const axis of [0, 1, 2] as const) found[axis] = pick(found[axis], place[axis]);
    }
    return found;
  };
  const scaling = { scale, offset: [0, 0, 0] as const };
  return { format, recordLength, scaling, cube: cubeOf(side(Math.min), side(Math.max), scale) };
}

/** Limits that a thousand points reach. */
export const smallLimits: SpoolLimits = {
  bufferBytes: 50 * recordLength,
  pointsPerColumn: 20,
  recordsPerRead: 7,
  deepestFirstLevel: 2,
  deepestLevel: 12,
};

/**
 * Spools records as a reader passes them: in batches, from one buffer that is reused for each.
 * @param expected number of points that the spool expects
 */
export async function spoolRecords(
  folder: string,
  records: PointRecords,
  layout: SpoolLayout,
  limits: SpoolLimits,
  expected = records.count,
): Promise<Spool> {
  const batch = 33;
  const writer = await createSpoolWriter(folder, layout, expected, limits);
  const buffer = Buffer.alloc(batch * records.recordLength);
  for (let first = 0; first < records.count; first += batch) {
    const count = Math.min(batch, records.count - first);
    buffer.set(records.bytes.subarray(first * recordLength, (first + count) * recordLength));
    const batchOf = { format: records.format, recordLength, count, bytes: buffer };
    await writer.add(sortIntoColumns(batchOf, writer.columns), sumRecords(batchOf));
  }
  return writer.finish();
}

/** All records of a spool, column by column. */
export async function recordsOf(spool: Spool): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (const column of spool.columns) parts.push((await readColumn(spool, column)).bytes);
  return Buffer.concat(parts);
}
