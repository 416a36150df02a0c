import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { CodeTable } from '#domain/drawing/codes/code-table.ts';
import { drawLinework } from '#domain/drawing/codes/draw-linework.ts';
import { toExchangeDrawing } from '#domain/drawing/exchange-drawing.ts';
import { parseDrawing } from '#domain/drawing/parse/parse-drawing.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { readDxf } from '#domain/formats/dxf/read/read-dxf.ts';
import type { ExchangeFeature, ReadDrawing } from '#domain/formats/exchange-model.ts';
import { readGeoJson } from '#domain/formats/geojson/read-geojson.ts';
import { readGpkg } from '#domain/formats/gpkg/read-gpkg.ts';
import { readKml } from '#domain/formats/kml/read-kml.ts';
import { readKmz } from '#domain/formats/kml/read-kmz.ts';
import type { PointOrder } from '#domain/formats/point-text/layout.ts';
import { readPointText } from '#domain/formats/point-text/read-point-text.ts';
import { readShapefileArchive } from '#domain/formats/shp/read-archive.ts';
import { readShapefile } from '#domain/formats/shp/read-shapefile.ts';
import { fileError } from '#workers/io/file-error.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { openSql } from '#workers/io/open-sql.ts';
import { openShapefile } from '#workers/io/shapefile-parts.ts';
import { describeDeclared } from '#domain/drawing/import/declared-system.ts';
import type { DrawingInput } from './drawing-input.ts';
import { readLandXmlInput } from './read-landxml-input.ts';
import { readTextFile } from './read-text-file.ts';

const layerColour = '#7d8794';

/** Curves of drawings that become chords are left by at most this, in units of the drawing. */
const curveTolerance = 0.001;

/** Reads a drawing of a CAD program. Errors: io.*, dxf.* */
async function readCadDrawing(path: string, signal: AbortSignal): Promise<DrawingInput> {
  const source = await openFileSource(path);
  try {
    const { notes, ...drawing } = await readDxf(source, { tolerance: curveTolerance, signal });
    return { ...drawing, epsg: null, faults: notes };
  } finally {
    await source.close();
  }
}

/** A drawing with the system that its file declares. */
async function withSystem(drawing: ReadDrawing, file: string): Promise<DrawingInput> {
  const { notes, system, ...rest } = drawing;
  const { unit, epsg, definition, faults } = await describeDeclared(system, file);
  return { ...rest, unit: rest.unit ?? unit, epsg, definition, faults: [...notes, ...faults] };
}

/** Reads a shapefile with what lies beside it. Errors: io.*, shp.not-shp */
async function readShapes(path: string, signal: AbortSignal): Promise<DrawingInput> {
  const parts = await openShapefile(path);
  try {
    return await withSystem(await readShapefile(parts, { layer: nameOf(path), signal }), path);
  } finally {
    await parts.close();
  }
}

/** Reads a file of one source, and describes the system that it declares. Errors: io.*, those of the reader */
async function readFrom(
  path: string,
  read: (source: ByteSource) => Promise<ReadDrawing>,
): Promise<DrawingInput> {
  const source = await openFileSource(path);
  try {
    return await withSystem(await read(source), path);
  } finally {
    await source.close();
  }
}

const nameOf = (path: string) => basename(path, extname(path));

/** Reads a drawing of ours or GeoJSON. Errors: io.*, drawing.*, geojson.unreadable */
async function readDrawing(path: string): Promise<DrawingInput> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw fileError(error, path, 'read');
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const params = { file: path, place: 'the-start', reason: 'it-is-not-json' };
    throw new AppError('geojson.unreadable', params, { cause: error });
  }
  if (typeof value === 'object' && value !== null && 'layers' in value) {
    return { ...toExchangeDrawing(parseDrawing(value), null), epsg: null };
  }
  const { features, epsg } = readGeoJson(value, path);
  const names = [...new Set(features.map((feature) => feature.layer))];
  return { layers: names.map((name) => ({ name, colour: layerColour })), features, epsg };
}

const pointLayer = 'points';

/** Reads surveyed points, one a line. Errors: io.*, point-text.*, table.*, codes.refused */
async function readPoints(path: string, { order, codes }: DrawingReading): Promise<DrawingInput> {
  const { text, faults: assumed } = await readTextFile(path);
  const { points, rows, faults } = readPointText(text, { name: path, ...(order ? { order } : {}) });
  if (codes !== undefined) {
    const coded = points.map((point, i) => ({ ...point, row: rows[i]! }));
    const drawn = drawLinework(coded, codes, { file: path, plainLayer: pointLayer });
    return { ...drawn, epsg: null, faults: [...assumed, ...faults, ...drawn.faults] };
  }
  const features = points.map(
    ({ point, easting, northing, elevation, description }): ExchangeFeature => ({
      kind: 'point',
      coordinates: Float64Array.of(easting, northing, elevation),
      layer: pointLayer,
      name: point,
      code: description,
    }),
  );
  return {
    layers: [{ name: pointLayer, colour: layerColour }],
    features,
    epsg: null,
    faults: [...assumed, ...faults],
  };
}

/** How drawings are read. */
export interface DrawingReading {
  readonly signal: AbortSignal;
  /** Order of the columns of point files without headings. */
  readonly order?: PointOrder | undefined;
  /** Makes linework of the descriptions of point files. */
  readonly codes?: CodeTable | undefined;
}

type DrawingReader = (path: string, reading: DrawingReading) => Promise<DrawingInput>;

const readers: Readonly<Record<string, DrawingReader>> = {
  '.dxf': (path, { signal }) => readCadDrawing(path, signal),
  '.shp': (path, { signal }) => readShapes(path, signal),
  '.zip': (path, { signal }) => readFrom(path, (source) => readShapefileArchive(source, signal)),
  '.kml': (path, { signal }) => readFrom(path, (source) => readKml(source, { layer: nameOf(path), signal })),
  '.kmz': (path, { signal }) => readFrom(path, (source) => readKmz(source, { layer: nameOf(path), signal })),
  '.gpkg': (path) => readFrom(path, (source) => readGpkg(source, openSql)),
  '.xml': (path, { signal }) => readLandXmlInput(path, signal),
  '.landxml': (path, { signal }) => readLandXmlInput(path, signal),
  '.json': (path) => readDrawing(path),
  '.geojson': (path) => readDrawing(path),
  '.txt': readPoints,
  '.csv': readPoints,
  '.asc': readPoints,
};

/** True for paths of point files, whose descriptions may hold feature codes. */
export function isPointFile(path: string): boolean {
  return drawingReader(path) === readPoints;
}

/** The reader of drawings of a path's ending; null where it is that of no drawing. */
export function drawingReader(path: string): DrawingReader | null {
  return readers[extname(path).toLowerCase()] ?? null;
}
