import type { ErrorRecord } from '../../errors/app-error.ts';
import { checkDrawing } from '../exchange-geometry.ts';
import type { ExchangeDrawing } from '../exchange-model.ts';
import { firstFreeNumber } from '../free-number.ts';
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
  const decimals = options.decimals ?? 4;
  const line = (cells: readonly string[]) => `${cells.join(delimiter)}\r\n`;
  if (options.header) yield line(fields.map((field) => titles[field]));
  for (const point of points) yield line(fields.map((field) => cellText(point, field, delimiter, decimals)));
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

/**
 * The points of a drawing in order, followed by the vertices of lines, areas and surfaces on request. A point keeps
 * its name; all others are numbered from the first whole number after the largest in use. The description is the
 * code, else the layer's name. Errors: export.bad-geometry, export.unknown-layer.
 */
export function drawingPoints(drawing: ExchangeDrawing, options: { vertices?: boolean } = {}): SurveyPoint[] {
  checkDrawing(drawing);
  const points: SurveyPoint[] = [];
  let next = firstFreeNumber(drawing.features);
  const add = (name: string | undefined, array: Float64Array, at: number, description: string) => {
    const [easting, northing, elevation] = array.subarray(at, at + 3) as unknown as [number, number, number];
    points.push({ point: name || String(next++), easting, northing, elevation, description });
  };
  for (const { kind, coordinates, name, code, layer } of drawing.features) {
    if (kind === 'point') add(name, coordinates, 0, code ?? layer);
  }
  if (!options.vertices) return points;
  for (const { kind, coordinates, code, layer } of drawing.features) {
    if (kind === 'point') continue;
    for (let at = 0; at < coordinates.length; at += 3) add(undefined, coordinates, at, code ?? layer);
  }
  for (const surface of drawing.surfaces ?? []) {
    for (let at = 0; at < surface.points.length; at += 3) add(undefined, surface.points, at, surface.layer);
  }
  return points;
}
