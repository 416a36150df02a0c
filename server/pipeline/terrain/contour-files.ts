import { contourFeatures, contourTexts, tidyLevel } from '#domain/formats/contour-features.ts';
import { writeDxf } from '#domain/formats/dxf/write-dxf.ts';
import type { ExchangeDrawing } from '#domain/formats/exchange-model.ts';
import type { ContourLines } from '#domain/geometry/grid/contour-lines.ts';
import type { LinearUnit } from '#domain/units/units.ts';

/** Contour lines and which of them are index contours. */
export interface ContourStyle {
  readonly lines: ContourLines;
  readonly interval: number;
  readonly base: number;
  /** Number of intervals between index contours, from the base; 0 for none. */
  readonly indexEvery: number;
}

const piece = 1 << 16;

/** True for levels at whole index steps from the base. */
function isIndex({ interval, base, indexEvery }: ContourStyle, level: number): boolean {
  return indexEvery > 0 && Math.round((level - base) / interval) % indexEvery === 0;
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
    const level = tidyLevel(levels[lineLevels[line]!]!);
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

/** Contours as 3D polylines of a DXF drawing, with index contours and their elevations on separate layers. */
export function contourDxf(style: ContourStyle, unit: LinearUnit | null): Generator<Uint8Array, void> {
  const { lines } = style;
  const isIndexed = (level: number) => isIndex(style, level);
  const drawing: ExchangeDrawing = {
    layers: [
      { name: 'CONTOURS', colour: '#a0703c' },
      { name: 'CONTOURS_INDEX', colour: '#7a4a12' },
      { name: 'CONTOURS_LABELS', colour: '#7a4a12' },
    ],
    features: contourFeatures(lines, (level) => (isIndexed(level) ? 'CONTOURS_INDEX' : 'CONTOURS')),
    texts: contourTexts(lines, isIndexed, 'CONTOURS_LABELS'),
    unit,
  };
  return writeDxf(drawing);
}
