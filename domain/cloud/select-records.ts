import { extractLayers } from '../formats/las/extract-layers.ts';
import type { LayerName, PointRecords } from '../formats/las/points.ts';
import type { Quantisation } from '../formats/las/quantisation.ts';
import { isInRing } from '../geometry/plane/ring.ts';
import { isPointSeen, type PointFilter } from './point-filter.ts';

const asked: readonly LayerName[] = ['xyz', 'classification', 'returnNumber', 'numberOfReturns', 'gpsTime'];

/**
 * The records that pass a filter and are in one of the areas, in their order, each truncated to `recordLength` bytes
 * (which removes extra bytes).
 * @param areas rings, xy per vertex, not closed; null: anywhere
 */
export function selectRecords(
  records: PointRecords,
  { scale, offset }: Quantisation,
  filter: PointFilter,
  areas: readonly (readonly number[])[] | null,
  recordLength: number,
): PointRecords {
  const { xyz, classification, returnNumber, numberOfReturns, gpsTime } = extractLayers(records, asked);
  const bytes = new Uint8Array(records.count * recordLength);
  let count = 0;
  for (let point = 0; point < records.count; point++) {
    const along = (axis: 0 | 1 | 2) => xyz![3 * point + axis]! * scale[axis] + offset[axis];
    const position = [along(0), along(1), along(2)] as const;
    const isSeen = isPointSeen(filter, {
      position,
      classification: classification?.[point] ?? null,
      returnNumber: returnNumber?.[point] ?? null,
      numberOfReturns: numberOfReturns?.[point] ?? null,
      gpsTime: gpsTime?.[point] ?? null,
    });
    if (!isSeen) continue;
    if (areas !== null && !areas.some((ring) => isInRing(ring, position[0], position[1]))) continue;
    const from = point * records.recordLength;
    bytes.set(records.bytes.subarray(from, from + recordLength), count * recordLength);
    count++;
  }
  return { format: records.format, recordLength, count, bytes: bytes.slice(0, count * recordLength) };
}
