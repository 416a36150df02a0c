import { checkDrawing, partsOf, withoutArcs } from '../exchange-geometry.ts';
import type { ExchangeDrawing, ExchangeFeature, ExchangeLayer, ExchangeValue } from '../exchange-model.ts';
import { polygonsOf, turnedRing } from '../exchange-rings.ts';
import { allFeatures } from '../exchange-rows.ts';
import { gatherText } from '../gather-text.ts';
import type { ToGeographic } from '../wgs84.ts';
import { escapeXml } from '../xml/escape.ts';
import { layerFields, schemaText, schemaValue } from './schema-text.ts';
import { styleText } from './style-text.ts';

export interface KmlOptions {
  /** Of the document. */
  readonly name: string;
  readonly toGeographic: ToGeographic;
  /**
   * Metres of one unit of heights above the sea, as KML has them; null where they are not known to be that: places are
   * written on the ground, without heights.
   */
  readonly metresAboveSea: number | null;
  /** How far chords may leave arcs, drawing units; 0.001 when left out. */
  readonly tolerance?: number;
}

/** Decimals of degrees (0.1 mm) and of metres. */
const [degreeDecimals, heightDecimals] = [9, 4];

/**
 * Writes a drawing as KML in pieces of about 64 KiB: a folder for each layer, with its colour and the types of its
 * attributes, a placemark for each feature. Texts become points of their name, triangles of surfaces areas. Outlines run
 * counter-clockwise, holes clockwise.
 * Errors, before anything is given: export.bad-geometry, export.unknown-layer; while giving crs.transform-not-finite.
 */
export function writeKml(drawing: ExchangeDrawing, options: KmlOptions): Generator<string, void> {
  checkDrawing(drawing);
  return gatherText(kmlParts(drawing, options));
}

function* kmlParts(drawing: ExchangeDrawing, options: KmlOptions): Generator<string, void> {
  const byLayer = new Map<string, ExchangeFeature[]>(drawing.layers.map(({ name }) => [name, []]));
  for (const feature of allFeatures(drawing)) byLayer.get(feature.layer)!.push(feature);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n';
  yield `<Document><name>${escapeXml(options.name)}</name>\n`;
  const fields = drawing.layers.map(({ name }) => layerFields(byLayer.get(name)!));
  for (const [i, layer] of drawing.layers.entries()) {
    yield `<Style id="layer-${i + 1}">${styleText(layer)}</Style>\n`;
    yield schemaText(`fields-${i + 1}`, fields[i]!);
  }
  const shapes = new ShapeText(options);
  for (const [i, layer] of drawing.layers.entries()) {
    yield `<Folder><name>${escapeXml(layer.name)}</name>${folderFacts(layer)}\n`;
    for (const feature of byLayer.get(layer.name)!) {
      yield `<Placemark>${placemarkText(feature, layer, `${i + 1}`, fields[i]!)}${shapes.of(feature)}</Placemark>\n`;
    }
    yield '</Folder>\n';
  }
  yield '</Document>\n</kml>\n';
}

function folderFacts({ isVisible = true, description = '' }: ExchangeLayer): string {
  const seen = isVisible ? '' : '<visibility>0</visibility>';
  return description === '' ? seen : `${seen}<description>${escapeXml(description)}</description>`;
}

/** Name, look and attributes of a feature. The name of a text is what it says. */
function placemarkText(
  feature: ExchangeFeature,
  layer: ExchangeLayer,
  id: string,
  fields: ReadonlyMap<string, string>,
): string {
  const { name, code, style, properties = {}, kind } = feature;
  const label =
    name ?? (kind === 'point' && typeof properties['text'] === 'string' ? properties['text'] : '');
  const own = style ? `<Style>${styleText({ ...layer, ...style })}</Style>` : '';
  const values = [...(code === undefined ? [] : [['code', code] as const]), ...Object.entries(properties)]
    .filter((entry): entry is [string, Exclude<ExchangeValue, null>] => entry[1] !== null)
    .map(([field, value]) => schemaValue(field, value, fields));
  return [
    label === '' ? '' : `<name>${escapeXml(label)}</name>`,
    `<styleUrl>#layer-${id}</styleUrl>`,
    own,
    values.length === 0
      ? ''
      : `<ExtendedData><SchemaData schemaUrl="#fields-${id}">${values.join('')}</SchemaData></ExtendedData>`,
  ].join('');
}

/** Geometry of features as elements. */
class ShapeText {
  readonly #options: KmlOptions;

  constructor(options: KmlOptions) {
    this.#options = options;
  }

  of(feature: ExchangeFeature): string {
    const parts = partsOf(withoutArcs(feature, this.#options.tolerance ?? 0.001));
    const shapes = (() => {
      switch (feature.kind) {
        case 'point':
        case 'multipoint':
          return this.#places(feature.coordinates).map((place) => this.#element('Point', feature, place));
        case 'polyline':
          return parts.map(({ coordinates }) =>
            this.#element('LineString', feature, this.#line(coordinates, feature.closed === true)),
          );
        case 'polygon':
          return polygonsOf(parts).map((rings) => {
            const boundaries = rings.map(({ coordinates, isHole }) => {
              const ring = this.#line(turnedRing(coordinates, isHole ? -1 : 1), true);
              const side = isHole ? 'innerBoundaryIs' : 'outerBoundaryIs';
              return `<${side}><LinearRing><coordinates>${ring}</coordinates></LinearRing></${side}>`;
            });
            return `<Polygon>${this.#mode(feature)}${boundaries.join('')}</Polygon>`;
          });
      }
    })();
    return shapes.length === 1 ? shapes[0]! : `<MultiGeometry>${shapes.join('')}</MultiGeometry>`;
  }

  #element(name: string, feature: ExchangeFeature, coordinates: string): string {
    return `<${name}>${this.#mode(feature)}<coordinates>${coordinates}</coordinates></${name}>`;
  }

  /** Points on the ground need no mode; lines and areas there follow it. */
  #mode({ kind, coordinates }: ExchangeFeature): string {
    if (this.#hasHeight(coordinates[2]!)) return '<altitudeMode>absolute</altitudeMode>';
    return kind === 'polyline' || kind === 'polygon' ? '<tessellate>1</tessellate>' : '';
  }

  #hasHeight(z: number): boolean {
    return this.#options.metresAboveSea !== null && !Number.isNaN(z);
  }

  #line(coordinates: Float64Array, isClosed: boolean): string {
    const places = this.#places(coordinates);
    if (isClosed) places.push(places[0]!);
    return places.join(' ');
  }

  #places(coordinates: Float64Array): string[] {
    const places: string[] = [];
    for (let i = 0; i < coordinates.length; i += 3) {
      const z = coordinates[i + 2]!;
      const [longitude, latitude] = this.#options.toGeographic(coordinates[i]!, coordinates[i + 1]!, z);
      const flat = `${rounded(longitude, degreeDecimals)},${rounded(latitude, degreeDecimals)}`;
      const height = this.#hasHeight(z)
        ? `,${rounded(z * this.#options.metresAboveSea!, heightDecimals)}`
        : '';
      places.push(flat + height);
    }
    return places;
  }
}

/** Without exponent: some readers know none. */
function rounded(value: number, decimals: number): string {
  const text = String(Number(value.toFixed(decimals)));
  return text.includes('e') ? value.toFixed(decimals) : text;
}
