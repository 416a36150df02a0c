import { AppError } from '../../errors/app-error.ts';
import type { ByteSource } from '../byte-source.ts';
import type { ExchangeFeature, ExchangeLayer, ExchangeStyle, ReadDrawing } from '../exchange-model.ts';
import { factsOfRow } from '../feature-facts.ts';
import { NoteBook } from '../note-book.ts';
import { UniqueNames } from '../unique-names.ts';
import { scanXml, type XmlHandler } from '../xml/scan-xml.ts';
import { attributesOf, KmlSchemas } from './attributes.ts';
import { childOf, childText, createElement, type KmlElement } from './element.ts';
import { isGeometry, readGeometry } from './geometry.ts';
import { KmlStyles } from './styles.ts';

export interface ReadKmlOptions {
  /** Layer of what lies in no named folder. */
  readonly layer: string;
  readonly signal?: AbortSignal;
}

/**
 * Reads a KML file, with or without its namespace and prefix. Folders and documents are layers by their names; a
 * placemark is a feature, or several of one record where it holds several kinds. Styles give colours, extended data
 * and descriptions properties. Ground overlays and all else that is no feature are told.
 * @throws kml.not-kml, xml.* and the source's errors
 */
export async function readKml(source: ByteSource, { layer, signal }: ReadKmlOptions): Promise<ReadDrawing> {
  const file = new KmlFile(source.name, layer);
  await scanXml(source, file, signal);
  return file.finish();
}

/** A document or folder. */
interface Container {
  readonly parent: Container | null;
  name: string;
  isVisible: boolean;
}

interface Placemark {
  readonly element: KmlElement;
  readonly container: Container;
}

const containers = new Set(['kml', 'Document', 'Folder']);
/** Elements that are kept whole until the end of the file, or until they are read. */
const kept = new Set(['Placemark', 'GroundOverlay', 'Style', 'StyleMap', 'Schema', 'name', 'visibility']);
/** Further features of the format: passed over, and told. */
const skipped = new Set(['NetworkLink', 'ScreenOverlay', 'PhotoOverlay', 'Tour', 'NetworkLinkControl']);
const layerColour = '#7d8794';

class KmlFile implements XmlHandler {
  readonly #file: string;
  readonly #root: Container;
  readonly #notes: NoteBook;
  readonly #styles = new KmlStyles();
  readonly #schemas = new KmlSchemas();
  readonly #placemarks: Placemark[] = [];
  #container: Container;
  /** Open elements of what is kept, the outermost first. */
  readonly #open: KmlElement[] = [];
  /** Depth within what is passed over. */
  #passing = 0;
  #isKml = false;

