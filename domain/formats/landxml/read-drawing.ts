import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import type { ByteSource } from '../byte-source.ts';
import type { ExchangeLayer, ReadDrawing } from '../exchange-model.ts';
import { scanXml, type XmlHandler } from '../xml/scan-xml.ts';
import { declaredSystem, type LandXmlCoordinateSystem, readCoordinateSystem } from './coordinate-system.ts';
import { landXmlUnit } from './linear-units.ts';
import {
  FeatureMaker,
  type LineElement,
  lineElements,
  type ReadLine,
  type ReadPoint,
  type ReadSegment,
} from './make-features.ts';
import { PlaceTable, readPlace, readPlaces, words } from './places.ts';

/** Points, alignments, parcels and plan features of a LandXML file. */
export interface LandXmlDrawing extends ReadDrawing {
  /** Names of the surfaces of the file that have faces; `readLandXml` reads them. */
  readonly surfaceNames: readonly string[];
}

/** Longest text of a list of places. */
const textLimit = 1 << 26;
const layerColour = '#7d8794';

const segmentElements = ['Line', 'Curve', 'Spiral', 'IrregularLine', 'Chain'] as const;
const placeElements: readonly string[] = ['Start', 'End', 'Center', 'PI'];
const listElements: readonly string[] = ['PntList2D', 'PntList3D'];
/** What a drawing takes, and what is said of the file itself. */
const readElements: readonly string[] = [
  ...['CgPoints', 'Alignments', 'Parcels', 'PlanFeatures', 'Surfaces'],
  ...['Units', 'Project', 'Application', 'CoordinateSystem', 'FeatureDictionary', 'Author'],
];

/**
 * Reads points, alignments, parcels and plan features of a LandXML 1.0 to 1.2 file, x east and y north in its unit
 * (null where it names none that LandXML has). Layers are the groups of the file. Lines and curves are kept, spirals
 * become chords within 0.001 units. Properties are the attributes and properties of the file.
 * @throws landxml.bad-point, landxml.not-landxml, xml.* and what the source throws
 */
export async function readLandXmlDrawing(source: ByteSource, signal?: AbortSignal): Promise<LandXmlDrawing> {
  const reader = new DrawingReader(source.name);
  await scanXml(source, reader, signal);
  return reader.finish();
}

