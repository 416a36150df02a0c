import type { PointDelimiter, PointOrder } from '../../formats/point-text/layout.ts';
import type { CheckedFormat } from '../verify/check-written.ts';

/** Formats in which drawings are written, in the order in which they are offered. */
export const exportFormats = [
  'dxf',
  'landxml',
  'geojson',
  'shapefile',
  'gpkg',
  'kml',
  'kmz',
  'points',
] as const satisfies readonly CheckedFormat[];
export type ExportFormat = (typeof exportFormats)[number];

/** Words behind the code of a line at its first and last point, and at the last of one that is closed. */
export interface LineCodes {
  readonly start: string;
  readonly end: string;
  readonly close: string;
}

/** How a drawing is written as a list of points. */
export interface PointOptions {
  readonly order: PointOrder;
  readonly delimiter: PointDelimiter;
  /** Decimals of coordinates, whole, 0 to 12; degrees get six more. */
  readonly decimals: number;
  /** Whether the first line names the columns. */
  readonly hasHeader: boolean;
  /** Whether quotes surround what holds the delimiter; else it becomes a blank, as field software has no quotes. */
  readonly isQuoted: boolean;
  /** Points alone; the vertices of lines, areas and surfaces as well; or lines and areas as coded points. */
  readonly lines: 'none' | 'vertices' | LineCodes;
  /** Where the numbering of points without a name begins, whole, at least 1; null: above the largest in use. */
  readonly firstNumber: number | null;
}

/** Words that our own field-to-finish understands, as do most field programs. */
export const usualLineCodes: LineCodes = { start: 'BEG', end: 'END', close: 'CLS' };

export const plainPointOptions: PointOptions = {
  order: 'PNEZD',
  delimiter: ',',
  decimals: 4,
  hasHeader: false,
  isQuoted: false,
  lines: 'none',
  firstNumber: null,
};

/** How a drawing is written. */
export interface ExportOptions {
  /** Of the drawing, for formats that hold one. */
  readonly name: string;
  /** For formats that hold one. */
  readonly date: Date;
  /** DXF: whether arcs at one height stay arcs or become chords. */
  readonly arcs: 'true' | 'chords';
  readonly points: PointOptions;
}
