import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#domain/math/vectors.ts';
import { simpleCamera } from '#domain/photogrammetry/model/camera.ts';
import { createLocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import { rotationFromAttitude } from '#domain/photogrammetry/model/pose.ts';
import { type SeenContext, seenGround } from './seen-ground.ts';

/** A pixel of 0.1 m on the ground 100 m below; photos show 80 m by 60 m. */
const camera = simpleCamera(800, 600, 1000);

/** Photos that look straight down from a height over places along the easting, north up. */
function contextOf(eastings: readonly number[], heightM: number): SeenContext {
  const photos = eastings.map((x, photo) => {
    const centre: Vec3 = [x, 0, heightM];
    return { photo, camera: 0, pose: { rotation: rotationFromAttitude(0, -90, 0), centre } };
  });
  const adjusted = { cameras: [camera], photos } as unknown as SeenContext['adjusted'];
  return { adjusted, adjustedKey: 'k', frame: createLocalFrame(null, [1000, 2000, 0]), gsdM: 0.1 };
}

const at = (context: SeenContext, ...places: readonly Vec3[]) =>
  Array.from(
    seenGround(context).at(Float64Array.from(places.flatMap(([x, y, z]) => [1000 + x, 2000 + y, z]))),
  );

describe('ground that is well seen', () => {
  const block = contextOf([0, 20, 40, 60], 100);

  it('is what enough photos show', () => {
    expect(at(block, [20, 0, 0], [20, 29, 0], [20, 31, 0])).toEqual([1, 1, 0]);
    // the second photo shows it, the third and the first do as well; of the far end only the last does
    expect(at(block, [39, 0, 0], [95, 0, 0], [200, 0, 0], [20, 0, 150])).toEqual([1, 0, 0, 0]);
  });

  it('is near enough for pixels of two ground sampling distances', () => {
    expect(at(block, [20, 0, -95], [20, 0, -105])).toEqual([1, 0]);
  });

  it('has a key of the block that it is told from', () => {
    expect(seenGround({ ...block, adjustedKey: 'other' }).key).not.toBe(seenGround(block).key);
  });
});
