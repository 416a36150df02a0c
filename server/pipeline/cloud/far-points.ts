import { asprs, isSurfacePoint } from '#domain/cloud/point-use.ts';
import type { ExtraDimension } from '#domain/formats/las/extra-bytes.ts';
import { readExtraValues } from '#domain/formats/las/extra-bytes.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import type { Rect } from '#domain/geometry/grid/grid.ts';
import { gapSpacings } from '#domain/geometry/outline/survey-outline.ts';
import { createSpacingMeter } from '#domain/geometry/plane/point-spacing.ts';
import type { SeenGround } from '../context.ts';
import { type ClassOverlay, createOverlay, sealOverlay, writeClasses } from './classes.ts';
import { createIslands, type Islands } from './islands.ts';
import { createSigmaMedian } from './median-sigma.ts';
import { readColumn, type Spool } from './spool.ts';

/** A point is far when its standard deviation is more than this many times the median of all. */
export const maxMedians = 5;
/** Maximum columns of the grid of islands. */
const maxIslandCells = 2048;

/** What was left out of surfaces, and the bounds of the rest. */
export interface FarFacts {
  /**
   * Points of too large a standard deviation, and of places that are not well seen or, where that is not known, in
   * small islands.
   */
  readonly uncertain: number;
  readonly stray: number;
  /** Largest standard deviation that stays, metres; null where the points have none. */
  readonly limitM: number | null;
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

export interface FarOptions {
  readonly folder: string;
  /** Standard deviations of the points in the spool's records; undefined where they have none. */
  readonly sigma: ExtraDimension | undefined;
  readonly seen: SeenGround | null;
  readonly signal?: AbortSignal | undefined;
  report(fraction: number): void;
}

/** A dimension of a file as the records of a spool of another format hold it. */
export function dimensionInSpool(
  dimensions: readonly ExtraDimension[],
  name: string,
  fileFormat: number,
  { layout }: Spool,
): ExtraDimension | undefined {
  const found = dimensions.find((dimension) => dimension.name === name);
  const shift = pointFormat(layout.format).length - pointFormat(fileFormat).length;
  return found && found.offset + shift + found.length <= layout.recordLength
    ? { ...found, offset: found.offset + shift }
    : undefined;
}

/**
 * Passes the points of all columns that surfaces are made of: integers and standard deviation, 1 where there is none.
 */
type Visit = (see: (x: number, y: number, z: number, sigma: number) => void) => Promise<void>;

function visitor(spool: Spool, { sigma, signal }: FarOptions): Visit {
  return async (see) => {
    for (const column of spool.columns) {
      signal?.throwIfAborted();
      const records = await readColumn(spool, column);
      const { bytes, count, recordLength } = records;
      const sigmas = sigma && readExtraValues(records, sigma);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let point = 0, at = 0; point < count; point++, at += recordLength) {
        if (!isSurfacePoint(bytes, at)) continue;
        see(
          view.getInt32(at, true),
          view.getInt32(at + 4, true),
          view.getInt32(at + 8, true),
          sigmas?.[point] ?? 1,
        );
      }
    }
  };
}

async function sigmaLimit(visit: Visit, hasSigma: boolean): Promise<{ median: number; limit: number }> {
  const sigmas = createSigmaMedian();
  if (!hasSigma) return { median: 1, limit: Infinity };
  const one = new Float32Array(1);
  await visit((_x, _y, _z, sigma) => {
    one[0] = sigma;
    sigmas.add(one);
  });
  const median = sigmas.median() ?? 1;
  return { median, limit: maxMedians * median };
}

/**
 * The islands of the points that are certain enough, separated by gaps as wide as those that end a survey's outline.
 */
