import { withheldNote } from '#domain/cloud/withheld.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { type CopcInfo, parseCopcInfo } from '#domain/formats/copc/info.ts';
import { outsideBounds } from '#domain/formats/las/bounds.ts';
import { type LasFile, openLas } from '#domain/formats/las/las-file.ts';
import {
  addRecords,
  addSummary,
  colourBits,
  createSummary,
  type PointSummary,
  summaryBounds,
} from '#domain/formats/las/summary.ts';
import { readVlrData } from '#domain/formats/las/vlr.ts';
import { missingNote } from '#domain/formats/laz/missing-points.ts';
import { appendAll } from '#domain/math/extremes.ts';
import { type DecodeChunk, decodeOn, sampleCloud, summariseOn } from '#workers/io/read-cloud.ts';
import type { CommandContext } from '../command.ts';

/** A file and the result of reading its points or a sample. */
export interface InspectedCloud {
  readonly file: LasFile;
  readonly summary: PointSummary;
  /** True where every point was read. */
  readonly isWhole: boolean;
  /** The info record of a COPC file, undefined for others and where it is damaged. */
  readonly copcInfo: CopcInfo | undefined;
  readonly warnings: readonly ErrorRecord[];
}

type Context = Pick<CommandContext, 'signal' | 'progress' | 'pool'>;

/** Adds up all points; the pool counts them. */
async function addAll(
  file: LasFile,
  summary: PointSummary,
  { signal, progress, pool }: Context,
): Promise<void> {
  const options = { signal, parallel: 4, acceptTruncated: true };
  for await (const part of summariseOn(await pool(), file, options)) {
    addSummary(summary, part);
    progress.report(summary.count / file.header.pointCount, 'cli.stage.read');
  }
}

async function addSample(file: LasFile, summary: PointSummary, { signal, pool }: Context): Promise<void> {
  const decode: DecodeChunk = async (chunk, stop) => await decodeOn(await pool())(chunk, stop);
  for await (const records of sampleCloud(file, decode, signal)) addRecords(summary, records);
}

async function readCopcInfo(
  { isCopc, vlrs, source }: LasFile,
  warnings: ErrorRecord[],
  signal: AbortSignal,
): Promise<CopcInfo | undefined> {
  const record = vlrs[0];
  if (!isCopc || !record) return undefined;
  try {
    return parseCopcInfo(await readVlrData(source, record, signal), source.size, source.name);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    warnings.push(error.toRecord());
    return undefined;
  }
}

/** Irregularities that only the points show. */
function pointWarnings(file: LasFile, summary: PointSummary): ErrorRecord[] {
  const { header, source, bounds } = file;
  const warnings: ErrorRecord[] = [];
  const seen = summaryBounds(summary, header);
  if (bounds && seen) appendAll(warnings, outsideBounds(bounds, seen, header.scale, source.name));
  if (summary.badTimes > 0) {
    warnings.push({ code: 'las.bad-times', params: { file: source.name, count: summary.badTimes } });
  }
  if (summary.count === header.pointCount) appendAll(warnings, withheldNote(source.name, summary.withheld));
  if (colourBits(summary) === 8)
    warnings.push({ code: 'las.eight-bit-colour', params: { file: source.name } });
  return warnings;
}

/**
 * Opens a cloud and reads a sample of its points, or at all of them (`isScan`). Points that cannot be read become a
 * warning beside the header's values; a scan fails instead. Errors: those of `openLas`; of a scan also those of
 * `workOnCloud`.
 */
export async function inspectCloud(
  source: ByteSource,
  context: Context,
  isScan: boolean,
): Promise<InspectedCloud> {
  const file = await openLas(source, context.signal);
  const summary = createSummary();
  const warnings = [...file.warnings, ...(await missingNote(file, context.signal))];
  const copcInfo = await readCopcInfo(file, warnings, context.signal);
  try {
    await (isScan ? addAll : addSample)(file, summary, context);
  } catch (error) {
    if (isScan || !(error instanceof AppError)) throw error;
    const isTold = warnings.some(({ code }) => code === error.code);
    if (!isTold) warnings.push(error.toRecord());
  }
  const isWhole = summary.count === file.header.pointCount;
  return { file, summary, isWhole, copcInfo, warnings: [...warnings, ...pointWarnings(file, summary)] };
}
