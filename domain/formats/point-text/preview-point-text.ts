import { splitCells } from '../table-text/split-cells.ts';
import { fieldsOf, type PointDelimiter, type PointField, type PointTextLayout } from './layout.ts';
import { cutLines, findColumns } from './read-point-text.ts';

/** The first lines of a point file in its columns. */
export interface PointTextPreview {
  readonly delimiter: PointDelimiter;
  /** What each column holds; null: it is not read. As many as the widest line has cells. */
  readonly fields: readonly (PointField | null)[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

const previewedLines = 8;
const maxColumns = 24;

/**
 * How the first lines of a text would be read.
 * @param text the file or its beginning; a last line that is cut off is shown as it is
 */
export function previewPointText(text: string, layout: PointTextLayout): PointTextPreview {
  const { lines, delimiter } = cutLines(text, layout);
  const rows = lines.slice(0, previewedLines).map(({ number, text: line }) => {
    return { line: number, cells: splitCells(line, delimiter).slice(0, maxColumns) };
  });
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const order = layout.order ?? 'PNEZD';
  const found =
    lines.length === 0
      ? fieldsOf(order)
      : findColumns(lines, delimiter, { ...layout, order, name: '' }).fields;
  return { delimiter, rows, fields: Array.from({ length: width }, (_, i) => found[i] ?? null) };
}

/** Whether points can be read by some fields: northing and easting are among them once, and no other twice. */
export function areReadable(fields: readonly (PointField | null)[]): boolean {
  const count = (field: PointField) => fields.filter((each) => each === field).length;
  return count('northing') === 1 && count('easting') === 1 && count('elevation') <= 1;
}
