import { describe, expect, it } from 'vitest';
import { relativeSharpness } from './relative-sharpness.ts';

describe('sharpness over the median', () => {
  it('is 1 in the middle, less for a blurred photo, and 1 where nothing was measured', () => {
    expect(relativeSharpness([0.8, 0.4, null, 0.8, 1])).toEqual([1, 0.5, 1, 1, 1.25]);
    expect(relativeSharpness([null, null])).toEqual([1, 1]);
  });
});
