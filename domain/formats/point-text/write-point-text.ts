import type { ErrorRecord } from '../../errors/app-error.ts';
import { gatherText } from '../gather-text.ts';
import {
  fieldsOf,
  type PointDelimiter,
  type PointField,
  type PointOrder,
  type SurveyPoint,
} from './layout.ts';

export interface PointTextOptions {
  /** Default PNEZD. */
  readonly order?: PointOrder;
  /** Default a comma. */
  readonly delimiter?: PointDelimiter;
  /** Decimals of coordinates. Default 4 (0.1 mm, 0.0001 ft). */
  readonly decimals?: number;
  /** Decimals of northing and easting where they are degrees. Default: those of coordinates. */
  readonly planDecimals?: number;
  /** Whether the first line names the columns. Default no: field software reads it as a point. */
  readonly header?: boolean;
}

const titles: Readonly<Record<PointField, string>> = {
  point: 'Point',
  northing: 'Northing',
  easting: 'Easting',
  elevation: 'Elevation',
  description: 'Description',
};

/** Points as text in pieces of about 64 KiB, CR LF after each as field software expects; a missing height is left empty. */
export function writePointText(
  points: Iterable<SurveyPoint>,
  options: PointTextOptions = {},
): Generator<string, void> {
  return gatherText(pointLines(points, options));
}

function* pointLines(points: Iterable<SurveyPoint>, options: PointTextOptions): Generator<string, void> {
  const fields = fieldsOf(options.order ?? 'PNEZD');
  const delimiter = options.delimiter ?? ',';
  const heights = options.decimals ?? 4;
  const plan = options.planDecimals ?? heights;
  const digits = (field: PointField) => (field === 'elevation' ? heights : plan);
  const line = (cells: readonly string[]) => `${cells.join(delimiter)}\r\n`;
  if (options.header) yield line(fields.map((field) => titles[field]));
  for (const point of points)
    yield line(fields.map((field) => cellText(point, field, delimiter, digits(field))));
}

/**
 * Points whose names and descriptions hold neither the delimiter nor quotes, and which of them were changed: a delimiter
 * becomes a blank, a quote two apostrophes, so that inches stay inches.
 */
export function plainPoints(
  points: readonly SurveyPoint[],
  delimiter: PointDelimiter = ',',
): { readonly points: readonly SurveyPoint[]; readonly changes: readonly ErrorRecord[] } {
  const changes: ErrorRecord[] = [];
  const plain = (text: string) =>
    text.replaceAll('"', "''").replaceAll(delimiter, ' ').replace(/ {2,}/g, ' ');
  const made = points.map((point) => {
    const [name, description] = [point.point, point.description].map((text) =>
      text.includes('"') || (delimiter !== ' ' && text.includes(delimiter)) ? plain(text) : text,
    ) as [string, string];
    for (const [from, to] of [
      [point.point, name],
      [point.description, description],
    ] as const) {
      if (from !== to) changes.push({ code: 'export.text-changed', params: { point: name, from, to } });
    }
    return { ...point, point: name, description };
  });
  return { points: made, changes };
}

function cellText(
  point: SurveyPoint,
  field: PointField,
  delimiter: PointDelimiter,
  decimals: number,
): string {
  const value = point[field];
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return delimiter === ' ' ? '-' : '';
    return value.toFixed(decimals);
  }
  const plain = value.replace(/[\r\n\t]+/g, ' ');
  if (delimiter === ' ') return field === 'point' ? plain.replace(/ /g, '_') || '-' : plain;
  return plain.includes(delimiter) || plain.includes('"') ? `"${plain.replaceAll('"', '""')}"` : plain;
}
