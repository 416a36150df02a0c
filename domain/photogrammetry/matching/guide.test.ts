import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { multiply, rotate, transpose } from '../../math/rotations.ts';
import { type Camera, projectRay, simpleCamera } from '../model/camera.ts';
import type { Pose } from '../model/pose.ts';
import { guideWindows, windowFloats } from './guide.ts';

const lens: Camera = { ...simpleCamera(4000, 3000, 2800), k1: -0.12, k2: 0.06, p1: 0.0006 };
const fisheye: Camera = { ...simpleCamera(3000, 3000, 1100), model: 'fisheye', k1: 0.02 };

function turnAbout(axis: 0 | 1 | 2, angle: number): Pose['rotation'] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  if (axis === 0) return [1, 0, 0, 0, c, -s, 0, s, c];
  if (axis === 1) return [c, 0, s, 0, 1, 0, -s, 0, c];
  return [c, -s, 0, s, c, 0, 0, 0, 1];
}

/** Image coordinates of rough ground's points in two cameras. */
function createPair(camera: Camera, base: number, tilt: number) {
  const down: Pose['rotation'] = [1, 0, 0, 0, -1, 0, 0, 0, -1];
  const a: Pose = { rotation: multiply(turnAbout(0, tilt), down), centre: [0, 0, 60] };
  const b: Pose = {
    rotation: multiply(turnAbout(2, 0.4), down),
    centre: [base, 0.2 * base, 60 + 0.1 * base],
  };
  const random = createRandom(21);
  const xyA: number[] = [];
  const xyB: number[] = [];
  while (xyA.length < 800) {
    const point = [random.between(-60, 60), random.between(-60, 60), random.between(-3, 3)] as const;
    const see = ({ rotation, centre }: Pose) =>
      projectRay(
        camera,
        ...rotate(rotation, [point[0] - centre[0], point[1] - centre[1], point[2] - centre[2]]),
      );
    const [p, q] = [see(a), see(b)];
    const isIn = (xy: [number, number] | null): xy is [number, number] =>
      xy !== null && xy[0] > 0 && xy[1] > 0 && xy[0] < camera.width && xy[1] < camera.height;
    if (!isIn(p) || !isIn(q)) continue;
    xyA.push(...p);
    xyB.push(...q);
  }
  const rotation = multiply(b.rotation, transpose(a.rotation));
  const step = rotate(b.rotation, [
    a.centre[0] - b.centre[0],
    a.centre[1] - b.centre[1],
    a.centre[2] - b.centre[2],
  ]);
  const length = Math.hypot(...step);
  const side = (xy: number[]) => ({ features: { count: 400, xy: Float32Array.from(xy) }, camera });
  const translation = length > 0 ? step.map((value) => value / length) : [0, 0, 1];
  return { a: side(xyA), b: side(xyB), rotation: [...rotation], translation };
}

/** Number of partners inside their windows, and mean window area. */
function countInside(pair: ReturnType<typeof createPair>, windows: Float32Array) {
  let inside = 0;
  let area = 0;
  for (let i = 0; i < 400; i++) {
    const [x, y, ux, uy, length, width] = windows.subarray(windowFloats * i, windowFloats * (i + 1));
    const [dx, dy] = [pair.b.features.xy[2 * i]! - x!, pair.b.features.xy[2 * i + 1]! - y!];
    if (Math.abs(dx * ux! + dy * uy!) <= length! && Math.abs(dy * ux! - dx * uy!) <= width!) inside++;
    area += 4 * length! * width!;
  }
  return { inside, area: area / 400 };
}

describe('guide windows', () => {
  it.each([
    ['a lens with distortion, straight down', lens, 0],
    ['a lens with distortion, tilted', lens, 0.5],
    ['a fisheye', fisheye, 0.3],
  ])('hold the partners of features in few pixels: %s', (_name, camera, tilt) => {
    const pair = createPair(camera, 12, tilt);
    // Every second point is a known match.
    const matches = Uint32Array.from({ length: 400 }, (_, k) => 2 * (k >> 1));
    const windows = guideWindows(pair.a, pair.b, { ...pair, kind: 'general', matches }, 5);
    const { inside, area } = countInside(pair, windows);
    expect(inside).toBe(400);
    expect(area).toBeLessThan(0.0015 * camera.width * camera.height);
  });

  it('are squares around the turned ray where there is no parallax', () => {
    const pair = createPair(lens, 0, 0.2);
    const windows = guideWindows(
      pair.a,
      pair.b,
      { ...pair, kind: 'rotation', matches: new Uint32Array(0) },
      2,
    );
    expect(countInside(pair, windows)).toEqual({ inside: 400, area: 16 });
  });

  it('leave out what lies behind the other camera', () => {
    const pair = createPair(lens, 10, 0);
    const rotation = [-1, 0, 0, 0, 1, 0, 0, 0, -1];
    const windows = guideWindows(
      pair.a,
      pair.b,
      { ...pair, rotation, kind: 'rotation', matches: new Uint32Array(0) },
      2,
    );
    for (let i = 0; i < 400; i++) expect(windows[windowFloats * i + 5]).toBe(-1);
  });
});
