import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { multiply, rotate, transpose } from '#domain/math/rotations.ts';
import { type Camera, projectRay, simpleCamera } from '#domain/photogrammetry/model/camera.ts';
import type { Pose } from '#domain/photogrammetry/model/pose.ts';
import { type Blob, drawBlobs } from '#tests/support/blob-images.ts';
import { createTaskContext } from '#tests/support/task-context.ts';
import type { ColourImage, MatchSide } from '../../contract/photo-tasks.ts';
import { extract } from './extract.ts';
import { matchPair } from './match-pair.ts';

const context = createTaskContext();
const [width, height] = [480, 360];
/** The photo is twice as large as the image that features are found in. */
const camera: Camera = { ...simpleCamera(2 * width, 2 * height, 900), k1: -0.05 };

function lookDown(turn: number, centre: Pose['centre']): Pose {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return { rotation: multiply([c, -s, 0, s, c, 0, 0, 0, 1], [1, 0, 0, 0, -1, 0, 0, 0, -1]), centre };
}

/** Spots on hilly ground, as one camera at 60 m sees them. */
function takePicture(pose: Pose, seed: number): ColourImage {
  const random = createRandom(seed);
  const blobs: Blob[] = [];
  for (let i = 0; i < 2500; i++) {
    const [x, y] = [random.between(-60, 60), random.between(-50, 50)];
    const z = 3 * Math.sin(x / 9) + 2 * Math.cos(y / 7);
    const [sigma, strength] = [0.35 * 2 ** random.between(0, 2), random.between(20, 60)];
    const offset = [x - pose.centre[0], y - pose.centre[1], z - pose.centre[2]] as const;
    const [u, v, w] = rotate(pose.rotation, offset);
    const seen = projectRay(camera, u, v, w);
    if (!seen) continue;
    const scale = camera.focal / w / 2;
    blobs.push({
      x: seen[0] / 2,
      y: seen[1] / 2,
      sigma: sigma * scale,
      height: i % 2 ? strength : -strength,
    });
  }
  const grey = drawBlobs(width, height, blobs);
  const pixels = new Uint8Array(3 * grey.length);
  for (let i = 0; i < grey.length; i++) pixels.fill(grey[i]!, 3 * i, 3 * i + 3);
  return { width, height, pixels };
}

async function createSide(pose: Pose, seed: number, maxFeatures: number): Promise<MatchSide> {
  const image = takePicture(pose, seed);
  const input = { image, fullWidth: 2 * width, fullHeight: 2 * height, maxFeatures };
  const { output } = await extract(input, context);
  return { features: output, camera };
}

const first = lookDown(0, [0, 0, 60]);
const second = lookDown(0.5, [12, 3, 61]);

function angleBetween(p: readonly number[], q: readonly number[]): number {
  const dot = p.reduce((sum, value, i) => sum + value * q[i]!, 0);
  return Math.acos(Math.min(1, dot / (Math.hypot(...p) * Math.hypot(...q))));
}

describe('photo tasks', () => {
  it('tell features in pixels of the full photo', async () => {
    const { features } = await createSide(first, 7, 400);
    expect(features.count).toBe(400);
    const widest = features.xy.reduce((most, value, i) => (i % 2 === 0 ? Math.max(most, value) : most), 0);
    expect(widest).toBeGreaterThan(1.8 * width);
    expect(widest).toBeLessThan(2 * width);
    expect(Math.min(...features.scale)).toBeGreaterThan(1.7);
  });

  it.each([400, 6000])('find the relative pose of two images of one place, %i features', async (most) => {
    const sides = [await createSide(first, 7, most), await createSide(second, 7, most)] as const;
    const { output } = await matchPair({ a: 3, b: 8, sides }, context);
    const pair = output.pair!;
    expect([pair.a, pair.b, pair.kind]).toEqual([3, 8, 'general']);
    expect(pair.matches.length / 2).toBeGreaterThan(100);
    const rotation = multiply(second.rotation, transpose(first.rotation));
    const trace = [0, 4, 8].reduce((sum, k) => {
      const row = 3 * Math.floor(k / 3);
      return sum + [0, 1, 2].reduce((part, c) => part + pair.rotation[row + c]! * rotation[row + c]!, 0);
    }, 0);
    expect(Math.acos(Math.min(1, (trace - 1) / 2))).toBeLessThan(0.003);
    const [dx, dy, dz] = first.centre.map((value, i) => value - second.centre[i]!);
    expect(angleBetween(pair.translation, rotate(second.rotation, [dx!, dy!, dz!]))).toBeLessThan(0.02);
    const again = await matchPair({ a: 3, b: 8, sides }, context);
    expect(again.output).toEqual(output);
  });

  it('find nothing between images of different places', async () => {
    const sides = [await createSide(first, 7, 600), await createSide(second, 99, 600)] as const;
    expect((await matchPair({ a: 0, b: 1, sides }, context)).output.pair).toBeNull();
    const empty = {
      count: 0,
      xy: new Float32Array(0),
      scale: new Float32Array(0),
      angle: new Float32Array(0),
    };
    const none = { features: { ...empty, descriptors: new Uint8Array(0) }, camera };
    const { output } = await matchPair({ a: 0, b: 1, sides: [sides[0], none] }, context);
    expect(output).toEqual({ pair: null, candidates: 0 });
  });
});
