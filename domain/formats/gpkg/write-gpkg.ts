import type { CrsTable } from '../../crs/table.ts';
import type { CrsDefinition } from '../../crs/types.ts';
import { canWriteWkt, writeWkt } from '../../crs/wkt/wkt-write.ts';
import type { ErrorRecord } from '../../errors/app-error.ts';
import { checkDrawing, drawingExtent, withoutArcs } from '../exchange-geometry.ts';
import type { ExchangeDrawing, ExchangeValue } from '../exchange-model.ts';
import { type ExchangeRow, lookChanges, rowOf } from '../exchange-rows.ts';
import { type FeatureSet, featureSets } from '../feature-sets.ts';
import { type OpenSql, quoted, type SqlDatabase, type SqlValue } from './sql-database.ts';
import { gpkgGeometry } from './write-wkb.ts';

export interface GpkgOptions {
  /** Null where it is not known, which the file says. */
  readonly definition: CrsDefinition | null;
  /** How far chords may leave arcs, drawing units; 0.001 when left out. */
  readonly tolerance?: number;
}

/** A GeoPackage, and what the format changed. */
export interface WrittenGpkg {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly changes: readonly ErrorRecord[];
}

/** "GPKG" and version 1.3 (OGC 12-128r17, 1.1.1). */
const [applicationId, version] = [0x47504b47, 10_300];
/** Of systems without a code of EPSG, above all codes. */
const ownSrsId = 998_999;
const undefinedSrsId = -1;
/** The same drawing gives the same bytes. */
const fixedTime = '1980-01-01T00:00:00.000Z';

const kinds = {
  point: ['points', 'POINT'],
  multipoint: ['multipoints', 'MULTIPOINT'],
  polyline: ['lines', 'MULTILINESTRING'],
  polygon: ['areas', 'MULTIPOLYGON'],
} as const;

/** Tables that every file has (OGC 12-128r17, annex C). */
const tables = `
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER, CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL, CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name), CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name), CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
`;

/**
 * Writes a drawing as a GeoPackage of version 1.3: a table for each kind of feature on each layer, and a further one of
 * those without heights beside others. Texts become points, triangles of surfaces areas. Attributes are those of `rowOf`.
 * Errors: export.bad-geometry, export.unknown-layer.
 */
