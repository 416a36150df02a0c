import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import type { ByteSource } from '../../formats/byte-source.ts';
import { readDxf } from '../../formats/dxf/read/read-dxf.ts';
import type { DeclaredSystem, ReadDrawing } from '../../formats/exchange-model.ts';
import { readGeoJson } from '../../formats/geojson/read-geojson.ts';
import { readGpkg } from '../../formats/gpkg/read-gpkg.ts';
import type { OpenSql } from '../../formats/gpkg/sql-database.ts';
import { readKml } from '../../formats/kml/read-kml.ts';
import { readKmz } from '../../formats/kml/read-kmz.ts';
import { readLandXmlDrawing } from '../../formats/landxml/read-drawing.ts';
import { readLandXml } from '../../formats/landxml/read-surfaces.ts';
import type { PointTextLayout } from '../../formats/point-text/layout.ts';
import { pointFeatures } from '../../formats/point-text/point-features.ts';
import { readPointText } from '../../formats/point-text/read-point-text.ts';
import { readShapefileArchive } from '../../formats/shp/read-archive.ts';
import { readShapefile } from '../../formats/shp/read-shapefile.ts';
import { decodeText, isLegacy } from '../../formats/table-text/decode-text.ts';
import type { CodeTable } from '../codes/code-table.ts';
import { drawLinework } from '../codes/draw-linework.ts';
import { toExchangeDrawing } from '../exchange-drawing.ts';
import { parseDrawing } from '../parse/parse-drawing.ts';
import { type DrawingEnding, endingOf, isDrawingFile, isPointFile } from './drawing-endings.ts';

/** Curves of drawings that become chords are left by at most this, in units of the drawing. */
const curveTolerance = 0.001;

/** A `.prj` or `.cpg` longer than this is none. */
const maxCompanionBytes = 1 << 20;

/** Largest file that is read as one text. */
const maxTextBytes = 256 * 1024 * 1024;

const plainColour = '#7d8794';
const pointLayer = 'points';

/** How a file is read. */
export interface DrawingFileOptions {
  /** How point files are laid out. Left out: as is found, PNEZD without headings. */
  readonly points?: PointTextLayout;
  /** Makes linework of the descriptions of point files. */
  readonly codes?: CodeTable;
  /** The scale of the sheet by which sizes on paper become those on the ground; 500 for 1:500. Left out: 1:500. */
  readonly paperScale?: number;
  /** Opens the databases of GeoPackages. */
  readonly openSql: OpenSql;
  readonly signal?: AbortSignal;
}

/** The files of one drawing, the one that gives its kind first. */
type Reader = (files: readonly ByteSource[], options: DrawingFileOptions) => Promise<ReadDrawing>;

const readers: Readonly<Record<DrawingEnding, Reader>> = {
  '.dxf': ([file], { signal }) =>
    readDxf(file!, { tolerance: curveTolerance, ...(signal ? { signal } : {}) }),
  '.shp': readShapeSet,
  '.zip': ([file], { signal }) => readShapefileArchive(file!, signal),
  '.gpkg': ([file], { openSql }) => readGpkg(file!, openSql),
  '.kml': ([file], options) => readKml(file!, layered(file!, options)),
  '.kmz': ([file], options) => readKmz(file!, layered(file!, options)),
  '.xml': readLandXmlFile,
  '.landxml': readLandXmlFile,
  '.json': readJson,
  '.geojson': readJson,
  '.txt': readPoints,
  '.csv': readPoints,
  '.asc': readPoints,
};

/**
 * Reads one drawing of one or several files by their endings.
 * @throws import.no-drawing, import.several-drawings, import.several-texts, and what the readers of the formats throw
 */
export async function readDrawingFiles(
  files: readonly ByteSource[],
  options: DrawingFileOptions,
): Promise<ReadDrawing> {
  const drawings = files.filter(({ name }) => isDrawingFile(name));
  const [main] = drawings;
  if (main === undefined) throw new AppError('import.no-drawing', { file: files[0]?.name ?? '' });
  if (drawings.filter(({ name }) => isPointFile(name)).length > 1) throw new AppError('import.several-texts');
  if (drawings.length > 1) throw new AppError('import.several-drawings', { count: drawings.length });
  const others = files.filter((file) => file !== main);
  return readers[endingOf(main.name) as DrawingEnding]([main, ...others], options);
}

function stemOf(name: string): string {
  const file = name.slice(name.lastIndexOf('/') + 1);
  const dot = file.lastIndexOf('.');
  return dot < 0 ? file : file.slice(0, dot);
}

