import type { PointRecords } from '../formats/las/points.ts';
import type { Quantisation } from '../formats/las/quantisation.ts';
import { isInRing } from '../geometry/plane/ring.ts';

/** A region in plan, and the box round it: plain data. */
export interface PlanArea {
  /** xy per vertex, not closed; places in an odd number of rings are inside. */
  readonly rings: readonly (readonly number[])[];
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** By the even-odd rule. */
function isInArea({ rings, minX, minY, maxX, maxY }: PlanArea, x: number, y: number): boolean {
  if (x < minX || x > maxX || y < minY || y > maxY) return false;
  return rings.filter((ring) => isInRing(ring, x, y)).length % 2 === 1;
}

/** The records with places in one of the areas, their bytes unchanged. */
export function keepInAreas(
  records: PointRecords,
  { scale, offset }: Quantisation,
  areas: readonly PlanArea[],
): PointRecords {
  const { bytes, recordLength, count } = records;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = new Uint8Array(bytes.byteLength);
  let length = 0;
  for (let point = 0; point < count; point++) {
    const at = point * recordLength;
    const x = view.getInt32(at, true) * scale[0] + offset[0];
    const y = view.getInt32(at + 4, true) * scale[1] + offset[1];
    if (!areas.some((area) => isInArea(area, x, y))) continue;
    kept.set(bytes.subarray(at, at + recordLength), length);
    length += recordLength;
  }
  return { ...records, count: length / recordLength, bytes: kept.slice(0, length) };
}
