import type { CrsDeclaration } from '../../crs/types.ts';
import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import { minOf } from '../../math/extremes.ts';
import type { ByteSource } from '../byte-source.ts';
import { type Bounds, believableBounds } from './bounds.ts';
import { collectCrsDeclarations, wktBitNote } from './crs-declarations.ts';
import { type ExtraDimension, extraDescriptorBytes, maxDescriptors, readExtraBytes } from './extra-bytes.ts';
import { type LasHeader, maxHeaderBytes, parseHeader } from './header.ts';
import { pointFormat } from './point-format.ts';
import { listEvlrs, listVlrs, readVlrData, type Vlr } from './vlr.ts';

/** An opened LAS, LAZ or COPC file: everything but its points, which stay where they are. */
export interface LasFile {
  /** Borrowed; its opener closes it. */
  readonly source: ByteSource;
  readonly header: LasHeader;
  /** Records before the points, then those behind them, in file order. */
  readonly vlrs: readonly Vlr[];
  readonly extraDimensions: readonly ExtraDimension[];
  /** What the file says about its coordinate system, unjudged; for `readCrs` of domain/crs. */
  readonly crsDeclarations: readonly CrsDeclaration[];
  /** Bounds of the header where they are believable. */
  readonly bounds: Bounds | undefined;
  /** Points that are really there: exact for uncompressed files, as declared for compressed ones. */
  readonly availablePoints: number;
  readonly isCopc: boolean;
  /** Oddities that do not keep the file from being read; missing points are given by `countPoints`. */
  readonly warnings: readonly ErrorRecord[];
}

/** User id and number of the record that makes a LAZ file a COPC file; it must be the first one. */
const copcRecord = { userId: 'copc', recordId: 1 } as const;

/** First byte behind the point data of an uncompressed file. */
function pointDataEnd(header: LasHeader, size: number): number {
  const starts = [header.evlrCount > 0 ? header.evlrOffset : 0, header.waveformOffset];
  return Math.min(size, minOf(starts.filter((start) => start > header.pointDataOffset)));
}

function countAvailable(header: LasHeader, size: number): number {
  if (header.isCompressed) return header.pointCount;
  const room = Math.floor((pointDataEnd(header, size) - header.pointDataOffset) / header.recordLength);
  return Math.min(header.pointCount, room);
}

function countWarnings(header: LasHeader, file: string): ErrorRecord[] {
  const warnings: ErrorRecord[] = [];
  const declared = header.pointCount;
  const byReturn = header.pointsByReturn.reduce((sum, count) => sum + count, 0);
  if (byReturn !== declared && byReturn > 0) {
    warnings.push({ code: 'las.returns-mismatch', params: { file, declared: byReturn, count: declared } });
  }
  return warnings;
}

/** Some writers append further descriptors in a record of their own. */
async function joinPayloads(
  source: ByteSource,
  vlrs: readonly Vlr[],
  maxBytes: number,
  signal: AbortSignal | undefined,
) {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const vlr of vlrs) {
    if (length >= maxBytes) break;
    const part = await readVlrData(source, vlr, signal);
    parts.push(part);
    length += part.byteLength;
  }
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.byteLength;
  }
  return joined;
}

async function readExtraDimensions(
  source: ByteSource,
  header: LasHeader,
  vlrs: readonly Vlr[],
  signal: AbortSignal | undefined,
) {
  const found = vlrs.filter(({ userId, recordId }) => userId === 'LASF_Spec' && recordId === 4);
  const isNeeded = header.recordLength > pointFormat(header.pointFormat).length;
  // One more than are read, so that the excess is reported.
  const maxBytes = extraDescriptorBytes * (maxDescriptors(header.pointFormat, header.recordLength) + 1);
  const payload = found.length > 0 ? await joinPayloads(source, found, maxBytes, signal) : undefined;
  if (!payload && !isNeeded) return { dimensions: [], warnings: [] };
  return readExtraBytes(payload, header.pointFormat, header.recordLength, source.name);
}

/**
 * Opens a LAS, LAZ or COPC file over any byte source: reads the header and the records that it needs, a few
 * hundred kilobytes at most, never the points. Errors: those of `parseHeader`, `las.vlr-too-large`, and those of the source.
 */
export async function openLas(source: ByteSource, signal?: AbortSignal): Promise<LasFile> {
  const file = source.name;
  const start = await source.read(0, maxHeaderBytes, signal);
  const { header, warnings } = parseHeader(start, source.size, file);
  const front = await listVlrs(source, header, signal);
  const back = await listEvlrs(source, header, signal);
  const vlrs = [...front.vlrs, ...back.vlrs];
  const extra = await readExtraDimensions(source, header, vlrs, signal);
  const { bounds, warnings: boundsWarnings } = believableBounds(header, file);
  const availablePoints = countAvailable(header, source.size);
  const first = vlrs[0];
  const { declarations, warnings: systemWarnings } = await collectCrsDeclarations(source, vlrs, signal);
  return {
    source,
    header,
    vlrs,
    extraDimensions: extra.dimensions,
    crsDeclarations: declarations,
    bounds,
    availablePoints,
    isCopc: first?.userId === copcRecord.userId && first.recordId === copcRecord.recordId,
    warnings: [
      ...warnings,
      ...front.warnings,
      ...back.warnings,
      ...extra.warnings,
      ...boundsWarnings,
      ...countWarnings(header, file),
      ...systemWarnings,
      ...wktBitNote(header, declarations, file),
    ],
  };
}

/** The error of a file that holds fewer points than it claims. */
export function truncatedError(file: LasFile, available: number, offset: number): AppError {
  const declared = file.header.pointCount;
  return new AppError('las.truncated', { file: file.source.name, offset, available, declared });
}
