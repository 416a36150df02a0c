import { describe, expect, it } from 'vitest';
import { findSuspectNodata } from './suspect-nodata.ts';

/** Heights near a level with a frame of another value. */
function framed(level: number, mark: number): Float32Array {
  return Float32Array.from({ length: 400 }, (_, cell) => {
    const [x, y] = [cell % 20, Math.floor(cell / 20)];
    const isFrame = x === 0 || y === 0 || x === 19 || y === 19;
    return isFrame ? mark : level + x;
  });
}

describe('marks of missing heights that no tag declares', () => {
  it.each([-9999, 65_535, -32_768, -3.4028234663852886e38, Number.POSITIVE_INFINITY])(
    'are found: %s',
    (mark) => {
      expect(findSuspectNodata(framed(100, mark))).toEqual({ value: mark, count: 76 });
    },
  );

  it('are not seen in true heights, nor where all are one value', () => {
    expect(findSuspectNodata(framed(100, 9))).toBeNull();
    expect(findSuspectNodata(framed(9990, 9999))).toBeNull();
    expect(findSuspectNodata(framed(100, Number.NaN))).toBeNull();
    expect(findSuspectNodata(new Float32Array(9).fill(-9999))).toBeNull();
  });
});
