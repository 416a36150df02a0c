import { AppError } from '../../errors/app-error.ts';
import { sizeLimits } from '../../math/size-limits.ts';
import type { ByteSource } from '../byte-source.ts';
import type {
  DeclaredSystem,
  ExchangeFeature,
  ExchangeLayer,
  ExchangeValue,
  ReadDrawing,
} from '../exchange-model.ts';
import { factsOfRow } from '../feature-facts.ts';
import { NoteBook } from '../note-book.ts';
import { readGpkgGeometry } from './read-wkb.ts';
import { type OpenSql, quoted, type SqlDatabase, type SqlValue } from './sql-database.ts';

const layerColour = '#7d8794';
const signature = 'SQLite format 3\0';

/** A table of features. */
interface FeatureTable {
  readonly name: string;
  readonly geometry: string;
  readonly columns: readonly { readonly name: string; readonly isTruth: boolean }[];
}

/**
 * Reads the tables of features of a GeoPackage as one drawing; a table is a layer, unless its rows name others. Views and
 * computed columns are passed over, since they run what the file says.
 * @throws gpkg.not-gpkg, gpkg.damaged, gpkg.mixed-systems, gpkg.too-large
 */
export async function readGpkg(source: ByteSource, open: OpenSql): Promise<ReadDrawing> {
  const limit = sizeLimits['archive.unpackedBytes'].value;
  if (source.size > limit) throw new AppError('gpkg.too-large', { file: source.name, limit });
  const bytes = await source.read(0, source.size);
  if (new TextDecoder('latin1').decode(bytes.subarray(0, signature.length)) !== signature) {
    throw new AppError('gpkg.not-gpkg', { file: source.name });
  }
  let database: SqlDatabase | null = null;
  try {
    database = await open(bytes);
    return readTables(database, source.name);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('gpkg.damaged', { file: source.name }, { cause: error });
  } finally {
    database?.close();
  }
}

function readTables(database: SqlDatabase, file: string): ReadDrawing {
  const notes = new NoteBook(file);
  const tables = featureTables(database, file, notes);
  const layers = new Map<string, ExchangeLayer>();
  const features: ExchangeFeature[] = [];
  let system: DeclaredSystem = { kind: 'none' };
  let record = 0;
  for (const table of tables) {
    const declared = systemOf(database, table.name);
    if (
      system.kind !== 'none' &&
      declared.kind !== 'none' &&
      JSON.stringify(system) !== JSON.stringify(declared)
    ) {
      throw new AppError('gpkg.mixed-systems', { file });
    }
    if (declared.kind !== 'none') system = declared;
    let rows = 0;
    for (const row of rowsOf(database, table)) {
      rows++;
      record++;
      for (const feature of featuresOf(row, table, record - 1, notes)) {
        const { colour, ...own } = feature;
        features.push(own);
        if (!layers.has(own.layer)) layers.set(own.layer, { name: own.layer, colour: colour ?? layerColour });
      }
    }
    if (rows === 0) layers.set(table.name, { name: table.name, colour: layerColour });
  }
  return { layers: [...layers.values()], features, unit: null, system, notes: notes.records() };
}

/** Tables of features in the order of the file. */
function featureTables(database: SqlDatabase, file: string, notes: NoteBook): FeatureTable[] {
  const stored = new Map(
    [...database.rows('SELECT name, type, sql FROM sqlite_master')].map(([name, type, sql]) => [
      String(name).toLowerCase(),
      type === 'table' && !/^\s*CREATE\s+VIRTUAL/i.test(String(sql)),
    ]),
  );
  if (!stored.get('gpkg_contents')) throw new AppError('gpkg.not-gpkg', { file });
  if (!stored.get('gpkg_geometry_columns')) return [];
  const tables: FeatureTable[] = [];
  const wanted = database.rows('SELECT table_name, column_name FROM gpkg_geometry_columns ORDER BY rowid');
  for (const [table, column] of [...wanted]) {
    const name = String(table);
    if (!stored.get(name.toLowerCase())) {
      notes.count('gpkg.table-skipped', name);
      continue;
    }
    const columns = [...database.rows(`PRAGMA table_info(${quoted(name)})`)]
      .filter(([, each, , , , key]) => String(each) !== String(column) && key === 0)
      .map(([, each, type]) => ({ name: String(each), isTruth: /^BOOL/i.test(String(type)) }));
    tables.push({ name, geometry: String(column), columns });
  }
  return tables;
}

function rowsOf(database: SqlDatabase, { name, geometry, columns }: FeatureTable) {
  const list = [geometry, ...columns.map((column) => column.name)].map(quoted).join(', ');
  return database.rows(`SELECT ${list} FROM ${quoted(name)} ORDER BY rowid`);
}

function systemOf(database: SqlDatabase, table: string): DeclaredSystem {
  const sql =
    'SELECT s.organization, s.organization_coordsys_id, s.definition, s.srs_id FROM gpkg_geometry_columns c JOIN gpkg_spatial_ref_sys s ON s.srs_id = c.srs_id WHERE c.table_name = ?';
  const [found] = [...database.rows(sql, [table])];
  if (!found) return { kind: 'none' };
  const [organization, code, definition, id] = found;
  if (Number(id) <= 0) return { kind: 'none' };
  if (String(organization).toUpperCase() === 'EPSG') return { kind: 'epsg', epsg: Number(code) };
  const wkt = String(definition ?? '').trim();
  return wkt === '' || wkt === 'undefined' ? { kind: 'none' } : { kind: 'wkt', wkt };
}

function featuresOf(
  [value, ...values]: readonly SqlValue[],
  { name, columns }: FeatureTable,
  record: number,
  notes: NoteBook,
): (ExchangeFeature & { readonly colour: string | null })[] {
  if (!(value instanceof Uint8Array)) {
    notes.count('gpkg.without-geometry', name);
    return [];
  }
  const read = readGpkgGeometry(value);
  if (read === null) notes.count('gpkg.bad-geometry', name);
  else if (read.geometries.length === 0) notes.count('gpkg.without-geometry', name);
  if (read?.hasMeasures) notes.count('gpkg.measures', name);
  const row = new Map<string, ExchangeValue>();
  for (const [i, column] of columns.entries()) {
    const cell = values[i] ?? null;
    if (cell instanceof Uint8Array) notes.count('gpkg.blob-skipped', column.name);
    else row.set(column.name, column.isTruth && typeof cell === 'number' ? cell !== 0 : cell);
  }
  const facts = factsOfRow(row, name);
  return (read?.geometries ?? []).flatMap((geometry) => {
    const isSound = geometry.coordinates.every((each, i) => i % 3 === 2 || Number.isFinite(each));
    if (isSound) return [{ ...geometry, ...facts, record }];
    notes.count('gpkg.bad-geometry', name);
    return [];
  });
}
