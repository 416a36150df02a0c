import { availableParallelism } from 'node:os';
import { addSums, noPoints, type PointSums } from '#domain/cloud/point-sums.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import type { ByteSink } from '#domain/formats/byte-sink.ts';
import type { HeaderPlan } from '#domain/formats/las/header-write.ts';
import type { LasFile } from '#domain/formats/las/las-file.ts';
import { createLasWriter } from '#domain/formats/las/las-writer.ts';
import { keepRecords } from '#domain/formats/las/records-kept.ts';
import type { PointSummary } from '#domain/formats/las/summary.ts';
import type { StoredPoints } from '#workers/contract/cloud-tasks.ts';
import { compressOn } from '#workers/io/compress-on.ts';
import { transferPoints, workOnCloud } from '#workers/io/read-cloud.ts';
import type { CommandContext } from '../command.ts';
import type { ConversionTarget } from './target.ts';

type Context = Pick<CommandContext, 'signal' | 'progress' | 'pool'>;

function versionOf(file: LasFile, target: ConversionTarget, hasWktBit: boolean): HeaderPlan['versionMinor'] {
  const needsNewest = target.kind !== 'las' || target.format >= 6 || hasWktBit;
  return needsNewest ? 4 : (file.header.versionMinor as HeaderPlan['versionMinor']);
}

/**
 * Writes the points of a file as LAS or LAZ, in the target's format, to an empty sink: integers, scale and offset as
 * they are, records copied. The pool converts and adds up. Returns the summary and the sums of the written points. Errors: those of `workOnCloud`,
 * `convertRecords` and the sink.
 */
export async function writeCloud(
  file: LasFile,
  target: ConversionTarget,
  crs: CrsReport,
  sink: ByteSink,
  context: Context,
): Promise<{ summary: PointSummary; sums: PointSums }> {
  const { header, source } = file;
  const { signal, progress } = context;
  const replaceCrs = target.format >= 6 || crs.source === 'user';
  const { vlrs, hasWktBit } = await keepRecords(file, crs, replaceCrs, signal);
  const pool = await context.pool();
  const compression = target.kind === 'laz' ? compressOn(pool, target, signal) : undefined;
  const writer = await createLasWriter(sink, {
    format: target.format,
    recordLength: target.recordLength,
    quantisation: header,
    gpsTimeType: header.gpsTimeType,
    versionMinor: versionOf(file, target, hasWktBit),
    hasWktBit,
    vlrs,
    identity: header,
    ...(compression ? { compression } : {}),
  });
  const { acceptTruncated, drop, format } = target;
  const convert = (points: StoredPoints) =>
    pool.run(
      'cloud.convertPoints',
      { points, format, drop, file: source.name },
      transferPoints(points, signal),
    );
  const options = { signal, acceptTruncated, parallel: availableParallelism() };
  let done = 0;
  let sums = noPoints;
  for await (const converted of workOnCloud(file, convert, options)) {
    const { records, summary } = converted;
    sums = addSums(sums, converted.sums);
    await writer.writeSummed(records, summary);
    done += records.count;
    progress.report(done / header.pointCount, 'cli.stage.convert');
  }
  return { summary: await writer.finish(), sums };
}
