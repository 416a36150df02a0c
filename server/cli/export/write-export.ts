import { basename, extname } from 'node:path';
import { loadCrsTable } from '#domain/crs/table.ts';
import type { CrsDefinition } from '#domain/crs/types.ts';
import { writeEsriWkt } from '#domain/crs/wkt/wkt-write-esri.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { contourFeatures, contourTexts, isIndexLevel } from '#domain/formats/contour-features.ts';
import { dxfChanges } from '#domain/formats/dxf/changes.ts';
import { writeDxf } from '#domain/formats/dxf/write-dxf.ts';
import type { ExchangeDrawing, ExchangeSurface, ExchangeText } from '#domain/formats/exchange-model.ts';
import { writeGeoJson } from '#domain/formats/geojson/write-geojson.ts';
import { writeGpkg } from '#domain/formats/gpkg/write-gpkg.ts';
import { kmlOfDrawing, kmzInput } from '#domain/formats/kml/kml-of-drawing.ts';
import { landXmlUnitName } from '#domain/formats/landxml/linear-units.ts';
import { landXmlChanges, writeLandXmlDrawing } from '#domain/formats/landxml/write-drawing.ts';
import { drawingPoints, plainPoints, writePointText } from '#domain/formats/point-text/write-point-text.ts';
import { writeShapefiles } from '#domain/formats/shp/write-shapefiles.ts';
import { writeZip } from '#domain/formats/zip/write-zip.ts';
import { appendAll } from '#domain/math/extremes.ts';
import { unitSymbol } from '#domain/units/units.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { openSql } from '#workers/io/open-sql.ts';
import type { Pieces } from '../../pipeline/write-pieces.ts';
import { contoursInWorld } from '../surface/contours-in-world.ts';
import { onLent } from '../surface/lend-surfaces.ts';
import { surfaceTin } from '../surface/surface-tin.ts';
import type { GatheredInputs, GatheredSurface } from './gather-inputs.ts';

/** Supported extensions of `--out`, in the order of the help. */
export const exportEndings = [
  '.dxf',
  '.xml',
  '.geojson',
  '.zip',
  '.kml',
  '.kmz',
  '.gpkg',
  '.txt',
  '.csv',
] as const;
export type ExportEnding = (typeof exportEndings)[number];

/** The extension of an output's name. */
export function endingOf(out: string): ExportEnding {
  const ending = extname(out).toLowerCase();
  const found = exportEndings.find((one) => one === (ending === '.json' ? '.geojson' : ending));
  if (found) return found;
  throw new AppError('cli.output-name', { command: 'export', file: out, endings: exportEndings.join(', ') });
}

/** How much of the inputs is written. */
export interface ExportChoice {
  /** Writes contours of the surfaces at this interval in place of their triangles. */
  readonly interval: number | undefined;
  /** Point text: includes vertices of lines, areas and surfaces. */
  readonly vertices: boolean;
}

const contourColour = '#a0703c';
const surfaceColour = '#7d8794';

/** Names of the layers of a surface's contours and of their elevations. */
const contourLayers = (label: string) => [`${label} contours`, `${label} contour labels`] as const;

async function contoursOf(
  surface: GatheredSurface,
  interval: number,
  pool: TaskPool,
  signal: AbortSignal,
): Promise<Pick<ExchangeDrawing, 'features' | 'texts'>> {
  const traced = await onLent([surface], signal, ([placed], transfer) => {
    const request = { surface: placed!.surface, choice: { interval } };
    return pool.run('geometry.contour', request, { signal, transfer });
  });
  const lines = contoursInWorld(traced, surface);
  const [layer, labels] = contourLayers(surface.label);
  return {
    features: contourFeatures(lines, () => layer),
    texts: contourTexts(lines, isIndexLevel(lines), labels),
  };
}

/** A surface as the exchange formats take it, on a layer named after it. */
async function exportSurface(
  surface: GatheredSurface,
  pool: () => Promise<TaskPool>,
  signal: AbortSignal,
): Promise<ExchangeSurface> {
  const { points, triangles } = await surfaceTin(surface, pool, signal);
  return { name: surface.label, layer: surface.label, points, triangles };
}

