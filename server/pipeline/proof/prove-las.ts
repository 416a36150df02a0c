import { addSums, noPoints, type PointSums, sumRecords } from '#domain/cloud/point-sums.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { readUncompressedRecords } from '#domain/formats/las/read-records.ts';
import { readCloudChunks } from '#domain/formats/laz/cloud-chunks.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import { compareSums, readingFile } from './failures.ts';
import type { CloudProofOptions } from './prove-copc.ts';
import { sumChunks } from './sum-chunks.ts';

/**
 * Reads a LAS or LAZ file back and compares it with the sums of its points before they were written. Some chunks of a
 * LAZ file (all where there are few) are decoded by laz-perf, the others by our own decoder.
 * @param name the file's name in errors Errors: `product.points-differ`, `product.unreadable`; `AbortError`.
 */
export async function proveLas(
  path: string,
  name: string,
  expected: PointSums,
  { pool, signal, peerNodes = sizeLimits['proof.peerNodes'].value }: CloudProofOptions,
): Promise<void> {
  await readingFile(path, name, async (source) => {
    const file = await openLas(source, signal);
    const { pointCount, isCompressed } = file.header;
    if (pointCount !== expected.count) compareSums(name, expected, { ...noPoints, count: pointCount });
    let sums = noPoints;
    if (isCompressed) {
      const { scheme, chunks } = await readCloudChunks(file, signal);
      const found = await sumChunks(source, scheme, chunks, { pool, signal, peerNodes });
      sums = found.reduce(addSums, noPoints);
    } else {
      for await (const records of readUncompressedRecords(file, signal ? { signal } : {})) {
        sums = addSums(sums, sumRecords(records));
      }
    }
    compareSums(name, expected, sums);
  });
}
