import { AppError } from '#domain/errors/app-error.ts';
import {
  type AdjustmentKernel,
  blockStride,
  type NormalSystem,
} from '#domain/photogrammetry/adjustment/adjustment-kernel.ts';
import { type Envelope, rowStarts } from '#domain/photogrammetry/adjustment/envelope.ts';
import type { Layout } from '#domain/photogrammetry/adjustment/layout.ts';
import type { Network, State } from '#domain/photogrammetry/adjustment/network.ts';
import { instantiate } from './instance.ts';

interface AdjustmentExports {
  readonly memory: WebAssembly.Memory;
  prepare(
    photos: number,
    cameras: number,
    points: number,
    observations: number,
    held: number,
    free: number,
    unknowns: number,
    entries: number,
    longest: number,
  ): number;
  partAt(part: number): number;
  leaveResiduals(): void;
  sumCost(scale: number): number;
  clear(): void;
  linearise(scale: number, damping: number): number;
  factorize(): number;
  solve(): void;
  invert(): void;
  stepPoints(scale: number, damping: number): void;
  gather(point: number, scale: number): number;
  inverseAt(): number;
  covary(point: number, scale: number): number;
  covarianceAt(): number;
}

/** Parts of kernel memory, in the order of `layOut`. */
const partNames = [
  'rotations',
  'centres',
  'intrinsics',
  'points',
  'places',
  'weights',
  'photos',
  'starts',
  'cameraOf',
  'poseAt',
  'cameraAt',
  'fisheye',
  'free',
  'keptAt',
  'heldAt',
  'held',
  'first',
  'rowAt',
  'values',
  'right',
  'diagonal',
  'residuals',
  'steps',
  'observations',
  'observedPose',
  'observedCamera',
  'cameraSlots',
  'slotSums',
  'blockAt',
  'blockSize',
  'blocks',
  'cameraSquares',
  'columns',
] as const;
type Part = (typeof partNames)[number];

function longestTrack(start: Uint32Array): number {
  let longest = 0;
  for (let point = 0; point + 1 < start.length; point++) {
    longest = Math.max(longest, start[point + 1]! - start[point]!);
  }
  return longest;
}

/** Creates an instance of the adjustment kernel, which keeps its memory for its lifetime. */
export function createAdjustmentKernel(module: WebAssembly.Module): AdjustmentKernel {
  const kernel = instantiate<AdjustmentExports>(module);
  const addressOf = (part: Part) => kernel.partAt(partNames.indexOf(part)) >>> 0;
  const doubles = (part: Part, length: number) =>
    new Float64Array(kernel.memory.buffer, addressOf(part), length);
  const sixAt = (address: number) => new Float64Array(kernel.memory.buffer, address >>> 0, 6).slice();
  const whole = (part: Part, length: number) => new Int32Array(kernel.memory.buffer, addressOf(part), length);

  function layDown(network: Network, { size, pose, camera, kept, first }: Layout): Int32Array {
    const { measurements, free, held, cameraOf, isFisheye, photoCount } = network;
    const { count, start, photo, xy, weight } = measurements;
    const points = start.length - 1;
    const rows = rowStarts(first);
    const isReady = kernel.prepare(
      photoCount,
      isFisheye.length,
      points,
      count,
      held.length,
      free.length,
      size,
      rows[size]!,
      longestTrack(start),
    );
    if (isReady === 0) throw new AppError('photo.block-too-large', { photos: photoCount, points });
    doubles('places', 2 * count).set(xy);
    doubles('weights', count).set(weight);
    whole('photos', count).set(photo);
    whole('starts', points + 1).set(start);
    whole('cameraOf', photoCount).set(cameraOf);
    whole('poseAt', photoCount).set(pose);
    whole('cameraAt', camera.length).set(camera);
    whole('fisheye', isFisheye.length).set(isFisheye.map(Number));
    whole('free', free.length).set(free);
    const keptAt = whole('keptAt', points).fill(-1);
    for (const [point, at] of kept) keptAt[point] = at;
    const heldAt = whole('heldAt', points).fill(-1);
    const known = doubles('held', 6 * held.length);
    for (const [index, { point, xyz, weight: weights }] of held.entries()) {
      heldAt[point] = index;
      known.set(
        xyz.map((value, axis) => (weights[axis] === 0 ? 0 : value)),
        6 * index,
      );
      known.set(weights, 6 * index + 3);
    }
    whole('first', size).set(first);
    whole('rowAt', size).set(first.map((column, row) => rows[row]! - column));
    return rows;
  }

  /** Number of networks opened so far. */
  let opened = 0;

  function setState({ rotations, centres, intrinsics, points }: State): void {
    doubles('rotations', rotations.length).set(rotations);
    doubles('centres', centres.length).set(centres);
    doubles('intrinsics', intrinsics.length).set(intrinsics);
    doubles('points', points.length).set(points);
  }

  return {
    open(network, layout): NormalSystem {
      const start = layDown(network, layout);
      const number = ++opened;
      const { size, first } = layout;
      const entries = () => {
        if (number !== opened) throw new Error('another network was opened since');
        return doubles('values', start[size]!);
      };
      const begin = (state: State) => {
        entries();
        setState(state);
      };
      return {
        residuals(state) {
          begin(state);
          kernel.leaveResiduals();
          return doubles('residuals', 2 * network.measurements.count).slice();
        },
        cost(state, { imageSquare }) {
          begin(state);
          return kernel.sumCost(imageSquare);
        },
        linearise(state, { imageSquare }, damping, addKnown) {
          begin(state);
          kernel.clear();
          const values = entries();
          const right = doubles('right', size);
          addKnown({
            add(row, column, value) {
              values[start[row]! + column - first[row]!]! += value;
            },
            addRight(row, value) {
              right[row]! += value;
            },
          });
          const pointGain = kernel.linearise(imageSquare, damping);
          return { right: right.slice(), diagonal: doubles('diagonal', size).slice(), pointGain };
        },
        factorize: () => kernel.factorize() !== 0,
        solve(right) {
          const place = doubles('right', size);
          place.set(right);
          kernel.solve();
          return place.slice();
        },
        invert(): Envelope {
          kernel.invert();
          return { size, first, start, values: entries().slice() };
        },
        stepPoints(state, { imageSquare }, damping, step) {
          begin(state);
          doubles('right', size).set(step);
          kernel.stepPoints(imageSquare, damping);
          return doubles('steps', 3 * (network.measurements.start.length - 1)).slice();
        },
        covariances(state, { imageSquare }, inverse) {
          begin(state);
          entries().set(inverse.values);
          return (point) => {
            if (kernel.covary(point, imageSquare) === 0) return null;
            return sixAt(kernel.covarianceAt());
          };
        },
        gather(state, { imageSquare }) {
          begin(state);
          return (point) => {
            const count = kernel.gather(point, imageSquare);
            if (count < 0) return null;
            return {
              count,
              at: whole('blockAt', count).slice(),
              size: whole('blockSize', count).slice(),
              products: doubles('blocks', blockStride * count).slice(),
              inverse: sixAt(kernel.inverseAt()),
            };
          };
        },
      };
    },
  };
}