/** Everything to be written: drawn features, and of each surface its triangles or its contours. */
export async function composeDrawing(
  inputs: GatheredInputs,
  choice: ExportChoice,
  pool: () => Promise<TaskPool>,
  signal: AbortSignal,
): Promise<ExchangeDrawing> {
  const { layers, features, surfaces, drawn, unit } = inputs;
  if (choice.interval === undefined) {
    const made = surfaces.map(({ label }) => ({ name: label, colour: surfaceColour }));
    const tins: ExchangeSurface[] = [...(drawn.surfaces ?? [])];
    for (const surface of surfaces) tins.push(await exportSurface(surface, pool, signal));
    return { ...drawn, layers: unique([...layers, ...made]), features, surfaces: tins, unit };
  }
  const all = [...features];
  const texts: ExchangeText[] = [...(drawn.texts ?? [])];
  const made = surfaces.flatMap(({ label }) =>
    contourLayers(label).map((name) => ({ name, colour: contourColour })),
  );
  for (const surface of surfaces) {
    const contours = await contoursOf(surface, choice.interval, await pool(), signal);
    appendAll(all, contours.features);
    appendAll(texts, contours.texts ?? []);
  }
  return { ...drawn, layers: unique([...layers, ...made]), features: all, texts, unit };
}

function unique<T extends { readonly name: string }>(layers: readonly T[]): T[] {
  return layers.filter((layer, index) => layers.findIndex(({ name }) => name === layer.name) === index);
}

function landXmlPieces(drawing: ExchangeDrawing, out: string, { epsg, crsName }: WrittenSystem) {
  const unit = landXmlUnitName(drawing.unit);
  if (unit === null) {
    const params = { file: out, unit: drawing.unit ? unitSymbol(drawing.unit) : '?' };
    throw new AppError('export.landxml-unit', params);
  }
  const name = crsName ?? (epsg === null ? null : `EPSG:${epsg}`);
  return writeLandXmlDrawing(drawing, {
    name: basename(out, extname(out)),
    unit,
    ...(name === null ? {} : { coordinateSystem: { name, ...(epsg === null ? {} : { epsg }) } }),
    date: new Date(0),
  });
}

/** What is known of the coordinate system. */
type WrittenSystem = Pick<GatheredInputs, 'epsg' | 'crsName' | 'definition'>;

/** A drawing in the format of an output's extension, in pieces, and what changed in the format. Errors: export.* */
export async function drawingPieces(
  drawing: ExchangeDrawing,
  out: string,
  system: WrittenSystem,
  choice: ExportChoice,
): Promise<{ readonly pieces: Pieces; readonly changes: readonly ErrorRecord[] }> {
  switch (endingOf(out)) {
    case '.xml':
      return { pieces: landXmlPieces(drawing, out, system), changes: landXmlChanges(drawing) };
    case '.dxf':
      return { pieces: writeDxf(drawing), changes: dxfChanges(drawing) };
    case '.geojson':
      return { pieces: writeGeoJson(drawing, { crs: { kind: 'project', epsg: system.epsg } }), changes: [] };
    case '.zip': {
      const { files, changes } = writeShapefiles(drawing, { prj: await prjOf(system.definition) });
      return { pieces: writeZip(files), changes };
    }
    case '.kml':
    case '.kmz': {
      const kml = kmlOfDrawing(drawing, system.definition, basename(out), await loadCrsTable());
      return endingOf(out) === '.kml' ? kml : { ...kml, pieces: writeZip([kmzInput(kml.pieces)]) };
    }
    case '.gpkg': {
      const { definition } = system;
      const { bytes, changes } = await writeGpkg(drawing, { definition }, openSql, await loadCrsTable());
      return { pieces: [bytes], changes };
    }
    case '.csv': {
      const points = drawingPoints(drawing, { vertices: choice.vertices });
      return { pieces: writePointText(points, { header: true }), changes: [] };
    }
    case '.txt': {
      const { points, changes } = plainPoints(drawingPoints(drawing, { vertices: choice.vertices }));
      return { pieces: writePointText(points), changes };
    }
  }
}

/** The text of a `.prj`; null where the system is not known or ESRI's programs have no name for it. */
async function prjOf(definition: CrsDefinition | null): Promise<string | null> {
  const horizontal = definition?.horizontal ?? null;
  return horizontal && writeEsriWkt(horizontal, await loadCrsTable());
}
