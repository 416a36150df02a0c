import { expect, test } from 'vitest';
import { withRoom } from './with-room.ts';

test.each([0, 1, 2, 3, 4, 7])(
  'a list of triples that begins with room for %i values loses none',
  (capacity) => {
    let list = new Float64Array(capacity);
    for (let k = 0; k < 300; k += 3) {
      list = withRoom(list, k + 3);
      list.set([k, k + 1, k + 2], k);
    }
    expect(Array.from(list.subarray(0, 300))).toEqual(Array.from({ length: 300 }, (_, k) => k));
  },
);

test('room that is there is used', () => {
  const list = new Uint32Array(8);
  expect(withRoom(list, 8)).toBe(list);
  expect(withRoom(list, 9)).toBeInstanceOf(Uint32Array);
});

test('a length that is no whole number is a failure', () => {
  expect(() => withRoom(new Uint8Array(4), 4.5)).toThrow(RangeError);
  expect(() => withRoom(new Uint8Array(4), Number.NaN)).toThrow(RangeError);
});
