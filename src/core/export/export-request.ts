import type { ExportTarget } from '#domain/drawing/export/export-file.ts';
import type { ExportFormat, ExportOptions } from '#domain/drawing/export/export-options.ts';

/** Which features are written: those of visible layers, of the selection, or of some layers by id. */
export type ExportedFeatures = 'visible' | 'selected' | 'none' | readonly string[];

/** What to write, and how. */
export interface ExportRequest {
  readonly format: ExportFormat;
  /** File name without its ending. */
  readonly name: string;
  readonly features: ExportedFeatures;
  readonly hasContours: boolean;
  readonly hasSurfaces: boolean;
  /** Layer names for what is not on a layer of the drawing. */
  readonly layerNames: { readonly contours: string; readonly surface: string };
  readonly target: ExportTarget;
  /** The scale of the sheet by which sizes on paper become those on the ground: 500 for 1:500. */
  readonly paperScale: number;
  readonly options: Pick<ExportOptions, 'arcs' | 'points'>;
}
