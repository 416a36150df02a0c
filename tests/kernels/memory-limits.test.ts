import { describe, expect, it } from 'vitest';
import { instantiate } from '#wasm/bindings/instance.ts';
import type { KernelName } from '#wasm/bindings/kernels.ts';
import { loadKernel } from '../support/kernels.ts';

type Calls = Record<string, (...values: number[]) => number>;

/** Sizes whose sum in 32 bits would be a few bytes, so that the kernel would take them for small. */
const wrapping: readonly [KernelName, string, number[]][] = [
  ['tin', 'prepareSurface', [178_956_971, 0]],
  ['tin', 'prepareSurface', [0, 357_913_942]],
  ['tin', 'prepareOther', [178_956_971, 0]],
  ['tin', 'prepareBlock', [2 ** 30]],
  ['grid', 'prepareGrid', [2 ** 15, 2 ** 15, 1, 0]],
  ['grid', 'prepareGrid', [2 ** 15, 2 ** 14, 1, 1]],
  ['grid', 'prepareOther', [2 ** 15, 2 ** 15]],
  ['grid', 'prepareBase', [178_956_971, 0]],
  ['contour', 'prepareLevels', [2 ** 29]],
  ['contour', 'prepareGrid', [2 ** 30]],
  ['contour', 'prepareTin', [178_956_971, 1]],
  ['features', 'prepare', [65_536, 65_536, 1, 0]],
  ['features', 'prepare', [32_768, 32_768, 1, 0]],
  ['features', 'prepareChoice', [2 ** 30, 0]],
  ['matching', 'prepare', [2 ** 25, 1]],
  ['matching', 'prepareGuide', [65_536, 65_536]],
  ['simulation', 'preparePhoto', [65_536, 65_536]],
  ['stereo', 'allocate', [2 ** 32]],
  ['warp', 'allocate', [2 ** 32]],
];

describe('sizes beyond what an address can name', () => {
  it.each(wrapping)('%s %s %j is refused', (kernel, call, sizes) => {
    const exports = instantiate<Calls>(loadKernel(kernel));
    exports['clear']?.();
    expect(exports[call]!(...sizes)).toBe(0);
  });

  it('raster refuses two blocks that together are too large', () => {
    const exports = instantiate<Calls>(loadKernel('raster'));
    exports['makeRoom']!(0, 2 ** 31 - 1);
    expect(exports['makeRoom']!(1, 2 ** 31 - 1)).toBe(0);
  });
});
