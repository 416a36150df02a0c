import { describe, expect, it } from 'vitest';
import { readExtraBytes, readExtraValues } from './extra-bytes.ts';
import { extraBytesRecord, layExtraBytes, type NewDimension } from './extra-bytes-write.ts';

const dimensions: NewDimension[] = [
  { name: 'Views', description: 'photos that saw the point', type: 'u8' },
  { name: 'Sigma', description: 'standard deviation', type: 'u16', scale: 0.001 },
  { name: 'NormalX', description: '', type: 'i16', scale: 1 / 32_767 },
];

describe('written extra bytes', () => {
  it('are read back, values and all', () => {
    const { recordLength, placed } = layExtraBytes(7, dimensions);
    expect(recordLength).toBe(36 + 1 + 2 + 2);
    const { dimensions: found, warnings } = readExtraBytes(
      extraBytesRecord(dimensions).data,
      7,
      recordLength,
      'f.las',
    );
    expect(warnings).toEqual([]);
    expect(found).toEqual(placed);
    const bytes = new Uint8Array(recordLength);
    const view = new DataView(bytes.buffer);
    view.setUint8(placed[0]!.offset, 5);
    view.setUint16(placed[1]!.offset, 1234, true);
    view.setInt16(placed[2]!.offset, -32_767, true);
    const records = { format: 7, recordLength, count: 1, bytes };
    expect(found.map((dimension) => readExtraValues(records, dimension)[0])).toEqual([5, 1.234, -1]);
  });
});