  constructor(file: string, layer: string) {
    this.#file = file;
    this.#root = { parent: null, name: layer, isVisible: true };
    this.#container = this.#root;
    this.#notes = new NoteBook(file);
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.#passing > 0) {
      this.#passing++;
      return;
    }
    const holder = this.#open.at(-1);
    if (holder) {
      const element = createElement(name, attributes);
      holder.children.push(element);
      this.#open.push(element);
    } else if (containers.has(name)) {
      this.#isKml = true;
      this.#container = { parent: this.#container, name: '', isVisible: true };
    } else if (kept.has(name)) {
      this.#isKml ||= name === 'Placemark';
      this.#open.push(createElement(name, attributes));
    } else {
      if (skipped.has(name)) this.#notes.count('kml.skipped', name);
      this.#passing = 1;
    }
  }

  text(text: string): void {
    this.#open.at(-1)?.texts.push(text);
  }

  wantsText(): boolean {
    return this.#open.length > 0;
  }

  close(): void {
    if (this.#passing > 0) {
      this.#passing--;
      return;
    }
    const element = this.#open.pop();
    if (!element) this.#container = this.#container.parent ?? this.#root;
    else if (this.#open.length === 0) this.#take(element);
  }

  #take(element: KmlElement): void {
    switch (element.name) {
      case 'Placemark':
        this.#placemarks.push({ element, container: this.#container });
        break;
      case 'name':
        if (this.#container !== this.#root) this.#container.name ||= element.texts.join('').trim();
        break;
      case 'visibility':
        this.#container.isVisible = element.texts.join('').trim() !== '0';
        break;
      case 'Schema':
        this.#schemas.add(element);
        break;
      case 'GroundOverlay':
        this.#tellOverlay(element);
        break;
      default:
        this.#styles.add(element);
    }
  }

  #tellOverlay(element: KmlElement): void {
    const box = childOf(element, 'LatLonBox');
    const sides = ['west', 'south', 'east', 'north'].map((side) => childText(box, side) || '?');
    const image = childText(childOf(element, 'Icon'), 'href') || '?';
    const name = childText(element, 'name') || image;
    this.#notes.count('kml.ground-overlay', name, { image: image.slice(0, 255), box: sides.join(' ') });
  }

  finish(): ReadDrawing {
    if (!this.#isKml) throw new AppError('kml.not-kml', { file: this.#file });
    const layers = new LayerNames(this.#root);
    const features: ExchangeFeature[] = [];
    const made = new Map<string, ExchangeLayer>();
    for (const [record, placemark] of this.#placemarks.entries()) {
      const found = this.#featuresOf(placemark, layers.nameOf(placemark.container), record);
      for (const feature of found) {
        const known = made.get(feature.layer);
        const colour = known?.colour ?? feature.style?.colour ?? layerColour;
        const isVisible = placemark.container.isVisible;
        if (!known)
          made.set(feature.layer, { name: feature.layer, colour, ...(isVisible ? {} : { isVisible }) });
        features.push(withoutColour(feature, colour));
      }
    }
    if (this.#styles.external > 0) this.#notes.count('kml.external-styles', '', {}, this.#styles.external);
    return {
      layers: [...made.values()],
      features,
      unit: null,
      system: { kind: 'wgs84' },
      notes: this.#notes.records(),
    };
  }

  #featuresOf({ element }: Placemark, layer: string, record: number): ExchangeFeature[] {
    const holders = element.children.filter(isGeometry);
    const tell = (code: Parameters<NoteBook['count']>[0], name = '') => this.#notes.count(code, name);
    const geometries = holders.flatMap((holder) => readGeometry(holder, tell));
    if (geometries.length === 0) this.#notes.count('kml.without-geometry');
    const { colour: stated, ...facts } = factsOfRow(attributesOf(element, this.#schemas), layer);
    // A placemark may hold many geometries: its style is looked for once for each of their kinds.
    const styles = new Map<ExchangeFeature['kind'], ExchangeStyle>();
    return geometries.map((geometry) => {
      const style = styles.get(geometry.kind) ?? this.#styles.styleOf(element, geometry.kind);
      styles.set(geometry.kind, style);
      const own = stated === null ? style : { ...style, colour: stated };
      return { ...geometry, ...facts, ...(Object.keys(own).length > 0 ? { style: own } : {}), record };
    });
  }
}

/** A feature without the colour that it shares with its layer. */
function withoutColour(feature: ExchangeFeature, layerColour: string): ExchangeFeature {
  const { style, ...rest } = feature;
  if (!style) return feature;
  const { colour, ...looks } = style;
  const own = colour === undefined || colour === layerColour ? looks : style;
  return Object.keys(own).length > 0 ? { ...rest, style: own } : rest;
}

/** Names of layers: of containers without a name that of what they lie in, numbered where another has the name. */
class LayerNames {
  readonly #names = new Map<Container, string>();
  readonly #unique = new UniqueNames(' ');

  constructor(root: Container) {
    this.#names.set(root, this.#unique.take(root.name));
  }

  nameOf(container: Container): string {
    const known = this.#names.get(container);
    if (known !== undefined) return known;
    const name = container.name === '' ? this.nameOf(container.parent!) : this.#unique.take(container.name);
    this.#names.set(container, name);
    return name;
  }
}
