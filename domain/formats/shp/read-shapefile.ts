import { AppError } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/codes.ts';
import type { ByteSource } from '../byte-source.ts';
import type { DeclaredSystem, ExchangeFeature, ExchangeLayer, ReadDrawing } from '../exchange-model.ts';
import { type FeatureFacts, factsOfRow } from '../feature-facts.ts';
import { NoteBook } from '../note-book.ts';
import { type DbfTable, openDbf } from './dbf/read-dbf.ts';
import { isShapeFile, readIndex, readRecords } from './read-records.ts';
import { readShape } from './shape-geometry.ts';
import type { ShapeGeometry } from './shape-parts.ts';

/** The files of a shapefile. All but the first may be missing. */
export interface ShapefileParts {
  readonly shp: ByteSource;
  readonly shx?: ByteSource;
  readonly dbf?: ByteSource;
  /** Texts of the two small files. */
  readonly prj?: string;
  readonly cpg?: string;
}

export interface ReadShapefileOptions {
  /** Layer of features whose row names none. */
  readonly layer: string;
  readonly signal?: AbortSignal;
}

interface Shape {
  readonly record: number;
  readonly geometry: ShapeGeometry;
}

const layerColour = '#7d8794';

/**
 * Reads a shapefile: points, multipoints, lines and polygons with their heights, and their attributes as properties. The
 * columns `layer`, `name`, `code` and `colour` (upper or lower case) become the features' own. Measures and multipatches
 * are left out; notes count them, records without a shape, damaged ones and deleted rows.
 * @throws shp.not-shp and the sources' errors
 */
export async function readShapefile(
  parts: ShapefileParts,
  { layer, signal }: ReadShapefileOptions,
): Promise<ReadDrawing> {
  const { shp, dbf, cpg = null, prj } = parts;
  if (!(await isShapeFile(shp))) throw new AppError('shp.not-shp', { file: shp.name });
  const notes = new NoteBook(shp.name);
  const shapes = await readShapes(parts, notes, signal);
  const table = dbf ? await openDbf(dbf, cpg) : null;
  if (table === null) notes.count(dbf ? 'shp.attributes-damaged' : 'shp.attributes-missing');
  const features: ExchangeFeature[] = [];
  const layers = new Map<string, ExchangeLayer>();
  for (const { record, geometry } of shapes) {
    const facts = await readFacts(table, record, layer, notes, signal);
    if (facts === null) continue;
    const { colour, ...own } = facts;
    features.push({ ...geometry, ...own, record });
    const known = layers.get(own.layer);
    if (!known || (known.colour === layerColour && colour !== null)) {
      layers.set(own.layer, { name: own.layer, colour: colour ?? layerColour });
    }
  }
  if (table) tellTable(table, notes);
  if (layers.size === 0) layers.set(layer, { name: layer, colour: layerColour });
  return {
    layers: [...layers.values()],
    features,
    unit: null,
    system: systemOf(prj),
    notes: notes.records(),
  };
}

/** Shapes in the order of their records. */
async function readShapes(
  { shp, shx }: ShapefileParts,
  notes: NoteBook,
  signal: AbortSignal | undefined,
): Promise<Shape[]> {
  const index = shx ? await readIndex(shx, shp.size) : null;
  if (index === null) notes.count(shx ? 'shp.index-damaged' : 'shp.index-missing');
  const shapes: Shape[] = [];
  const records = readRecords(shp, index, signal);
  for (;;) {
    const { done, value } = await records.next();
    if (done) {
      if (value) notes.count('shp.truncated');
      break;
    }
    const { geometry, remarks } = readShape(value.content);
    for (const remark of remarks) notes.count(remark);
    if (typeof geometry === 'string') notes.count(geometry, '', { record: value.number + 1 });
    else shapes.push({ record: value.number, geometry });
  }
  return shapes.sort((a, b) => a.record - b.record);
}

/** What a shape's row says; null where the row is marked as deleted. */
async function readFacts(
  table: DbfTable | null,
  record: number,
  layer: string,
  notes: NoteBook,
  signal: AbortSignal | undefined,
): Promise<FeatureFacts | null> {
  if (table === null) return { layer, colour: null };
  if (record >= table.rows) {
    notes.count('shp.rows-missing');
    return { layer, colour: null };
  }
  const row = await table.row(record, signal);
  if (row === null) notes.count('shp.deleted');
  return row && factsOfRow(row, layer);
}

function tellTable({ page, skipped }: DbfTable, notes: NoteBook): void {
  const counts: readonly (readonly [ErrorCode, string | null, number])[] = [
    ['shp.encoding-assumed', '', page.guessed],
    ['shp.unknown-encoding', page.unknown, page.unknown === null ? 0 : 1],
    ...skipped.map((field) => ['shp.field-skipped', field, 1] as const),
  ];
  for (const [code, name, count] of counts) if (count > 0) notes.count(code, name ?? '', {}, count);
}

/** What a `.prj` says; a keyword form of ARC/INFO stays as it is, under its name. */
function systemOf(prj: string | undefined): DeclaredSystem {
  const text = (prj ?? '').replace(/^\ufeff/, '').trim();
  if (text === '') return { kind: 'none' };
  return /^[A-Za-z_]\w{0,40}\s{0,10}[[(]/.test(text)
    ? { kind: 'wkt', wkt: text }
    : { kind: 'name', name: text };
}
