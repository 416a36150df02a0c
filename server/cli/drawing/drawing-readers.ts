import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { CodeTable } from '#domain/drawing/codes/code-table.ts';
import { describeDeclared } from '#domain/drawing/import/declared-system.ts';
import { companionEndings, isDrawingFile } from '#domain/drawing/import/drawing-endings.ts';
import { readDrawingFiles } from '#domain/drawing/import/read-drawing-file.ts';
import type { PointOrder } from '#domain/formats/point-text/layout.ts';
import { fileError } from '#workers/io/file-error.ts';
import { type FileSource, openFileSource } from '#workers/io/file-source.ts';
import { openSql } from '#workers/io/open-sql.ts';
import type { DrawingInput } from './drawing-input.ts';

/** How drawings are read. */
export interface DrawingReading {
  readonly signal: AbortSignal;
  /** Order of the columns of point files without headings. */
  readonly order?: PointOrder | undefined;
  /** Makes linework of the descriptions of point files. */
  readonly codes?: CodeTable | undefined;
  /** The scale of the sheet by which sizes on paper become those on the ground; 500 for 1:500. */
  readonly paperScale?: number | undefined;
}

type DrawingReader = (path: string, reading: DrawingReading) => Promise<DrawingInput>;

/** The reader of drawings of a path's ending; null where it is that of no drawing. */
export function drawingReader(path: string): DrawingReader | null {
  return isDrawingFile(path) ? readDrawing : null;
}

/** Reads a drawing with what lies beside it, and describes its system. Errors: io.*, those of `readDrawingFiles` */
async function readDrawing(path: string, reading: DrawingReading): Promise<DrawingInput> {
  const { signal, order, codes, paperScale } = reading;
  const opened: FileSource[] = [];
  try {
    for (const file of [path, ...(await companionsOf(path))]) opened.push(await openFileSource(file));
    const options = {
      signal,
      openSql,
      ...(order ? { points: { order } } : {}),
      ...(codes ? { codes } : {}),
      ...(paperScale === undefined ? {} : { paperScale }),
    };
    const { notes, system, ...drawing } = await readDrawingFiles(opened, options);
    const { unit, epsg, definition, faults } = await describeDeclared(system, path);
    return { ...drawing, unit: drawing.unit ?? unit, epsg, definition, faults: [...notes, ...faults] };
  } finally {
    for (const source of opened) await source.close();
  }
}

/** Files of the same name beside a shapefile, whatever the case of their endings. */
async function companionsOf(path: string): Promise<string[]> {
  if (extname(path).toLowerCase() !== '.shp') return [];
  const folder = dirname(path);
  const stem = basename(path, extname(path));
  const names = await readdir(folder).catch((cause: unknown) => {
    throw fileError(cause, folder, 'read');
  });
  return names
    .filter((name) => basename(name, extname(name)) === stem)
    .filter((name) => companionEndings.includes(extname(name).toLowerCase()))
    .map((name) => join(folder, name));
}