async function readShapeSet(
  [shp, ...others]: readonly ByteSource[],
  options: DrawingFileOptions,
): Promise<ReadDrawing> {
  const stem = stemOf(shp!.name);
  const beside = (ending: string) =>
    others.find(({ name }) => stemOf(name) === stem && endingOf(name) === ending);
  const [shx, dbf] = [beside('.shx'), beside('.dbf')];
  const text = async (ending: string) => {
    const file = beside(ending);
    return file && file.size <= maxCompanionBytes ? (await readText(file)).text : undefined;
  };
  const [prj, cpg] = [await text('.prj'), await text('.cpg')];
  return readShapefile(
    {
      shp: shp!,
      ...(shx ? { shx } : {}),
      ...(dbf ? { dbf } : {}),
      ...(prj === undefined ? {} : { prj }),
      ...(cpg === undefined ? {} : { cpg }),
    },
    layered(shp!, options),
  );
}

/** Features without a layer of their own are on one of their file's name. */
function layered(file: ByteSource, { signal }: DrawingFileOptions) {
  return { layer: stemOf(file.name), ...(signal ? { signal } : {}) };
}

/** Points, lines, areas and surfaces of LandXML, each surface on a layer of its name. */
async function readLandXmlFile(
  [file]: readonly ByteSource[],
  { signal }: DrawingFileOptions,
): Promise<ReadDrawing> {
  const { surfaceNames, ...drawing } = await readLandXmlDrawing(file!, signal);
  if (surfaceNames.length === 0) return drawing;
  const { surfaces } = await readLandXml(file!, signal);
  const names = new Set(surfaces.map(({ name }) => name));
  return {
    ...drawing,
    layers: [...drawing.layers, ...[...names].map((name) => ({ name, colour: plainColour }))],
    surfaces: surfaces.map(({ name, tin }) => ({ name, layer: name, ...tin })),
  };
}

/** A drawing of the program's own, or GeoJSON. */
async function readJson(
  [file]: readonly ByteSource[],
  { paperScale }: DrawingFileOptions,
): Promise<ReadDrawing> {
  const { text } = await readText(file!);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const params = { file: file!.name, place: 'the-start', reason: 'it-is-not-json' };
    throw new AppError('geojson.unreadable', params, { cause });
  }
  if (typeof value === 'object' && value !== null && 'layers' in value) {
    const sizes = paperScale === undefined ? {} : { unitsPerMm: paperScale / 1000 };
    return { ...toExchangeDrawing(parseDrawing(value), null, sizes), system: { kind: 'none' }, notes: [] };
  }
  const { features, epsg } = readGeoJson(value, file!.name);
  const system: DeclaredSystem = epsg === null ? { kind: 'none' } : { kind: 'epsg', epsg };
  const names = [...new Set(features.map((feature) => feature.layer))];
  return {
    layers: names.map((name) => ({ name, colour: plainColour })),
    features,
    unit: null,
    system,
    notes: [],
  };
}

/** Surveyed points, one a line. */
async function readPoints(
  [file]: readonly ByteSource[],
  { points, codes }: DrawingFileOptions,
): Promise<ReadDrawing> {
  const { text, faults } = await readText(file!);
  const { name } = file!;
  const read = readPointText(text, { ...points, name });
  const notes = [...faults, ...read.faults];
  if (codes !== undefined) {
    const coded = read.points.map((point, i) => ({ ...point, row: read.rows[i]! }));
    const { faults: undrawn, ...drawn } = drawLinework(coded, codes, { file: name, plainLayer: pointLayer });
    return { ...drawn, unit: null, system: { kind: 'none' }, notes: [...notes, ...undrawn] };
  }
  return {
    layers: [{ name: pointLayer, colour: plainColour }],
    features: pointFeatures(read.points, pointLayer),
    unit: null,
    system: { kind: 'none' },
    notes,
  };
}

/** A text, and that its encoding had to be assumed. @throws import.text-too-large */
async function readText(
  file: ByteSource,
): Promise<{ readonly text: string; readonly faults: readonly ErrorRecord[] }> {
  const { name, size } = file;
  if (size > maxTextBytes) {
    throw new AppError('import.text-too-large', { file: name, size, limit: maxTextBytes });
  }
  const { text, encoding } = decodeText(await file.read(0, size));
  const faults: ErrorRecord[] = isLegacy(encoding)
    ? [{ code: 'table.encoding-assumed', params: { file: name, encoding } }]
    : [];
  return { text, faults };
}
