import { expect, test } from 'vitest';
import { sampleRecords } from '#tests/support/las-fixture.ts';
import { extraDescriptorBytes, readExtraBytes, readExtraValues } from './extra-bytes.ts';
import { putText } from './header-write.ts';

interface Descriptor {
  code: number;
  options?: number;
  name?: string;
  scale?: number;
  shift?: number;
  noData?: bigint;
}

function payload(...descriptors: Descriptor[]): Uint8Array {
  const bytes = new Uint8Array(descriptors.length * extraDescriptorBytes);
  const view = new DataView(bytes.buffer);
  descriptors.forEach(
    ({ code, options = 0, name = 'dimension', scale = 0, shift = 0, noData = 0n }, index) => {
      const at = index * extraDescriptorBytes;
      view.setUint8(at + 2, code);
      view.setUint8(at + 3, options);
      putText(bytes, at + 4, 32, name);
      view.setBigInt64(at + 40, noData, true);
      view.setFloat64(at + 112, scale, true);
      view.setFloat64(at + 136, shift, true);
      putText(bytes, at + 160, 32, 'described');
    },
  );
  return bytes;
}

test('typed dimensions are placed one behind the other', () => {
  const described = payload({ code: 1, name: 'flag' }, { code: 26, name: 'vector' }, { code: 0, options: 5 });
  const { dimensions, warnings } = readExtraBytes(described, 6, 30 + 1 + 12 + 5, 'a.las');
  expect(warnings).toEqual([]);
  expect(
    dimensions.map(({ name, type, elements, offset, length }) => [name, type, elements, offset, length]),
  ).toEqual([
    ['flag', 'u8', 1, 30, 1],
    ['vector', 'i32', 3, 31, 12],
    ['dimension', 'bytes', 5, 43, 5],
  ]);
});

test('scale, offset and no-data are put into the values', () => {
  const records = sampleRecords(0, 3, 2);
  const view = new DataView(records.bytes.buffer);
  [7, -9999, -4].forEach((value, point) => {
    view.setInt16(point * records.recordLength + 20, value, true);
  });
  const described = payload({ code: 4, options: 1 | 8 | 16, scale: 0.5, shift: 100, noData: -9999n });
  const { dimensions } = readExtraBytes(described, 0, 22, 'a.las');
  expect(Array.from(readExtraValues(records, dimensions[0]!))).toEqual([103.5, Number.NaN, 98]);
});

test('descriptors that promise more than a record holds are left out with a warning', () => {
  const { dimensions, warnings } = readExtraBytes(
    payload({ code: 3 }, { code: 10, name: 'far' }),
    0,
    24,
    'a.las',
  );
  expect(warnings.map(({ code }) => code)).toEqual([
    'las.extra-bytes-malformed',
    'las.extra-bytes-unregistered',
  ]);
  expect(dimensions.map(({ type, offset, length }) => [type, offset, length])).toEqual([
    ['u16', 20, 2],
    ['bytes', 22, 2],
  ]);
});

test('an unknown type and a torn descriptor are malformed', () => {
  expect(readExtraBytes(payload({ code: 31 }), 0, 20, 'a.las').warnings).toHaveLength(1);
  expect(readExtraBytes(payload({ code: 1 }).subarray(0, 100), 0, 20, 'a.las').warnings).toHaveLength(1);
});

test('bytes that nobody describes are kept as one opaque dimension', () => {
  const { dimensions, warnings } = readExtraBytes(undefined, 6, 34, 'a.las');
  expect(warnings).toEqual([{ code: 'las.extra-bytes-unregistered', params: { file: 'a.las', count: 4 } }]);
  expect(dimensions).toMatchObject([{ type: 'bytes', offset: 30, length: 4 }]);
});

test('descriptors of no bytes are read only as far as there are bytes to describe', () => {
  const none = { code: 0, options: 0 };
  const { dimensions, warnings } = readExtraBytes(
    payload(none, none, none, none, { code: 1 }),
    0,
    21,
    'a.las',
  );
  expect(dimensions).toHaveLength(4);
  expect(warnings[0]).toEqual({
    code: 'las.extra-bytes-malformed',
    params: { file: 'a.las', index: 3, name: 'dimension', room: 1 },
  });
});
