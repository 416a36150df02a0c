import type { PointRecords } from '../formats/las/points.ts';
import { addPairs, isSamePair, mixBits, type SumPair, zeroSum } from '../math/sum-pair.ts';

/**
 * Sums of a set of points, independent of their order: their number, and wrapping sums of a hash of each point's
 * coordinates (its three integers) and of each whole record. Two points that exchange an attribute, or a duplicate in
 * place of a missing point, change the sums.
 */
export interface PointSums {
  readonly count: number;
  readonly places: SumPair;
  readonly records: SumPair;
}

export const noPoints: PointSums = { count: 0, places: zeroSum, records: zeroSum };

/** The last bytes of a record as one word, zeros behind them. */
function tailWord(bytes: Uint8Array, from: number, end: number): number {
  let word = 0;
  for (let at = from, shift = 0; at < end; at++, shift += 8) word |= bytes[at]! << shift;
  return word;
}

/** Adds up raw records. Two lanes of 32 bits walk over the words of each record. */
export function sumRecords({ bytes, count, recordLength }: PointRecords): PointSums {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wholeWords = recordLength & ~3;
  let [placesA, placesB, recordsA, recordsB] = [0, 0, 0, 0];
  for (let point = 0, start = 0; point < count; point++, start += recordLength) {
    let a = 0x9e3779b9;
    let b = 0x7f4a7c15;
    for (let at = start; at < start + wholeWords; at += 4) {
      const word = view.getInt32(at, true);
      a = Math.imul(a ^ word, 0x85ebca6b);
      a = (a << 13) | (a >>> 19);
      b = Math.imul((b + word) | 0, 0xc2b2ae35);
      b = (b << 17) | (b >>> 15);
      if (at !== start + 8) continue;
      placesA = (placesA + mixBits(a)) | 0;
      placesB = (placesB + mixBits(b ^ 0x5bd1e995)) | 0;
    }
    if (wholeWords < recordLength) {
      const word = tailWord(bytes, start + wholeWords, start + recordLength);
      a = Math.imul(a ^ word, 0x85ebca6b);
      b = Math.imul((b + word) | 0, 0xc2b2ae35);
    }
    recordsA = (recordsA + mixBits(a)) | 0;
    recordsB = (recordsB + mixBits(b ^ 0x5bd1e995)) | 0;
  }
  return { count, places: [placesA >>> 0, placesB >>> 0], records: [recordsA >>> 0, recordsB >>> 0] };
}

/** The sums of both sets together. */
export function addSums(a: PointSums, b: PointSums): PointSums {
  return {
    count: a.count + b.count,
    places: addPairs(a.places, b.places),
    records: addPairs(a.records, b.records),
  };
}

/** The difference of two sets of points, the grossest first; null where their sums are equal. */
export function differenceOf(a: PointSums, b: PointSums): 'number' | 'coordinates' | 'attributes' | null {
  if (a.count !== b.count) return 'number';
  if (!isSamePair(a.places, b.places)) return 'coordinates';
  return isSamePair(a.records, b.records) ? null : 'attributes';
}