export async function writeGpkg(
  drawing: ExchangeDrawing,
  { definition, tolerance = 0.001 }: GpkgOptions,
  open: OpenSql,
  table: CrsTable,
): Promise<WrittenGpkg> {
  checkDrawing(drawing);
  const database = await open();
  try {
    database.run(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}; ${tables}`);
    const srsId = writeSystems(database, definition, table);
    const colours = new Map(drawing.layers.map(({ name, colour }) => [name, colour]));
    const sets = featureSets(drawing);
    const names = tableNames(sets);
    database.run('BEGIN');
    for (const [i, set] of sets.entries()) {
      writeTable(database, set, { name: names[i]!, srsId, tolerance, colours });
    }
    database.run('COMMIT');
    return { bytes: database.bytes(), changes: changesOf(drawing, srsId === undefinedSrsId) };
  } finally {
    database.close();
  }
}

function changesOf(drawing: ExchangeDrawing, isUnknown: boolean): ErrorRecord[] {
  const unknown: ErrorRecord[] = isUnknown ? [{ code: 'export.gpkg-no-system', params: {} }] : [];
  return [...unknown, ...lookChanges(drawing)];
}

/** Writes the systems that every file has, and that of the drawing; returns its number. */
function writeSystems(database: SqlDatabase, definition: CrsDefinition | null, table: CrsTable): number {
  const wgs84 = table.find(4326);
  const flat = (crs: CrsDefinition['horizontal']): CrsDefinition => ({
    name: crs?.name ?? null,
    horizontal: crs,
    vertical: null,
    compoundEpsg: null,
  });
  const rows: (readonly [string, number, string, number, string])[] = [
    ['Undefined cartesian SRS', -1, 'NONE', -1, 'undefined'],
    ['Undefined geographic SRS', 0, 'NONE', 0, 'undefined'],
  ];
  if (wgs84?.kind === 'geographic') rows.push(['WGS 84', 4326, 'EPSG', 4326, writeWkt(flat(wgs84.crs))]);
  const horizontal = definition?.horizontal ?? null;
  const epsg = horizontal?.epsg ?? null;
  let srsId = undefinedSrsId;
  if (horizontal && (epsg !== null || canWriteWkt(flat(horizontal)))) {
    srsId = epsg ?? ownSrsId;
    const wkt = canWriteWkt(flat(horizontal)) ? writeWkt(flat(horizontal)) : 'undefined';
    if (epsg !== 4326) rows.push([horizontal.name, srsId, epsg === null ? 'NONE' : 'EPSG', srsId, wkt]);
  }
  database.runMany('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)', rows);
  return srsId;
}

/** Names of tables, which differ in more than case and are none that SQLite or the format keeps. */
function tableNames(sets: readonly FeatureSet[]): string[] {
  const taken = new Set<string>();
  return sets.map(({ layer, kind, hasZ }) => {
    const plain = `${/^(?:gpkg_|sqlite_|rtree_)/i.test(layer) ? '_' : ''}${layer.replaceAll('\0', '_')} ${kinds[kind][0]}`;
    const named = taken.has(plain.toLowerCase()) && !hasZ ? `${plain} 2D` : plain;
    let free = named;
    for (let i = 2; taken.has(free.toLowerCase()); i++) free = `${named} ${i}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

interface TableOptions {
  readonly name: string;
  readonly srsId: number;
  readonly tolerance: number;
  readonly colours: ReadonlyMap<string, string>;
}

function writeTable(
  database: SqlDatabase,
  set: FeatureSet,
  { name, srsId, tolerance, colours }: TableOptions,
): void {
  const { features, kind, hasZ } = set;
  const flat = features.map((feature) => withoutArcs(feature, tolerance));
  const rows = features.map((feature) => rowOf(feature, colours));
  const columns = columnsOf(rows);
  const list = columns.map(({ column, type }) => `${quoted(column)} ${type}`);
  const type = kinds[kind][1];
  database.run(
    `CREATE TABLE ${quoted(name)} (${['fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL', `geom ${type}`, ...list].join(', ')})`,
  );
  const extent = drawingExtent({ layers: [], features: flat, unit: null })!;
  database.runMany('INSERT INTO gpkg_contents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
    [
      name,
      'features',
      name,
      '',
      fixedTime,
      extent.min[0]!,
      extent.min[1]!,
      extent.max[0]!,
      extent.max[1]!,
      srsId,
    ],
  ]);
  database.runMany('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, ?, 0)', [
    [name, 'geom', type, srsId, hasZ ? 1 : 0],
  ]);
  const names = ['geom', ...columns.map(({ column }) => column)].map(quoted);
  const places = names.map(() => '?');
  const sql = `INSERT INTO ${quoted(name)} (${names.join()}) VALUES (${places.join()})`;
  const values = function* (): Generator<SqlValue[]> {
    for (const [i, feature] of flat.entries()) {
      const cells = columns.map(({ property, type: cell }) => cellOf(rows[i]!.get(property) ?? null, cell));
      yield [gpkgGeometry(feature, { srsId, hasZ, tolerance }), ...cells];
    }
  };
  database.runMany(sql, values());
}

interface Column {
  readonly property: string;
  readonly column: string;
  readonly type: 'TEXT' | 'DOUBLE' | 'BOOLEAN';
}

/** A column for each property: of truths, of numbers, or of texts where values are mixed. */
function columnsOf(rows: readonly ExchangeRow[]): Column[] {
  const types = new Map<string, Column['type'] | null>();
  for (const row of rows) {
    for (const [property, value] of row) {
      const type = typeOf(value);
      const known = types.get(property) ?? null;
      types.set(property, known === null || type === null || known === type ? (type ?? known) : 'TEXT');
    }
  }
  const taken = new Set(['fid', 'geom']);
  return [...types].map(([property, type]) => {
    const plain = property.replaceAll('\0', '_') || 'field';
    let column = plain;
    for (let i = 2; taken.has(column.toLowerCase()); i++) column = `${plain}_${i}`;
    taken.add(column.toLowerCase());
    return { property, column, type: type ?? 'TEXT' };
  });
}

function typeOf(value: ExchangeValue): Column['type'] | null {
  if (value === null) return null;
  return typeof value === 'boolean' ? 'BOOLEAN' : typeof value === 'number' ? 'DOUBLE' : 'TEXT';
}

function cellOf(value: ExchangeValue, type: Column['type']): SqlValue {
  if (value === null) return null;
  if (type === 'TEXT') return String(value);
  return Number(value);
}
