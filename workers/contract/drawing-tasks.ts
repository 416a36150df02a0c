import type { CodeTable } from '#domain/drawing/codes/code-table.ts';
import type { HeavyEdit } from '#domain/drawing/edit/heavy-edits.ts';
import type { EditOutcome } from '#domain/drawing/edit/outcome.ts';
import type { ExportedFile, ExportOrder } from '#domain/drawing/export/export-file.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import type { DrawingPlacement, PlacedDrawing } from '#domain/drawing/import/place-drawing.ts';
import type { ExchangeDrawing, ReadDrawing } from '#domain/formats/exchange-model.ts';
import type { PointTextLayout } from '#domain/formats/point-text/layout.ts';
import type { LentSource } from './lent-source.ts';

/** Tasks on drawings. */
export interface DrawingTasks {
  /** Errors: those of `readDrawingFiles`. */
  'drawing.read': {
    input: {
      /** The files of one drawing. */
      readonly files: readonly LentSource[];
      readonly points?: PointTextLayout;
      /** Makes linework of the codes of point files. */
      readonly codes?: CodeTable;
    };
    output: ReadDrawing;
  };
  /** Errors: those of `runHeavyEdit`. */
  'drawing.edit': {
    input: { readonly edit: HeavyEdit; readonly features: readonly DrawingFeature[] };
    output: EditOutcome;
  };
  /** Errors: those of `placeDrawing`. */
  'drawing.place': {
    input: { readonly drawing: ExchangeDrawing; readonly placement: DrawingPlacement };
    output: PlacedDrawing;
  };
  /** Errors: those of `exportFile`. */
  'drawing.write': {
    input: { readonly drawing: ExchangeDrawing; readonly order: ExportOrder };
    output: ExportedFile;
  };
}
