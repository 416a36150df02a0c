import { describe, expect, it } from 'vitest';
import { splitBytes } from './split-bands.ts';

describe('bytes of pixels split into bands', () => {
  it.each([3, 4])('%s bands, whole words and what is left', (bands) => {
    const block = Uint8Array.from({ length: bands * 64 }, (_, i) => (i * 37 + 11) % 256);
    const runs = [
      { from: 0, to: 0, count: 19 },
      { from: 5 * bands, to: 21, count: 7 },
      { from: 40 * bands, to: 32, count: 16 },
    ];
    const targets = Array.from({ length: bands }, () => new Uint8Array(48));
    const expected = targets.map((target) => target.slice());
    for (const { from, to, count } of runs) {
      for (let i = 0; i < count; i++) {
        for (let band = 0; band < bands; band++) expected[band]![to + i] = block[from + i * bands + band]!;
      }
    }
    expect(splitBytes(block, targets, runs)).toBe(true);
    expect(targets).toEqual(expected);
  });

  it('are left to others where there are two, or samples are wider', () => {
    expect(splitBytes(new Uint8Array(4), [new Uint8Array(2), new Uint8Array(2)], [])).toBe(false);
    const wide = [0, 1, 2].map(() => new Uint16Array(2));
    expect(splitBytes(new Uint16Array(6), wide, [])).toBe(false);
  });
});
