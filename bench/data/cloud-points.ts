import { extractLayers } from '#domain/formats/las/extract-layers.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { upperMedian } from '#domain/math/median.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { createLazCodec } from '#wasm/bindings/laz.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { readCloud } from '#workers/io/read-cloud.ts';
import type { BenchContext } from '../case.ts';

/**
 * Points of a LAS or LAZ file relative to an origin in its system (null: the file's own offset), metres, length 3n.
 */
export async function readPoints(path: string, { kernel }: BenchContext, origin: Vec3 | null) {
  const source = await openFileSource(path);
  try {
    const file = await openLas(source);
    const { scale, offset } = file.header;
    const codec = createLazCodec(kernel('laz'));
    const zero = origin ?? offset;
    const parts: Float64Array[] = [];
    for await (const records of readCloud(file, async (chunk) => codec.decodeChunk(chunk))) {
      const { xyz } = extractLayers(records, ['xyz']);
      parts.push(
        Float64Array.from(xyz!, (value, k) => value * scale[k % 3]! + offset[k % 3]! - zero[k % 3]!),
      );
    }
    const points = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      points.set(part, at);
      at += part.length;
    }
    return { points, origin: zero };
  } finally {
    await source.close();
  }
}

/** Every so many points, about `wanted` of them. */
export function samplePoints(points: Float64Array, wanted: number): Vec3[] {
  const step = Math.max(1, Math.floor(points.length / 3 / wanted));
  const chosen: Vec3[] = [];
  for (let at = 0; at < points.length; at += 3 * step)
    chosen.push([points[at]!, points[at + 1]!, points[at + 2]!]);
  return chosen;
}

/** The middle value, the upper of two; NaN of none. */
export const middleOf = (values: readonly number[]): number => upperMedian(values) ?? Number.NaN;
