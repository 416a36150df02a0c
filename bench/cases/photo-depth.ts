import { isDeepStrictEqual } from 'node:util';
import type { RectifiedPair } from '#domain/photogrammetry/dense/rectify.ts';
import { simpleCamera } from '#domain/photogrammetry/model/camera.ts';
import { createStereoMatcher } from '#gpu/compute/stereo.ts';
import { createStereoKernel } from '#wasm/bindings/stereo.ts';
import type { BenchCase } from '../case.ts';
import { seededRandom } from '../data/lidar.ts';
import { openBenchDevice } from '../device.ts';

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

/** Two photos that are their own rectified planes: noise, and the same on a slanted plane with a step. */
function makePair(width: number, height: number) {
  const random = seededRandom(4);
  const right = Uint8Array.from({ length: width * height }, () => 255 * random());
  const left = right.map((_, k) => {
    const [x, y] = [k % width, Math.floor(k / width)];
    return right[k - x + Math.max(0, x - Math.round(20 + 0.03 * x + (y > height / 2 ? 12 : 0)))]!;
  });
  const camera = simpleCamera(width, height, width);
  const place = { width, height, focal: width, cu: width / 2, cv: height / 2, shift: 0, disparities: 64 };
  const pair: RectifiedPair = {
    ...place,
    baseline: 1,
    rotation: identity,
    toLeft: identity,
    toRight: identity,
  };
  return { left: { pixels: left, camera }, right: { pixels: right, camera }, pair };
}

/** Semi-global matching on the graphics device against the kernel, which it must equal bit by bit. */
export const photoDepthCase: BenchCase = {
  name: 'photo-depth',
  group: 'photogrammetry',
  workload: 'dense matching of a pair over 64 disparities, on the graphics device against one worker',
  goal: 1,
  async prepare({ quick, kernel }) {
    const { device, isSoftware, note: place } = await openBenchDevice();
    const [width, height] = quick || (device && isSoftware) ? [240, 180] : [1200, 900];
    const note = `${width} × ${height} px, ${place}`;
    const { left, right, pair } = makePair(width, height);
    const stereo = createStereoKernel(kernel('stereo'));
    const onProcessor = () => stereo.match(left, right, pair);
    if (!device) return { ours: onProcessor, note };
    const matcher = await createStereoMatcher(device);
    const onDevice = () => stereo.matchBy(matcher, left, right, pair);
    if (!isDeepStrictEqual(await onDevice(), onProcessor())) {
      throw new Error(`the device finds other disparities than the kernel, ${note}`);
    }
    return { ours: onDevice, peer: { name: 'the kernel', run: onProcessor }, note };
  },
};
