import type { LazPerf } from 'laz-perf';
import { type PointSums, sumRecords } from '#domain/cloud/point-sums.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import type { LazChunkInput } from '../contract/format-tasks.ts';

let loaded: Promise<LazPerf> | undefined;

/** The laz-perf of this thread, loaded once. */
async function loadLazPerf(): Promise<LazPerf> {
  loaded ??= import('laz-perf').then(({ createLazPerf }) => createLazPerf());
  return loaded;
}

/**
 * The sums of the points of a compressed chunk, decoded by laz-perf (Node only), independent of our decoders. Formats
 * 0 to 3 and 6 to 8. Throws the errors of laz-perf.
 * @param sum sums the records, which are borrowed
 */
export async function sumByLazPerf(
  { scheme, compressed, pointCount }: LazChunkInput,
  sum: (records: PointRecords) => PointSums = sumRecords,
): Promise<PointSums> {
  const { format, recordLength } = scheme;
  const module = await loadLazPerf();
  const packed = module._malloc(compressed.byteLength);
  const plain = module._malloc(pointCount * recordLength);
  const decoder = new module.ChunkDecoder();
  try {
    module.HEAPU8.set(compressed, packed);
    decoder.open(format, recordLength, packed);
    for (let point = 0; point < pointCount; point++) decoder.getPoint(plain + point * recordLength);
    const bytes = module.HEAPU8.subarray(plain, plain + pointCount * recordLength);
    return sum({ format, recordLength, count: pointCount, bytes });
  } finally {
    decoder.delete();
    module._free(packed);
    module._free(plain);
  }
}
