import { describe, expect, it } from 'vitest';
import type { WarpPiece, WarpRules, WarpTarget } from '#domain/warp/warp-rules.ts';
import { loadKernel } from '#tests/support/kernels.ts';
import { createWarpKernel } from './warp.ts';

const kernel = createWarpKernel(loadKernel('warp'));
const rules: WarpRules = {
  method: 'bilinear',
  sampleType: 'uint8',
  hasOpacity: false,
  nodata: null,
  gain: 1,
  masked: false,
  scale: [1, 1],
};

function createPiece(bands: WarpPiece['bands'], change: Partial<WarpPiece> = {}): WarpPiece {
  return { width: 4, height: 2, bands, mask: null, origin: [0, 0], ...change };
}

/** A square of target pixels over the source: its first corner and the source pixels per target pixel. */
function createTarget(size: number, x: number, y: number, scale: number, height = size): WarpTarget {
  const end = size * scale;
  const nodes = Float64Array.of(x, y, x + end, y, x, y + end, x + end, y + end);
  return { grid: { cells: 1, nodes }, size, x: 0, y: 0, width: size, height };
}

const ramp = () => Uint8Array.of(0, 10, 20, 30, 40, 50, 60, 70);

describe('resampling', () => {
  it.each(['nearest', 'bilinear', 'cubic', 'average'] as const)(
    '%s of the same pixels changes none',
    (method) => {
      const { samples } = kernel.warp(
        createPiece([ramp()]),
        { ...rules, method },
        createTarget(4, 0, 0, 1, 2),
      );
      expect([...samples]).toEqual([...ramp()]);
    },
  );

  it('takes the mean of neighbours half a pixel away, and only those that exist at an edge', () => {
    const target = createTarget(4, 0.5, 0, 1, 1);
    expect([...kernel.warp(createPiece([ramp()]), { ...rules, masked: true }, target).samples]).toEqual([
      5, 15, 25, 0,
    ]);
    const { mask } = kernel.warp(createPiece([ramp()]), { ...rules, masked: true }, target);
    expect([...mask!]).toEqual([255, 255, 255, 0]);
  });

  it('averages whole pixels and parts of them', () => {
    const average = { ...rules, method: 'average' as const, scale: [2, 2] as const };
    expect([...kernel.warp(createPiece([ramp()]), average, createTarget(2, 0, 0, 2, 1)).samples]).toEqual([
      25, 45,
    ]);
  });

  it('leaves missing values out, and writes them where the pixel beneath is missing', () => {
    const heights = Float32Array.of(1, 2, -9, 4, 1, 2, -9, 4);
    const missing = { ...rules, sampleType: 'float32' as const, nodata: -9, gain: 10 };
    const { samples } = kernel.warp(createPiece([heights]), missing, createTarget(4, 0.25, 0, 1, 1));
    expect([...samples]).toEqual([12.5, 20, -9, 40]);
  });

  it('never makes a valid value missing by rounding', () => {
    const { samples } = kernel.warp(
      createPiece([Uint8Array.of(6, 8, 6, 8, 6, 8, 6, 8)]),
      { ...rules, nodata: 7 },
      createTarget(4, 0.5, 0, 1, 1),
    );
    expect([...samples].slice(0, 3)).toEqual([6, 6, 6]);
  });

  it('counts colours by opacity and masks', () => {
    const bands = [
      Uint8Array.of(100, 200, 100, 200, 100, 200, 100, 200),
      Uint8Array.of(255, 0, 255, 255, 0, 0, 0, 0),
    ];
    const clear = { ...rules, hasOpacity: true };
    const { samples } = kernel.warp(createPiece(bands), clear, createTarget(4, 0.25, 0, 1, 1));
    expect([...samples]).toEqual([100, 255, 0, 0, 125, 255, 200, 255]);
    const mask = Uint8Array.of(255, 0, 255, 255, 0, 0, 0, 0);
    const masked = kernel.warp(
      createPiece([bands[0]!], { mask }),
      { ...rules, masked: true },
      createTarget(4, 0.25, 0, 1, 1),
    );
    expect([...masked.samples]).toEqual([100, 0, 125, 200]);
    expect([...masked.mask!]).toEqual([255, 0, 255, 255]);
  });
});
