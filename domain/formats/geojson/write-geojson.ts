import { checkDrawing, partsOf, withoutArcs } from '../exchange-geometry.ts';
import type { ExchangeDrawing, ExchangeFeature, ExchangeValue } from '../exchange-model.ts';
import { polygonsOf, turnedRing } from '../exchange-rings.ts';
import { allFeatures } from '../exchange-rows.ts';
import { gatherText } from '../gather-text.ts';
import type { ToGeographic } from '../wgs84.ts';

/** How positions are written and what is said of them. */
export type GeoJsonCrs =
  /** RFC 7946: WGS 84 longitude and latitude; the caller transforms. */
  | { readonly kind: 'wgs84'; readonly toGeographic: ToGeographic }
  /** Project coordinates under the older `crs` member, as GDAL reads it: an EPSG code, or none when unknown. */
  | { readonly kind: 'project'; readonly epsg: number | null };

export interface GeoJsonOptions {
  readonly crs: GeoJsonCrs;
  /** How far chords may leave arcs, drawing units; 0.001 when left out. */
  readonly tolerance?: number;
  /** Decimals of horizontal coordinates; the default is all digits for project coordinates, 9 (0.1 mm) for degrees. */
  readonly decimals?: number;
}

interface Writer {
  /** Of chords to arcs, drawing units. */
  readonly tolerance: number;
  position(x: number, y: number, z: number): string;
}

/**
 * Writes a drawing as a GeoJSON feature collection in pieces of about 64 KiB. Features carry `layer`,
 * `colour`, `name`, `code` and their own properties; heights are third coordinates, left out where there are
 * none. Outlines run counter-clockwise and holes clockwise (RFC 7946, 3.1.6). Each triangle of a surface is
 * a polygon with the property `surface`, and texts are points with the properties `text`, `height` and `angle`.
 * Errors, before anything is given: export.bad-geometry, export.unknown-layer.
 */
export function writeGeoJson(drawing: ExchangeDrawing, options: GeoJsonOptions): Generator<string, void> {
  checkDrawing(drawing);
  return gatherText(geoJsonParts(drawing, options));
}

function* geoJsonParts(drawing: ExchangeDrawing, options: GeoJsonOptions): Generator<string, void> {
  const writer = createWriter(options);
  const colours = new Map(drawing.layers.map(({ name, colour }) => [name, colour]));
  yield `{"type":"FeatureCollection",${crsMember(options.crs)}"features":[`;
  let separator = '\n';
  for (const feature of allFeatures(drawing)) {
    yield separator + featureText(feature, colours, writer);
    separator = ',\n';
  }
  yield '\n]}\n';
}

function crsMember(crs: GeoJsonCrs): string {
  if (crs.kind === 'wgs84' || crs.epsg === null) return '';
  const name = `urn:ogc:def:crs:EPSG::${crs.epsg}`;
  return `"crs":{"type":"name","properties":{"name":"${name}"}},`;
}

function createWriter({ crs, decimals, tolerance = 0.001 }: GeoJsonOptions): Writer {
  const places = decimals ?? (crs.kind === 'wgs84' ? 9 : null);
  const number = (value: number) => String(places === null ? value : Number(value.toFixed(places)));
  return {
    tolerance,
    position(x, y, z) {
      const [a, b, c] = crs.kind === 'wgs84' ? crs.toGeographic(x, y, Number.isNaN(z) ? 0 : z) : [x, y, z];
      const flat = `${number(a)},${number(b)}`;
      return Number.isNaN(z) ? `[${flat}]` : `[${flat},${String(c)}]`;
    },
  };
}

function featureText(feature: ExchangeFeature, colours: ReadonlyMap<string, string>, writer: Writer): string {
  const { layer, name, code, properties } = feature;
  const facts: Record<string, ExchangeValue> = {
    ...properties,
    layer,
    colour: colours.get(layer) ?? null,
    ...(name === undefined ? {} : { name }),
    ...(code === undefined ? {} : { code }),
  };
  return `{"type":"Feature","properties":${JSON.stringify(facts)},"geometry":${geometryText(feature, writer)}}`;
}

function geometryText(feature: ExchangeFeature, writer: Writer): string {
  const parts = partsOf(withoutArcs(feature, writer.tolerance));
  const list = (texts: readonly string[]) => `[${texts.join()}]`;
  const geometry = (type: string, coordinates: string) => `{"type":"${type}","coordinates":${coordinates}}`;
  switch (feature.kind) {
    case 'point':
      return geometry('Point', positions(parts[0]!.coordinates, writer, false)[0]!);
    case 'multipoint':
      return geometry('MultiPoint', list(positions(feature.coordinates, writer, false)));
    case 'polyline': {
      const isClosed = feature.closed === true;
      const lines = parts.map(({ coordinates }) => list(positions(coordinates, writer, isClosed)));
      return lines.length > 1 ? geometry('MultiLineString', list(lines)) : geometry('LineString', lines[0]!);
    }
    case 'polygon': {
      const polygons = polygonsOf(parts).map((rings) =>
        list(
          rings.map(({ coordinates, isHole }) =>
            list(positions(turnedRing(coordinates, isHole ? -1 : 1), writer, true)),
          ),
        ),
      );
      return polygons.length > 1
        ? geometry('MultiPolygon', list(polygons))
        : geometry('Polygon', polygons[0]!);
    }
  }
}

function positions(ring: Float64Array, writer: Writer, closed: boolean): string[] {
  const output: string[] = [];
  for (let i = 0; i < ring.length; i += 3) output.push(writer.position(ring[i]!, ring[i + 1]!, ring[i + 2]!));
  if (closed) output.push(output[0]!);
  return output;
}
