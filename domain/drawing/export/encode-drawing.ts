import { loadCrsTable } from '../../crs/table.ts';
import type { CrsDefinition } from '../../crs/types.ts';
import { writeEsriWkt } from '../../crs/wkt/wkt-write-esri.ts';
import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import { dxfChanges } from '../../formats/dxf/changes.ts';
import { writeDxf } from '../../formats/dxf/write-dxf.ts';
import type { ExchangeDrawing } from '../../formats/exchange-model.ts';
import { lookChanges } from '../../formats/exchange-rows.ts';
import { writeGeoJson } from '../../formats/geojson/write-geojson.ts';
import type { OpenSql } from '../../formats/gpkg/sql-database.ts';
import { writeGpkg } from '../../formats/gpkg/write-gpkg.ts';
import { kmlOfDrawing, kmzInput } from '../../formats/kml/kml-of-drawing.ts';
import { landXmlUnitName } from '../../formats/landxml/linear-units.ts';
import { landXmlChanges, writeLandXmlDrawing } from '../../formats/landxml/write-drawing.ts';
import { pointFeatures } from '../../formats/point-text/point-features.ts';
import { plainPoints, writePointText } from '../../formats/point-text/write-point-text.ts';
import { writeShapefiles } from '../../formats/shp/write-shapefiles.ts';
import { writeZip } from '../../formats/zip/write-zip.ts';
import { type LinearUnit, unitSymbol } from '../../units/units.ts';
import type { ExportFormat, ExportOptions } from './export-options.ts';
import { pointRows } from './point-rows.ts';

/** What is known of the coordinate system of a drawing. */
export interface DrawingSystem {
  /** Of x, y and z; null: not known, or degrees in plan. */
  readonly unit: LinearUnit | null;
  readonly epsg: number | null;
  readonly name: string | null;
  /** Null: not known. */
  readonly definition: CrsDefinition | null;
  /** Well-known text, for formats that hold it. Left out: none. */
  readonly wkt?: string | null;
}

/** A drawing in a format. */
export interface EncodedDrawing {
  /** The file in pieces, text to be written as UTF-8. */
  readonly pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
  /** What the format made different. */
  readonly changes: readonly ErrorRecord[];
  /** What the file is to give back when it is read again. */
  readonly written: ExchangeDrawing;
}

/**
 * Writes a drawing in a format.
 * @throws editor.nothing-to-export, export.landxml-unit, export.bad-geometry, export.unknown-layer and those of `pointRows`
 * and the writers of the formats
 */
export async function encodeDrawing(
  drawing: ExchangeDrawing,
  format: ExportFormat,
  system: DrawingSystem,
  options: ExportOptions,
  openSql: OpenSql,
): Promise<EncodedDrawing> {
  const { features, surfaces = [], texts = [] } = drawing;
  if (features.length + surfaces.length + texts.length === 0) throw new AppError('editor.nothing-to-export');
  if (format === 'points') return pointText(drawing, system, options);
  return { ...(await encode(drawing, format, system, options, openSql)), written: drawing };
}

async function encode(
  drawing: ExchangeDrawing,
  format: Exclude<ExportFormat, 'points'>,
  system: DrawingSystem,
  options: ExportOptions,
  openSql: OpenSql,
): Promise<Omit<EncodedDrawing, 'written'>> {
  switch (format) {
    case 'landxml':
      return { pieces: landXml(drawing, system, options), changes: landXmlChanges(drawing) };
    case 'dxf':
      return { pieces: writeDxf(drawing, { arcs: options.arcs }), changes: dxfChanges(drawing) };
    case 'geojson': {
      const crs = { kind: 'project', epsg: system.epsg } as const;
      return { pieces: writeGeoJson(drawing, { crs }), changes: lookChanges(drawing) };
    }
    case 'shapefile': {
      const { files, changes } = writeShapefiles(drawing, { prj: await prjOf(system) });
      return { pieces: writeZip(files), changes };
    }
    case 'gpkg': {
      const { definition } = system;
      const { bytes, changes } = await writeGpkg(drawing, { definition }, openSql, await loadCrsTable());
      return { pieces: [bytes], changes };
    }
    case 'kml':
    case 'kmz': {
      const kml = kmlOfDrawing(drawing, system.definition, options.name, await loadCrsTable());
      return format === 'kml' ? kml : { ...kml, pieces: writeZip([kmzInput(kml.pieces)]) };
    }
  }
}

/** Six more decimals of degrees than of lengths give the same places, and better. */
const degreeDecimals = 6;

function pointText(
  drawing: ExchangeDrawing,
  { definition }: DrawingSystem,
  { points: options }: ExportOptions,
): EncodedDrawing {
  const rows = pointRows(drawing, options);
  if (rows.points.length === 0) throw new AppError('editor.nothing-to-export');
  const { order, delimiter, decimals, hasHeader, isQuoted } = options;
  const { points, changes } = isQuoted
    ? { points: rows.points, changes: [] }
    : plainPoints(rows.points, delimiter);
  const areDegrees = definition?.horizontal?.kind === 'geographic';
  const planDecimals = decimals + (areDegrees ? degreeDecimals : 0);
  return {
    pieces: writePointText(points, { order, delimiter, decimals, planDecimals, header: hasHeader }),
    changes: [...rows.changes, ...changes],
    written: { layers: [], features: pointFeatures(points, ''), unit: null },
  };
}

/** The text of a `.prj`; null where the system is not known or ESRI's programs have no name for it. */
async function prjOf({ definition }: DrawingSystem): Promise<string | null> {
  const horizontal = definition?.horizontal ?? null;
  return horizontal && writeEsriWkt(horizontal, await loadCrsTable());
}

/** LandXML must state a unit: none is assumed. */
function landXml(drawing: ExchangeDrawing, system: DrawingSystem, { name, date }: ExportOptions) {
  const unit = landXmlUnitName(system.unit);
  if (unit === null) {
    const symbol = system.unit ? unitSymbol(system.unit) : '?';
    throw new AppError('export.landxml-unit', { file: name, unit: symbol });
  }
  const { epsg, wkt } = system;
  const title = system.name ?? (epsg === null ? null : `EPSG:${epsg}`);
  const coordinateSystem =
    title === null ? null : { name: title, ...(epsg === null ? {} : { epsg }), ...(wkt ? { wkt } : {}) };
  return writeLandXmlDrawing(drawing, {
    name,
    unit,
    date,
    ...(coordinateSystem === null ? {} : { coordinateSystem }),
  });
}
