import type { ExportFormat } from '#domain/drawing/export/export-options.ts';
import { writtenFaults } from '#domain/drawing/verify/check-written.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { ExchangeDrawing } from '#domain/formats/exchange-model.ts';
import type { PointOrder } from '#domain/formats/point-text/layout.ts';
import { drawingReader } from '../drawing/drawing-readers.ts';

/**
 * What a written file does not give back when it is read again, or why it cannot be read.
 * @param written what it is to give back
 */
export async function readBack(
  out: string,
  written: ExchangeDrawing,
  format: ExportFormat,
  reading: { readonly order: PointOrder; readonly signal: AbortSignal },
): Promise<readonly ErrorRecord[]> {
  try {
    return writtenFaults(written, await drawingReader(out)!(out, reading), format);
  } catch (error) {
    if (error instanceof AppError) return [error.toRecord()];
    throw error;
  }
}
