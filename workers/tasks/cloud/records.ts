import type { PointRecords } from '#domain/formats/las/points.ts';

/** Copies the chosen records, in the order of `indices`. */
export function takeRecords(records: PointRecords, indices: Uint32Array): PointRecords {
  const { format, recordLength, bytes } = records;
  const taken = new Uint8Array(indices.length * recordLength);
  for (let k = 0; k < indices.length; k++) {
    const from = indices[k]! * recordLength;
    taken.set(bytes.subarray(from, from + recordLength), k * recordLength);
  }
  return { format, recordLength, count: indices.length, bytes: taken };
}

/** Joins records of one format and length into one block. */
export function joinRecords(parts: readonly PointRecords[]): PointRecords {
  const first = parts[0];
  if (!first) throw new RangeError('nothing to join');
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.bytes.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part.bytes, at);
    at += part.bytes.length;
  }
  return {
    format: first.format,
    recordLength: first.recordLength,
    count: parts.reduce((sum, part) => sum + part.count, 0),
    bytes,
  };
}
