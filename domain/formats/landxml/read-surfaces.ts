import { AppError } from '../../errors/app-error.ts';
import type { ByteSource } from '../byte-source.ts';
import { scanXml, type XmlHandler } from '../xml/scan-xml.ts';
import { type LandXmlCoordinateSystem, readCoordinateSystem } from './coordinate-system.ts';
import { landXmlMetres } from './linear-units.ts';
import { type LandXmlSurface, SurfaceBuilder } from './surface-builder.ts';

/** The linear unit of a LandXML file under its own name, and its length in metres. */
export interface LandXmlUnit {
  readonly name: string;
  readonly metres: number;
}

/** The TIN surfaces of a LandXML file and what they are measured in. Owned by the caller. */
export interface LandXmlFile {
  readonly version: string;
  /** Undefined where the file declares none that is known. */
  readonly linearUnit: LandXmlUnit | undefined;
  /** As declared; coordinates are never in it, and volumes are given in the linear unit cubed. */
  readonly volumeUnit: string | undefined;
  readonly coordinateSystem: LandXmlCoordinateSystem | undefined;
  /** Those with at least one triangle, in the order of the file. */
  readonly surfaces: readonly LandXmlSurface[];
}

/** Longest text of a point or a face. */
const textLimit = 4096;

/**
 * Reads the TIN surfaces of a LandXML 1.0 to 1.2 file in bounded memory (the points and faces themselves excepted).
 * Points are northing, easting, elevation; faces marked invisible (`i="1"`) are left out.
 * @throws landxml.*, xml.* and what the source throws
 */
export async function readLandXml(source: ByteSource, signal?: AbortSignal): Promise<LandXmlFile> {
  const reader = new SurfaceReader(source.name);
  await scanXml(source, reader, signal);
  return reader.finish();
}

/**
 * The surface of that name, or the first when no name is given.
 * @throws landxml.surface-missing, landxml.no-surface
 */
export function pickSurface(file: LandXmlFile, fileName: string, name?: string): LandXmlSurface {
  const first = file.surfaces[0];
  if (!first) throw new AppError('landxml.no-surface', { file: fileName });
  const surface = name === undefined ? first : file.surfaces.find((one) => one.name === name);
  if (surface) return surface;
  const names = file.surfaces.map((one) => `"${one.name}"`).join(', ');
  throw new AppError('landxml.surface-missing', { file: fileName, name: name ?? '', names });
}

class SurfaceReader implements XmlHandler {
  readonly #file: string;
  readonly #path: string[] = [];
  readonly #surfaces: LandXmlSurface[] = [];
  #builder: SurfaceBuilder | undefined;
  #text = '';
  #textElement: 'P' | 'F' | undefined;
  #textOffset = 0;
  #pointId = '';
  #version = '';
  #unitName: string | undefined;
  #volumeUnit: string | undefined;
  #coordinateSystem: LandXmlCoordinateSystem | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  wantsText(): boolean {
    return this.#textElement !== undefined;
  }

  open(name: string, attributes: ReadonlyMap<string, string>, offset: number): void {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (parent === undefined) this.#openRoot(name, attributes);
    else if (parent === 'Units' && (name === 'Metric' || name === 'Imperial')) {
      this.#unitName = attributes.get('linearUnit');
      this.#volumeUnit = attributes.get('volumeUnit');
    } else if (name === 'CoordinateSystem' && this.#path.length === 2) {
      this.#coordinateSystem = readCoordinateSystem(attributes);
    } else if (name === 'Surface' && parent === 'Surfaces') {
      this.#builder = new SurfaceBuilder(
        this.#file,
        attributes.get('name') ?? '',
        attributes.get('desc') ?? '',
      );
    } else if (name === 'P' && parent === 'Pnts' && this.#builder) {
      this.#pointId = attributes.get('id') ?? '';
      this.#startText('P', offset);
    } else if (name === 'F' && parent === 'Faces' && this.#builder) {
      if (attributes.get('i') === '1') this.#builder.skipFace();
      else this.#startText('F', offset);
    }
  }

  text(text: string, offset: number): void {
    this.#text += text;
    if (this.#text.length > textLimit) {
      throw new AppError('xml.too-long-tag', { file: this.#file, offset, limit: textLimit });
    }
  }

  close(name: string): void {
    this.#path.pop();
    if (name === this.#textElement) {
      if (name === 'P') this.#builder?.addPoint(this.#pointId, this.#text, this.#textOffset);
      else this.#builder?.addFace(this.#text, this.#textOffset);
      this.#textElement = undefined;
    } else if (name === 'Surface' && this.#path.at(-1) === 'Surfaces') {
      const surface = this.#builder?.finish();
      if (surface) this.#surfaces.push(surface);
      this.#builder = undefined;
    }
  }

  finish(): LandXmlFile {
    if (this.#surfaces.length === 0) throw new AppError('landxml.no-surface', { file: this.#file });
    const metres = landXmlMetres(this.#unitName);
    return {
      version: this.#version,
      linearUnit: metres === undefined ? undefined : { name: this.#unitName!, metres },
      volumeUnit: this.#volumeUnit,
      coordinateSystem: this.#coordinateSystem,
      surfaces: this.#surfaces,
    };
  }

  #openRoot(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name !== 'LandXML')
      throw new AppError('landxml.not-landxml', { file: this.#file, found: `<${name}>` });
    this.#version = attributes.get('version') ?? '';
  }

  #startText(element: 'P' | 'F', offset: number): void {
    this.#textElement = element;
    this.#textOffset = offset;
    this.#text = '';
  }
}
