import { AppError } from '#domain/errors/app-error.ts';
import { type MatchOptions, mutualMatches } from '#domain/photogrammetry/matching/mutual-matches.ts';
import { descriptorLength } from '#domain/photogrammetry/model/features.ts';
import { instantiate } from './instance.ts';

interface MatchExports {
  readonly memory: WebAssembly.Memory;
  prepare(a: number, b: number): number;
  bytesOfB(): number;
  widenBoth(): void;
  matchAll(a: number, b: number): void;
  nearestOf(side: number): number;
  firstOf(side: number): number;
  secondOf(side: number): number;
  prepareGuide(columns: number, rows: number): number;
  guideOrder(): number;
  guideStarts(): number;
  guideWindows(): number;
  matchGuided(x: number, y: number, cell: number): void;
}

/** Features of one image: 128 bytes each, borrowed. */
export interface DescribedFeatures {
  readonly count: number;
  readonly descriptors: Uint8Array;
}

/** Search windows in `b` for the features of `a`. */
export interface MatchGuide {
  /** Positions of the features of `b`, xy each, any plane. Borrowed. */
  readonly xy: Float32Array;
  /**
   * A window per feature of `a`: centre x and y, unit vector along it, half its length, half its width (negative:
   * none), in the plane of `xy`; length 6n. Borrowed.
   */
  readonly windows: Float32Array;
  /** Cell size of the search grid; about a window's width. */
  readonly cell: number;
}

/** The descriptors of two images, in kernel memory until replaced. */
export interface MatchKernel {
  /** Copies two sets of descriptors into memory, replacing the previous ones. @throws photo.too-many-features */
  load(a: DescribedFeatures, b: DescribedFeatures): void;
  /**
   * Mutual nearest neighbours that pass the ratio test in both directions, among the first `most` features of each
   * image: ia, ib per match, sorted by ia. Exact; time a × b.
   */
  match(options: MatchOptions, most?: number): Uint32Array<ArrayBuffer>;
  /** The same among the pairs allowed by the guide. */
  matchGuided(guide: MatchGuide, options: MatchOptions): Uint32Array<ArrayBuffer>;
}

const windowFloats = 6;
const maxCells = 1 << 20;

/** Creates an instance of the matching kernel. */
export function createMatchKernel(module: WebAssembly.Module): MatchKernel {
  const kernel = instantiate<MatchExports>(module);
  let countA = 0;
  let countB = 0;
  return {
    load(a, b) {
      countA = a.count;
      countB = b.count;
      const at = kernel.prepare(countA, countB) >>> 0;
      if (at === 0) throw tooMany(countA, countB);
      const { buffer } = kernel.memory;
      new Uint8Array(buffer, at, descriptorLength * countA).set(
        a.descriptors.subarray(0, descriptorLength * countA),
      );
      new Uint8Array(buffer, kernel.bytesOfB() >>> 0, descriptorLength * countB).set(
        b.descriptors.subarray(0, descriptorLength * countB),
      );
      kernel.widenBoth();
    },
    match(options, most = Number.POSITIVE_INFINITY) {
      const a = Math.min(most, countA);
      const b = Math.min(most, countB);
      kernel.matchAll(a + (a & 1 && a < countA ? 1 : 0), b + (b & 1 && b < countB ? 1 : 0));
      return mutual(kernel, countA, countB, options);
    },
    matchGuided(guide, options) {
      layGuide(kernel, countA, countB, guide);
      return mutual(kernel, countA, countB, options);
    },
  };
}

function tooMany(a: number, b: number): AppError {
  return new AppError('photo.too-many-features', { a, b });
}

/** Sorts the features of `b` into cells and searches. */
function layGuide(kernel: MatchExports, countA: number, countB: number, guide: MatchGuide): void {
  const { xy, windows } = guide;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < countB; i++) {
    left = Math.min(left, xy[2 * i]!);
    right = Math.max(right, xy[2 * i]!);
    top = Math.min(top, xy[2 * i + 1]!);
    bottom = Math.max(bottom, xy[2 * i + 1]!);
  }
  if (countB === 0) [left, top, right, bottom] = [0, 0, 0, 0];
  const span = Math.max(right - left, bottom - top);
  const cell = Math.max(guide.cell, span / Math.sqrt(maxCells), 1e-6);
  const columns = Math.floor((right - left) / cell) + 1;
  const rows = Math.floor((bottom - top) / cell) + 1;
  const xyAt = kernel.prepareGuide(columns, rows) >>> 0;
  if (xyAt === 0) throw tooMany(countA, countB);
  const { buffer } = kernel.memory;
  const places = new Float32Array(buffer, xyAt, 2 * countB);
  const order = new Uint32Array(buffer, kernel.guideOrder() >>> 0, countB);
  const starts = new Uint32Array(buffer, kernel.guideStarts() >>> 0, columns * rows + 1);
  const cells = new Uint32Array(countB);
  starts.fill(0);
  for (let i = 0; i < countB; i++) {
    const column = Math.min(columns - 1, Math.floor((xy[2 * i]! - left) / cell));
    const row = Math.min(rows - 1, Math.floor((xy[2 * i + 1]! - top) / cell));
    cells[i] = row * columns + column;
    starts[cells[i]! + 1]!++;
  }
  for (let k = 0; k < columns * rows; k++) starts[k + 1]! += starts[k]!;
  const next = starts.slice();
  for (let i = 0; i < countB; i++) {
    const place = next[cells[i]!]!++;
    order[place] = i;
    places[2 * place] = xy[2 * i]!;
    places[2 * place + 1] = xy[2 * i + 1]!;
  }
  const windowsAt = kernel.guideWindows() >>> 0;
  new Float32Array(buffer, windowsAt, windowFloats * countA).set(windows.subarray(0, windowFloats * countA));
  kernel.matchGuided(left, top, cell);
}

/** Combines the kernel's results of both directions. */
function mutual(kernel: MatchExports, countA: number, countB: number, options: MatchOptions) {
  const { buffer } = kernel.memory;
  const side = (which: number, count: number) => ({
    nearest: new Int32Array(buffer, kernel.nearestOf(which) >>> 0, count),
    first: new Int32Array(buffer, kernel.firstOf(which) >>> 0, count),
    second: new Int32Array(buffer, kernel.secondOf(which) >>> 0, count),
  });
  return mutualMatches(side(0, countA), side(1, countB), options);
}