class DrawingReader implements XmlHandler {
  readonly #file: string;
  readonly #path: string[] = [];
  readonly #points: ReadPoint[] = [];
  readonly #lines: ReadLine[] = [];
  readonly #open: ReadLine[] = [];
  readonly #skipped = new Map<string, number>();
  #group = '';
  #point: ReadPoint | null = null;
  #segment: ReadSegment | null = null;
  #text: {
    readonly depth: number;
    readonly offset: number;
    readonly parts: string[];
    length: number;
  } | null = null;
  readonly #surfaceNames: string[] = [];
  #surface: string | null = null;
  #unitName: string | undefined;
  #system: LandXmlCoordinateSystem | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  wantsText(): boolean {
    return this.#text !== null && this.#text.depth === this.#path.length;
  }

  open(name: string, attributes: ReadonlyMap<string, string>, offset: number): void {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (parent === undefined) {
      if (name !== 'LandXML') {
        throw new AppError('landxml.not-landxml', { file: this.#file, found: `<${name}>` });
      }
    } else if (this.#path.length === 2) this.#openTop(name, attributes);
    else if (parent === 'Units') this.#unitName = attributes.get('linearUnit');
    else if (parent === 'Surfaces') this.#surface = attributes.get('name') ?? '';
    else if (parent === 'Faces' && this.#surface !== null) {
      this.#surfaceNames.push(this.#surface);
      this.#surface = null;
    } else if (name === 'CgPoint' && parent === 'CgPoints') this.#openPoint(attributes, offset);
    else if (isLine(name) && (parent === `${name}s` || parent === name)) this.#openLine(name, attributes);
    else this.#openInside(name, parent, attributes, offset);
  }

  text(text: string, offset: number): void {
    const held = this.#text!;
    held.parts.push(text);
    held.length += text.length;
    if (held.length > textLimit) {
      throw new AppError('xml.too-long-tag', { file: this.#file, offset, limit: textLimit });
    }
  }

  close(name: string): void {
    const text = this.#text?.depth === this.#path.length ? this.#text : null;
    if (text) {
      this.#closeText(name, text.parts.join(''), text.offset);
      this.#text = null;
    }
    this.#path.pop();
    if (name === 'CgPoint') this.#point = null;
    else if (this.#segment?.element === name) this.#segment = null;
    else if (this.#open.at(-1)?.element === name) this.#lines.push(this.#open.pop()!);
  }

  finish(): LandXmlDrawing {
    const table = new PlaceTable();
    for (const { attributes, place } of this.#points) {
      if (place && 'vertex' in place) table.add(attributes.get('name'), place.vertex);
    }
    const maker = new FeatureMaker(table);
    const features = [
      ...this.#points.flatMap((point) => maker.point(point)),
      ...this.#lines.flatMap((line) => maker.line(line)),
    ];
    const names = [...new Set(features.map(({ layer }) => layer))];
    return {
      layers: names.map((name): ExchangeLayer => ({ name, colour: layerColour })),
      features,
      unit: landXmlUnit(this.#unitName),
      system: declaredSystem(this.#system),
      surfaceNames: this.#surfaceNames,
      notes: [...maker.notes(), ...this.#skippedNotes()],
    };
  }

  #openTop(name: string, attributes: ReadonlyMap<string, string>): void {
    this.#group = attributes.get('name') || name;
    if (name === 'CoordinateSystem') this.#system = readCoordinateSystem(attributes);
    else if (!readElements.includes(name)) this.#skipped.set(name, (this.#skipped.get(name) ?? 0) + 1);
  }

  #openPoint(attributes: ReadonlyMap<string, string>, offset: number): void {
    const ref = attributes.get('pntRef');
    const place = ref === undefined ? null : { ref };
    this.#point = { layer: this.#group, attributes, properties: {}, place };
    this.#points.push(this.#point);
    this.#startText(offset);
  }

  #openLine(element: LineElement, attributes: ReadonlyMap<string, string>): void {
    this.#open.push({ element, layer: this.#group, attributes, properties: {}, segments: [] });
  }

  #openInside(
    name: string,
    parent: string | undefined,
    attributes: ReadonlyMap<string, string>,
    offset: number,
  ): void {
    const line = this.#open.at(-1);
    if (name === 'Property' && parent === 'Feature') this.#keepProperty(attributes);
    else if (!line) return;
    else if (parent === 'CoordGeom') {
      const element = segmentElements.find((one) => one === name);
      if (!element) return;
      this.#segment = { element, attributes, places: new Map(), list: [] };
      line.segments.push(this.#segment);
      if (element === 'Chain') this.#startText(offset);
    } else if (this.#segment && parent === this.#segment.element) {
      const ref = attributes.get('pntRef');
      if (placeElements.includes(name) && ref !== undefined) this.#segment.places.set(name, { ref });
      else if (placeElements.includes(name) || listElements.includes(name)) this.#startText(offset);
    }
  }

  /** A property of the point or line that is open, not of something within it. */
  #keepProperty(attributes: ReadonlyMap<string, string>): void {
    const owner = this.#path.at(-3);
    const line = this.#open.at(-1);
    const target = owner === 'CgPoint' ? this.#point : line && owner === line.element ? line : null;
    const [label, value] = [attributes.get('label'), attributes.get('value')];
    if (target && label !== undefined && label !== '' && label !== '__proto__') {
      target.properties[label] = value ?? '';
    }
  }

  #startText(offset: number): void {
    this.#text = { depth: this.#path.length, offset, parts: [], length: 0 };
  }

  #closeText(name: string, text: string, offset: number): void {
    const bad = (excerpt: string) =>
      new AppError('landxml.bad-point', { file: this.#file, offset, text: excerpt });
    if (name === 'CgPoint') {
      const point = this.#point!;
      if (text.trim() === '' && point.place) return;
      point.place = readPlace(text, bad);
    } else if (name === 'Chain') this.#segment!.list = words(text).map((ref) => ({ ref }));
    else if (listElements.includes(name)) {
      this.#segment!.list = readPlaces(text, name === 'PntList2D' ? 2 : 3, bad);
    } else this.#segment!.places.set(name, readPlace(text, bad));
  }

  #skippedNotes(): ErrorRecord[] {
    const count = [...this.#skipped.values()].reduce((sum, one) => sum + one, 0);
    const elements = [...this.#skipped.keys()].slice(0, 20).join(', ');
    return count === 0 ? [] : [{ code: 'landxml.left-out', params: { file: this.#file, count, elements } }];
  }
}

function isLine(name: string): name is LineElement {
  return lineElements.some((element) => element === name);
}
