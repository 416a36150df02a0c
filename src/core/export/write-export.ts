import { loadCrsTable } from '#domain/crs/table.ts';
import { writeEsriWkt } from '#domain/crs/wkt/wkt-write-esri.ts';
import { drawingSchemaVersion } from '#domain/drawing/document.ts';
import { surveyPoints, toExchangeDrawing } from '#domain/drawing/exchange-drawing.ts';
import type { CheckedFormat } from '#domain/drawing/verify/check-written.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { dxfChanges } from '#domain/formats/dxf/changes.ts';
import { writeDxf } from '#domain/formats/dxf/write-dxf.ts';
import type { ExchangeDrawing } from '#domain/formats/exchange-model.ts';
import { writeGeoJson } from '#domain/formats/geojson/write-geojson.ts';
import { kmlOfDrawing, kmzInput } from '#domain/formats/kml/kml-of-drawing.ts';
import { landXmlUnitName } from '#domain/formats/landxml/linear-units.ts';
import { landXmlChanges, writeLandXmlDrawing } from '#domain/formats/landxml/write-drawing.ts';
import { pointFeatures } from '#domain/formats/point-text/point-features.ts';
import { plainPoints, writePointText } from '#domain/formats/point-text/write-point-text.ts';
import { writeShapefiles } from '#domain/formats/shp/write-shapefiles.ts';
import { writeZip, type ZipInput } from '#domain/formats/zip/write-zip.ts';
import { coordinateDigits } from '../measure/quantities.ts';
import type { EditorPorts } from '../ports/editor-ports.ts';
import type { ProjectFacts } from '../state/project-facts.ts';
import type { Store } from '../store/store.ts';
import type { SurfaceRegistry } from '../surface/surface-registry.ts';
import type { ExportFormat, ExportRequest } from './export-request.ts';

/** Sources of exports. */
export interface ExportContext {
  readonly ports: Pick<EditorPorts, 'viewport'>;
  readonly facts: ProjectFacts;
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
  readonly store: Store;
  readonly surfaces: SurfaceRegistry;
}

/** A file to be downloaded. */
export interface ExportFile {
  readonly name: string;
  readonly mediaType: string;
  readonly parts: readonly (Uint8Array<ArrayBuffer> | string)[];
  /** Changes to the drawing that the format required. */
  readonly changes: readonly ErrorRecord[];
  /** What was written, and as what, to hold the file against when it is read again. */
  readonly written: ExchangeDrawing;
  readonly format: CheckedFormat;
}

const kinds: Readonly<Record<ExportFormat, { ending: string; mediaType: string }>> = {
  dxf: { ending: 'dxf', mediaType: 'image/vnd.dxf' },
  landxml: { ending: 'xml', mediaType: 'application/xml' },
  geojson: { ending: 'geojson', mediaType: 'application/geo+json' },
  shapefile: { ending: 'zip', mediaType: 'application/zip' },
  kml: { ending: 'kml', mediaType: 'application/vnd.google-earth.kml+xml' },
  kmz: { ending: 'kmz', mediaType: 'application/vnd.google-earth.kmz' },
  pnezd: { ending: 'txt', mediaType: 'text/plain' },
};

/**
 * Writes what an export requests.
 * @throws editor.nothing-to-export, export.bad-geometry
 */
export async function writeExport(
  context: ExportContext,
  request: ExportRequest,
  date: Date,
): Promise<ExportFile> {
  const { ending, mediaType } = kinds[request.format];
  const drawing = gather(context, request);
  const { parts, changes, written = drawing } = await partsOf(context, request, drawing, date);
  const format = request.format === 'pnezd' ? 'points' : request.format;
  return { name: `${request.name}.${ending}`, mediaType, parts: [...parts], changes, written, format };
}

type Parts = Iterable<Uint8Array<ArrayBuffer> | string>;

interface WrittenParts {
  readonly parts: Parts;
  readonly changes: readonly ErrorRecord[];
  /** Left out: the whole drawing. */
  readonly written?: ExchangeDrawing;
}

