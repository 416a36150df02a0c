import type { CodeTable } from '#domain/drawing/codes/code-table.ts';
import type { ExportedFile, ExportOrder } from '#domain/drawing/export/export-file.ts';
import type { DrawingPlacement, PlacedDrawing } from '#domain/drawing/import/place-drawing.ts';
import type { ExchangeDrawing, ReadDrawing } from '#domain/formats/exchange-model.ts';
import type { PointTextLayout } from '#domain/formats/point-text/layout.ts';

/** Reads and writes drawings of other programs, off this thread. Failures reject with `AppError`. */
export interface DrawingFiles {
  /** The files of one drawing. */
  read(
    files: readonly Blob[],
    names: readonly string[],
    options: {
      /** How a point file is laid out, as far as a person says. */
      readonly points?: PointTextLayout;
      /** Makes linework of the codes of a point file. */
      readonly codes?: CodeTable;
      readonly signal: AbortSignal;
    },
  ): Promise<ReadDrawing>;
  place(drawing: ExchangeDrawing, placement: DrawingPlacement, signal: AbortSignal): Promise<PlacedDrawing>;
  /** Writes a drawing and reads it back; see `exportFile`. */
  write(
    drawing: ExchangeDrawing,
    order: ExportOrder,
    options: { readonly signal: AbortSignal; report(fraction: number): void },
  ): Promise<ExportedFile>;
}
