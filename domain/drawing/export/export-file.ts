import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import { blobSource } from '../../formats/blob-source.ts';
import type { ExchangeDrawing } from '../../formats/exchange-model.ts';
import type { OpenSql } from '../../formats/gpkg/sql-database.ts';
import type { LinearUnit } from '../../units/units.ts';
import { readDrawingFiles } from '../import/read-drawing-file.ts';
import { writtenFaults } from '../verify/check-written.ts';
import { type DrawingSystem, encodeDrawing } from './encode-drawing.ts';
import type { ExportFormat, ExportOptions } from './export-options.ts';
import { inSystem, inUnit, readDrawingSystem } from './in-system.ts';

/** In which system or unit a drawing is written; null: as it is. */
export type ExportTarget = { readonly epsg: number } | { readonly unit: LinearUnit } | null;

/** What is to be written, and how. */
export interface ExportOrder {
  readonly format: ExportFormat;
  /** What is known of the drawing's own system. */
  readonly system: DrawingSystem;
  readonly target: ExportTarget;
  readonly options: ExportOptions;
}

/** A file that was written and read again. */
export interface ExportedFile {
  /** Its bytes in order; the caller's own. */
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  /** What the file does not give back when it is read again, then what the target and the format made different. */
  readonly changes: readonly ErrorRecord[];
}

export interface ExportHost {
  readonly openSql: OpenSql;
  readonly signal: AbortSignal;
  report(fraction: number): void;
}

/** Pieces are gathered to parts of about this many bytes. */
const partBytes = 4 << 20;

export const exportEndings: Readonly<Record<ExportFormat, string>> = {
  dxf: '.dxf',
  landxml: '.xml',
  geojson: '.geojson',
  shapefile: '.zip',
  gpkg: '.gpkg',
  kml: '.kml',
  kmz: '.kmz',
  points: '.txt',
};

/**
 * Writes a drawing to a file in memory and reads it back.
 * @throws AbortError, those of `inSystem`, `inUnit` and `encodeDrawing`
 */
export async function exportFile(
  drawing: ExchangeDrawing,
  { format, system, target, options }: ExportOrder,
  { openSql, signal, report }: ExportHost,
): Promise<ExportedFile> {
  const placed = await place(drawing, system, target);
  report(0.2);
  const { pieces, changes, written } = await encodeDrawing(
    placed.drawing,
    format,
    placed.system,
    options,
    openSql,
  );
  const parts = await gatherParts(pieces, signal);
  report(0.6);
  const faults = await readBack(parts, `${options.name}${exportEndings[format]}`, options, {
    check: (read) => writtenFaults(written, read, format),
    openSql,
    signal,
  });
  return { parts, changes: [...faults, ...placed.notes, ...changes] };
}

async function place(drawing: ExchangeDrawing, system: DrawingSystem, target: ExportTarget) {
  if (target === null) return { drawing, system, notes: [] };
  if ('unit' in target) return inUnit(drawing, system, target.unit);
  return inSystem(
    drawing,
    system,
    await readDrawingSystem({ source: 'user', payload: `EPSG:${target.epsg}` }),
  );
}

async function gatherParts(
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let [open, length]: [Uint8Array[], number] = [[], 0];
  const close = () => {
    const part = new Uint8Array(length);
    let at = 0;
    for (const bytes of open) {
      part.set(bytes, at);
      at += bytes.length;
    }
    parts.push(part);
    [open, length] = [[], 0];
  };
  for await (const piece of pieces) {
    signal.throwIfAborted();
    const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece;
    open.push(bytes);
    length += bytes.length;
    if (length >= partBytes) close();
  }
  if (length > 0) close();
  return parts;
}

async function readBack(
  parts: readonly Uint8Array<ArrayBuffer>[],
  name: string,
  { points }: ExportOptions,
  {
    check,
    ...reading
  }: Pick<ExportHost, 'openSql' | 'signal'> & { check(read: ExchangeDrawing): ErrorRecord[] },
): Promise<readonly ErrorRecord[]> {
  try {
    const source = blobSource(new Blob([...parts]), name);
    return check(await readDrawingFiles([source], { ...reading, points: { order: points.order } }));
  } catch (error) {
    if (error instanceof AppError) return [error.toRecord()];
    throw error;
  }
}
