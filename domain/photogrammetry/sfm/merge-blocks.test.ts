import { describe, expect, it } from 'vitest';
import { simpleCamera } from '../model/camera.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { mergeBlocks } from './merge-blocks.ts';

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

/** A block of one point seen by two photos; cameras 0 and 1 with this focal length. */
const block = (firstPhoto: number, camera: number, focal: number): Reconstruction => ({
  cameras: [simpleCamera(100, 80, focal), simpleCamera(100, 80, focal + 1)],
  photos: [firstPhoto, firstPhoto + 1].map((photo) => ({
    photo,
    camera,
    pose: { rotation: identity, centre: [photo, 0, 0] },
  })),
  points: Float64Array.of(firstPhoto, 1, 2),
  colours: Uint8Array.of(firstPhoto, 5, 6),
  observations: {
    count: 2,
    point: Uint32Array.of(0, 0),
    photo: Uint32Array.of(0, 1),
    xy: Float32Array.of(1, 2, 3, 4),
    scale: Float32Array.of(1, 2),
  },
});

describe('blocks of one frame', () => {
  it('become one, with indices moved and each camera from the block that used it', () => {
    const merged = mergeBlocks([block(0, 0, 50), block(7, 1, 60)]);
    expect(merged.photos.map(({ photo }) => photo)).toEqual([0, 1, 7, 8]);
    expect(Array.from(merged.observations.point)).toEqual([0, 0, 1, 1]);
    expect(Array.from(merged.observations.photo)).toEqual([0, 1, 2, 3]);
    expect(Array.from(merged.points)).toEqual([0, 1, 2, 7, 1, 2]);
    expect(merged.cameras.map(({ focal }) => focal)).toEqual([50, 61]);
  });

  it('stay as they are when there is one', () => {
    const only = block(0, 0, 50);
    expect(mergeBlocks([only])).toBe(only);
  });
});