async function partsOf(
  context: ExportContext,
  request: ExportRequest,
  drawing: ExchangeDrawing,
  date: Date,
): Promise<WrittenParts> {
  switch (request.format) {
    case 'landxml':
      if (drawing.features.length === 0 && (drawing.surfaces ?? []).length === 0) throw nothing();
      return { parts: landXmlParts(context, request, drawing, date), changes: landXmlChanges(drawing) };
    case 'dxf':
      if (drawing.features.length === 0 && (drawing.surfaces ?? []).length === 0) throw nothing();
      return { parts: writeDxf(drawing), changes: dxfChanges(drawing) };
    case 'geojson':
      if (drawing.features.length === 0 && (drawing.surfaces ?? []).length === 0) throw nothing();
      return {
        parts: writeGeoJson(drawing, { crs: { kind: 'project', epsg: context.facts.epsg } }),
        changes: [],
      };
    case 'shapefile':
      if (drawing.features.length === 0 && (drawing.surfaces ?? []).length === 0) throw nothing();
      return await shapefileParts(drawing, context.facts);
    case 'kml':
    case 'kmz':
      if (drawing.features.length === 0 && (drawing.surfaces ?? []).length === 0) throw nothing();
      return await kmlParts(drawing, context.facts, request);
    case 'pnezd': {
      const { points, changes } = plainPoints(surveyPoints(drawing));
      if (points.length === 0) throw nothing();
      const decimals = coordinateDigits(context.facts.coordinateUnit);
      const written = { layers: [], features: pointFeatures(points, ''), unit: null };
      return { parts: writePointText(points, { decimals }), changes, written };
    }
  }
}

async function shapefileParts(drawing: ExchangeDrawing, { system }: ProjectFacts) {
  const horizontal = system?.horizontal ?? null;
  const prj = horizontal && writeEsriWkt(horizontal, await loadCrsTable());
  const { files, changes } = writeShapefiles(drawing, { prj });
  return { parts: await archiveParts(files), changes };
}

async function kmlParts(drawing: ExchangeDrawing, { system }: ProjectFacts, request: ExportRequest) {
  const kml = kmlOfDrawing(drawing, system, request.name, await loadCrsTable());
  if (request.format === 'kml') return { parts: kml.pieces, changes: kml.changes };
  return { parts: await archiveParts([kmzInput(kml.pieces)]), changes: kml.changes };
}

async function archiveParts(files: readonly ZipInput[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of writeZip(files)) parts.push(new Uint8Array(piece));
  return parts;
}

const nothing = () => new AppError('editor.nothing-to-export');

function shownSurfaces({ store, surfaces }: ExportContext) {
  return store.views.workspace.derived.flatMap((entry) => {
    const data = entry.isVisible ? surfaces.get(entry.id) : undefined;
    return data === undefined ? [] : [{ entry, data }];
  });
}

function gather(context: ExportContext, request: ExportRequest): ExchangeDrawing {
  const { store, facts, ports } = context;
  const { layers, features } = store.views.document;
  const shown = shownSurfaces(context);
  const { contours, surface } = request.layerNames;
  const drawing = toExchangeDrawing(
    {
      schemaVersion: drawingSchemaVersion,
      layers,
      features: request.hasFeatures ? features : {},
      views: {},
      codes: {},
      overlays: {},
    },
    facts.horizontalUnit,
    {
      contours: request.hasContours
        ? shown.flatMap(({ data }) =>
            data.kind === 'contours' ? [{ lines: data.lines, layer: contours }] : [],
          )
        : [],
      surfaces: request.hasSurfaces
        ? shown.flatMap(({ data }) =>
            data.kind === 'tin' ? [{ tin: data.tin, name: surface, layer: surface }] : [],
          )
        : [],
      elevationAt: (x, y) => ports.viewport.terrainElevation(x, y),
    },
  );
  const inUnit = (xyz: Float64Array) => scaleElevations(xyz, context.zFactor);
  return {
    ...drawing,
    features: drawing.features.map((each) => ({ ...each, coordinates: inUnit(each.coordinates) })),
    texts: (drawing.texts ?? []).map((each) => ({ ...each, z: each.z * context.zFactor })),
    surfaces: (drawing.surfaces ?? []).map((each) => ({ ...each, points: inUnit(each.points) })),
  };
}

function landXmlParts(
  { facts }: ExportContext,
  { name }: ExportRequest,
  drawing: ExchangeDrawing,
  date: Date,
): Iterable<string> {
  const unit = landXmlUnitName(facts.horizontalUnit);
  // LandXML must state a known unit: none is assumed.
  if (unit === null) {
    throw new AppError('editor.unit-unknown', { file: facts.name, unit: facts.horizontalUnit?.name ?? '?' });
  }
  return writeLandXmlDrawing(drawing, { name, unit, date, ...systemOf(facts) });
}

/** Exchange formats have one linear unit: elevations are given in the horizontal one. */
function scaleElevations(xyz: Float64Array, zFactor: number): Float64Array {
  return zFactor === 1 ? xyz : xyz.map((value, i) => (i % 3 === 2 ? value * zFactor : value));
}

function systemOf({ crsName, epsg, wkt }: ProjectFacts) {
  if (crsName === null) return {};
  const coordinateSystem = {
    name: crsName,
    ...(epsg === null ? {} : { epsg }),
    ...(wkt === null ? {} : { wkt }),
  };
  return { coordinateSystem };
}
