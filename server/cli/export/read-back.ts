import { type CheckedFormat, writtenFaults } from '#domain/drawing/verify/check-written.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { ExchangeDrawing } from '#domain/formats/exchange-model.ts';
import { pointFeatures } from '#domain/formats/point-text/point-features.ts';
import { drawingPoints } from '#domain/formats/point-text/write-point-text.ts';
import { drawingReader } from '../drawing/drawing-readers.ts';
import { type ExportChoice, type ExportEnding, endingOf } from './write-export.ts';

const formats: Readonly<Record<ExportEnding, CheckedFormat>> = {
  '.dxf': 'dxf',
  '.xml': 'landxml',
  '.geojson': 'geojson',
  '.zip': 'shapefile',
  '.kml': 'kml',
  '.kmz': 'kmz',
  '.gpkg': 'gpkg',
  '.txt': 'points',
  '.csv': 'points',
};

/** What a written file does not give back when it is read again, or why it cannot be read. */
export async function readBack(
  out: string,
  drawing: ExchangeDrawing,
  { vertices }: ExportChoice,
  signal: AbortSignal,
): Promise<readonly ErrorRecord[]> {
  const format = formats[endingOf(out)];
  const written =
    format === 'points'
      ? { layers: [], features: pointFeatures(drawingPoints(drawing, { vertices }), ''), unit: null }
      : drawing;
  try {
    return writtenFaults(written, await drawingReader(out)!(out, { signal }), format);
  } catch (error) {
    if (error instanceof AppError) return [error.toRecord()];
    throw error;
  }
}
