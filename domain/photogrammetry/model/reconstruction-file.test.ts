import { describe, expect, it } from 'vitest';
import { simpleCamera } from './camera.ts';
import type { Reconstruction } from './reconstruction.ts';
import {
  decodeBlocks,
  decodeFeatures,
  decodePairs,
  encodeBlocks,
  encodeFeatures,
  encodePairs,
} from './reconstruction-file.ts';

const block = (count: number): Reconstruction => ({
  cameras: [{ ...simpleCamera(1000, 750, 812.345_678_901_234), k1: -0.1 / 3 }],
  photos: [
    { photo: 4, camera: 0, pose: { rotation: [1, 0, 0, 0, -1, 0, 0, 0, -1], centre: [1 / 3, 2, 90.1] } },
  ],
  points: Float64Array.from({ length: 3 * count }, (_, index) => index / 7),
  colours: Uint8Array.from({ length: 3 * count }, (_, index) => index),
  observations: {
    count,
    point: Uint32Array.from({ length: count }, (_, index) => index),
    photo: new Uint32Array(count),
    xy: Float32Array.from({ length: 2 * count }, (_, index) => index + 0.25),
    scale: new Float32Array(count).fill(2.5),
  },
});

describe('the store of reconstructions', () => {
  it('gives blocks back to the last bit', () => {
    const blocks = [block(5), block(3)];
    const found = decodeBlocks<{ note: string }>(
      encodeBlocks(blocks, { note: 'ä' }, { sigmas: Float64Array.of(1, Number.NaN) }),
      'blocks.bin',
    );
    expect(found.blocks).toEqual(blocks);
    expect(found.extra).toEqual({ note: 'ä' });
    expect(found.extraArray('sigmas')).toEqual(Float64Array.of(1, Number.NaN));
  });

  it('gives features and pairs back', () => {
    const features = {
      count: 1,
      xy: Float32Array.of(1.5, 2.5),
      scale: Float32Array.of(3),
      angle: Float32Array.of(-1),
      descriptors: new Uint8Array(128).fill(7),
      rgb: Uint8Array.of(1, 2, 3),
    };
    expect(decodeFeatures(encodeFeatures(features), 'f')).toEqual(features);
    const pair = {
      a: 0,
      b: 3,
      matches: Uint32Array.of(1, 2, 3, 4),
      kind: 'planar',
      rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      translation: [1, 0, 0],
      medianAngleDeg: 3.25,
    } as const;
    expect(decodePairs(encodePairs([pair]), 'p')).toEqual([pair]);
  });

  it.each([0, 3, 40, 200])('refuses a file cut at byte %d', (length) => {
    const whole = encodeBlocks([block(5)], null);
    expect(() => decodeBlocks(whole.subarray(0, length), 'blocks.bin')).toThrow(
      expect.objectContaining({ code: 'photo.bad-store', params: { file: 'blocks.bin' } }),
    );
  });
});