async function findIslands(
  spool: Spool,
  visit: Visit,
  { median, limit }: { readonly median: number; readonly limit: number },
): Promise<Islands | null> {
  const { scale, offset } = spool.layout.scaling;
  const rect = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  let count = 0;
  await visit((x, y, _z, sigma) => {
    if (sigma > limit) return;
    count++;
    rect.minX = Math.min(rect.minX, x);
    rect.minY = Math.min(rect.minY, y);
    rect.maxX = Math.max(rect.maxX, x);
    rect.maxY = Math.max(rect.maxY, y);
  });
  if (count === 0) return null;
  const bounds: Rect = {
    minX: rect.minX * scale[0] + offset[0],
    minY: rect.minY * scale[1] + offset[1],
    maxX: rect.maxX * scale[0] + offset[0],
    maxY: rect.maxY * scale[1] + offset[1],
  };
  const meter = createSpacingMeter(bounds, count);
  await visit((x, y, _z, sigma) => {
    if (sigma <= limit) meter.see(x * scale[0] + offset[0], y * scale[1] + offset[1]);
  });
  const side = Math.max(bounds.maxX - bounds.minX, bounds.maxY - bounds.minY);
  const cell = Math.max(gapSpacings * meter.spacing(), side / maxIslandCells, 1e-6);
  const islands = createIslands(bounds, cell);
  await visit((x, y, z, sigma) => {
    if (sigma > limit) return;
    const weight = Math.min(1, (median / sigma) ** 2);
    islands.see(x * scale[0] + offset[0], y * scale[1] + offset[1], z * scale[2] + offset[2], weight);
  });
  return islands;
}

/** Classes of a column's records; points that are left out are noise. */
function classesOf(records: PointRecords, isLeft: (point: number, at: number) => boolean): Uint8Array {
  const { bytes, count, recordLength, format } = records;
  const { classification } = pointFormat(format);
  return Uint8Array.from({ length: count }, (_, point) => {
    const at = point * recordLength;
    return isSurfacePoint(bytes, at) && isLeft(point, at) ? asprs.lowNoise : bytes[at + classification]!;
  });
}

/**
 * Finds the points of photos that no surface should follow, and stores them as noise in an overlay of the spool:
 * those with a standard deviation of more than `maxMedians` times the median of all, and those further than ten mean
 * spacings from all that enough photos see well. Where the photos' poses are not known, light islands take the place
 * of the latter: islands are separated by gaps of ten mean spacings, and each point weighs by its variance.
 */
export async function markFarPoints(spool: Spool, options: FarOptions): Promise<FarFacts> {
  const { sigma, seen, report } = options;
  const { scale, offset } = spool.layout.scaling;
  const visit = visitor(spool, options);
  const spread = await sigmaLimit(visit, sigma !== undefined);
  report(0.2);
  const islands = await findIslands(spool, visit, spread);
  report(0.6);
  const isKept = islands === null ? () => true : seen ? islands.near(seen) : islands.heavy();
  const overlay: ClassOverlay = await createOverlay(options.folder);
  let [uncertain, stray] = [0, 0];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const column of spool.columns) {
    const records = await readColumn(spool, column);
    const sigmas = sigma && readExtraValues(records, sigma);
    const view = new DataView(records.bytes.buffer, records.bytes.byteOffset, records.bytes.byteLength);
    const classes = classesOf(records, (point, at) => {
      if ((sigmas?.[point] ?? 1) > spread.limit) {
        uncertain++;
        return true;
      }
      const place = [0, 1, 2].map(
        (axis) => view.getInt32(at + 4 * axis, true) * scale[axis]! + offset[axis]!,
      );
      if (!isKept(place[0]!, place[1]!)) {
        stray++;
        return true;
      }
      for (const axis of [0, 1, 2]) {
        low[axis] = Math.min(low[axis]!, place[axis]!);
        high[axis] = Math.max(high[axis]!, place[axis]!);
      }
      return false;
    });
    await writeClasses(overlay, column, classes);
  }
  await sealOverlay(overlay);
  const limitM = Number.isFinite(spread.limit) ? spread.limit : null;
  return { uncertain, stray, limitM, min: [low[0]!, low[1]!, low[2]!], max: [high[0]!, high[1]!, high[2]!] };
}
