import { describe, expect, it } from 'vitest';
import { addSums, differenceOf, noPoints, type PointSums, sumRecords } from './point-sums.ts';

function createRecords(count: number, recordLength: number): Uint8Array {
  const bytes = new Uint8Array(count * recordLength);
  for (let at = 0; at < bytes.length; at++) bytes[at] = (at * 31 + (at >> 3) * 17) & 255;
  return bytes;
}

const sum = (bytes: Uint8Array, recordLength: number): PointSums =>
  sumRecords({ format: 6, recordLength, count: bytes.length / recordLength, bytes });

/** Records in reverse order. */
function reversed(bytes: Uint8Array, recordLength: number): Uint8Array {
  const turned = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += recordLength) {
    turned.set(bytes.subarray(at, at + recordLength), bytes.length - recordLength - at);
  }
  return turned;
}

describe.each([30, 36, 38, 41])('sums of records of %i bytes', (recordLength) => {
  const bytes = createRecords(200, recordLength);
  const sums = sum(bytes, recordLength);
  const changed = (change: (own: Uint8Array) => void) => {
    const own = new Uint8Array(bytes);
    change(own);
    return differenceOf(sums, sum(own, recordLength));
  };

  it('do not depend on order or on how the points are parted', () => {
    expect(sum(reversed(bytes, recordLength), recordLength)).toEqual(sums);
    const cut = 77 * recordLength;
    const parts = [bytes.subarray(0, cut), bytes.subarray(cut)].map((part) => sum(part, recordLength));
    expect(parts.reduce(addSums, noPoints)).toEqual(sums);
  });

  it('see every bit of a record', () => {
    for (let bit = 0; bit < 8 * recordLength; bit++) {
      const at = 50 * recordLength + (bit >> 3);
      const isPlace = bit < 96;
      const found = changed((own) => {
        own[at]! ^= 1 << (bit & 7);
      });
      expect(found).toBe(isPlace ? 'coordinates' : 'attributes');
    }
  });

  it('see two points that exchange an attribute', () => {
    const [one, other] = [20 * recordLength + 16, 21 * recordLength + 16];
    expect(bytes[one]).not.toBe(bytes[other]);
    const found = changed((own) => {
      own[one] = bytes[other]!;
      own[other] = bytes[one]!;
    });
    expect(found).toBe('attributes');
  });

  it('see a point that stands twice in the place of another, and one that is missing', () => {
    const doubled = changed((own) => own.copyWithin(0, recordLength, 2 * recordLength));
    expect(doubled).toBe('coordinates');
    expect(differenceOf(sums, sum(bytes.subarray(recordLength), recordLength))).toBe('number');
  });
});

it('sums of many equal changes do not cancel out', () => {
  const bytes = createRecords(1024, 32);
  const sums = sum(bytes, 32);
  for (let at = 16; at < bytes.length; at += 32) bytes[at]! ^= 0x80;
  expect(differenceOf(sums, sum(bytes, 32))).toBe('attributes');
});
