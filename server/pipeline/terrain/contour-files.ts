import { writeDxf } from '#domain/formats/dxf/write-dxf.ts';
import type { ExportDrawing, ExportFeature } from '#domain/formats/export-model.ts';
import { type ContourLines, isRing } from '#domain/geometry/contour-lines.ts';
import type { LinearUnit } from '#domain/units/units.ts';

/** Contour lines and which of them are index contours. */
export interface ContourStyle {
  readonly lines: ContourLines;
  readonly interval: number;
  readonly base: number;
  /** Every so many intervals from the base a contour is an index contour; 0 for none. */
  readonly indexEvery: number;
}

const piece = 1 << 16;

/** True for levels a whole number of index steps from the base. */
function isIndex({ interval, base, indexEvery }: ContourStyle, level: number): boolean {
  return indexEvery > 0 && Math.round((level - base) / interval) % indexEvery === 0;
}

/** An elevation without the digits that adding intervals leaves. */
export function tidy(level: number): number {
  return Number(level.toPrecision(12));
}

/**
 * Contours as a GeoJSON collection of lines with height as third coordinate and the properties `elevation` and
 * `index`, in pieces of text. Coordinates are the surface's own, named by a `crs` member (GeoJSON 2008) where known.
 */
export function* contourGeoJson(style: ContourStyle, epsg: number | null): Generator<string, void> {
  const { levels, lineLevels, starts, coordinates } = style.lines;
  const crs =
    epsg === null ? '' : `"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::${epsg}"}},\n`;
  let text = `{"type":"FeatureCollection","name":"contours",\n${crs}"features":[\n`;
  for (let line = 0; line < lineLevels.length; line++) {
    const level = tidy(levels[lineLevels[line]!]!);
    const places: string[] = [];
    for (let i = starts[line]!; i < starts[line + 1]!; i++) {
      places.push(`[${coordinates[2 * i]},${coordinates[2 * i + 1]},${level}]`);
    }
    const properties = `{"elevation":${level},"index":${isIndex(style, level)}}`;
    const geometry = `{"type":"LineString","coordinates":[${places.join(',')}]}`;
    text += `${line === 0 ? '' : ',\n'}{"type":"Feature","properties":${properties},"geometry":${geometry}}`;
    if (text.length > piece) {
      yield text;
      text = '';
    }
  }
  yield `${text}\n]}\n`;
}

/** Contours as 3D polylines of a DXF drawing, index contours on a layer of their own. */
export function contourDxf(style: ContourStyle, unit: LinearUnit | null): Generator<Uint8Array, void> {
  const { levels, lineLevels, starts, coordinates } = style.lines;
  const features = Array.from(lineLevels, (number, line): ExportFeature => {
    const level = tidy(levels[number]!);
    const closed = isRing(style.lines, line);
    const first = starts[line]!;
    const count = starts[line + 1]! - first - (closed ? 1 : 0);
    const places = new Float64Array(3 * count);
    for (let i = 0; i < count; i++) {
      places[3 * i] = coordinates[2 * (first + i)]!;
      places[3 * i + 1] = coordinates[2 * (first + i) + 1]!;
      places[3 * i + 2] = level;
    }
    const layer = isIndex(style, level) ? 'CONTOURS_INDEX' : 'CONTOURS';
    return { kind: 'polyline', coordinates: places, closed, layer, properties: { elevation: level } };
  });
  const drawing: ExportDrawing = {
    layers: [
      { name: 'CONTOURS', colour: '#a0703c' },
      { name: 'CONTOURS_INDEX', colour: '#7a4a12' },
    ],
    features,
    unit,
  };
  return writeDxf(drawing);
}
