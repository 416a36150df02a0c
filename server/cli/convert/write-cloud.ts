import { availableParallelism } from 'node:os';
import { addSums, noPoints, type PointSums, sumRecords } from '#domain/cloud/point-sums.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import type { ByteSink } from '#domain/formats/byte-sink.ts';
import { convertRecords } from '#domain/formats/las/convert-records.ts';
import type { HeaderPlan } from '#domain/formats/las/header-write.ts';
import type { LasFile } from '#domain/formats/las/las-file.ts';
import { createLasWriter } from '#domain/formats/las/las-writer.ts';
import { keepRecords } from '#domain/formats/las/records-kept.ts';
import type { PointSummary } from '#domain/formats/las/summary.ts';
import { compressOn } from '#workers/io/compress-on.ts';
import { type DecodeChunk, decodeOn, readCloud } from '#workers/io/read-cloud.ts';
import type { CommandContext } from '../command.ts';
import type { ConversionTarget } from './target.ts';

type Context = Pick<CommandContext, 'signal' | 'progress' | 'pool'>;

function versionOf(file: LasFile, target: ConversionTarget, hasWktBit: boolean): HeaderPlan['versionMinor'] {
  const needsNewest = target.kind !== 'las' || target.format >= 6 || hasWktBit;
  return needsNewest ? 4 : (file.header.versionMinor as HeaderPlan['versionMinor']);
}

/**
 * Writes the points of a file as LAS or LAZ, in the target's format, to an empty sink: integers, scale and offset as
 * they are, records copied. Returns the summary and the sums of the written points. Errors: those of `readCloud`,
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
  const compression = target.kind === 'laz' ? compressOn(await context.pool(), target, signal) : undefined;
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
  const decode: DecodeChunk = async (chunk, stop) => await decodeOn(await context.pool())(chunk, stop);
  const { acceptTruncated, drop } = target;
  let done = 0;
  let sums = noPoints;
  for await (const records of readCloud(file, decode, {
    signal,
    acceptTruncated,
    parallel: availableParallelism(),
  })) {
    const converted = convertRecords(records, target.format, { drop, file: source.name });
    sums = addSums(sums, sumRecords(converted));
    await writer.write(converted);
    done += records.count;
    progress.report(done / header.pointCount, 'cli.stage.convert');
  }
  return { summary: await writer.finish(), sums };
}
