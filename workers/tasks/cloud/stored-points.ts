import type { PointRecords } from '#domain/formats/las/points.ts';
import type { KernelModules } from '#wasm/bindings/kernels.ts';
import type { StoredPoints } from '../../contract/cloud-tasks.ts';
import { lazCodec } from '../formats/laz-codec.ts';

/** The raw records of points as a file holds them; errors of a compressed chunk are those of `laz.decodeChunk`. */
export function recordsOf(points: StoredPoints, kernels: Pick<KernelModules, 'laz'>): PointRecords {
  return 'records' in points ? points.records : lazCodec(kernels.laz).decodeChunk(points.chunk);
}
