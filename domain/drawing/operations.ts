import { AppError } from '../errors/app-error.ts';
import type { DrawingDocument, SavedView } from './document.ts';
import type { DrawingFeature } from './feature.ts';
import type { FeatureCode } from './feature-code.ts';
import type { DrawingLayer } from './layer.ts';
import type { DrawingOverlay } from './overlay.ts';
import { parseCode } from './parse/parse-code.ts';
import { parseView } from './parse/parse-drawing.ts';
import { parseFeature } from './parse/parse-feature.ts';
import { parseLayer } from './parse/parse-layer.ts';
import { parseOverlay } from './parse/parse-overlay.ts';
import { serialiseView } from './saved-view.ts';
import {
  type SerialisedRecord,
  serialiseCode,
  serialiseCoordinates,
  serialiseFeature,
  serialiseLayer,
  serialiseOverlay,
} from './serialise.ts';

/** The tables of a document, in the order in which their records are set; layers come before what lies on them. */
export const drawingTables = ['layers', 'features', 'views', 'codes', 'overlays'] as const;
export type DrawingTable = (typeof drawingTables)[number];

/** A record of any table. */
export type DrawingRecord = DrawingLayer | DrawingFeature | SavedView | FeatureCode | DrawingOverlay;

/**
 * One change of a document, as JSON. `set` adds or replaces a record; `change` replaces fields of one and drops others;
 * `splice` replaces vertices of a feature (numbers xyz per vertex, missing elevations null).
 */
export type DrawingOperation =
  | { readonly op: 'set'; readonly table: DrawingTable; readonly record: SerialisedRecord }
  | { readonly op: 'remove'; readonly table: DrawingTable; readonly id: string }
  | {
      readonly op: 'change';
      readonly table: DrawingTable;
      readonly id: string;
      readonly fields: SerialisedRecord;
      readonly dropped: readonly string[];
    }
  | {
      readonly op: 'splice';
      readonly id: string;
      readonly index: number;
      readonly remove: number;
      readonly insert: readonly (number | null)[];
    };

/** The record that an operation changes. */
export function operationTarget(operation: DrawingOperation): {
  readonly table: DrawingTable;
  readonly id: string;
} {
  switch (operation.op) {
    case 'set':
      return { table: operation.table, id: String(operation.record['id']) };
    case 'splice':
      return { table: 'features', id: operation.id };
    case 'remove':
    case 'change':
      return { table: operation.table, id: operation.id };
  }
}

/** A record as it is saved. */
export function serialiseRecord(table: DrawingTable, record: DrawingRecord): SerialisedRecord {
  switch (table) {
    case 'layers':
      return serialiseLayer(record as DrawingLayer);
    case 'features':
      return serialiseFeature(record as DrawingFeature);
    case 'views':
      return serialiseView(record as SavedView);
    case 'codes':
      return serialiseCode(record as FeatureCode);
    case 'overlays':
      return serialiseOverlay(record as DrawingOverlay);
  }
}

/** The operations that turn one version of a record into another; null where it does not exist. */
export function recordOperations(
  table: DrawingTable,
  id: string,
  before: DrawingRecord | null,
  after: DrawingRecord | null,
): DrawingOperation[] {
  if (before === after) return [];
  if (after === null) return before === null ? [] : [{ op: 'remove', table, id }];
  const saved = serialiseRecord(table, after);
  if (before === null) return [{ op: 'set', table, record: saved }];
  const old = serialiseRecord(table, before);
  const isFeature = table === 'features';
  const splice = isFeature ? spliceBetween(id, before as DrawingFeature, after as DrawingFeature) : null;
  const fields: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(saved)) {
    if (isFeature && field === 'coordinates') continue;
    if (JSON.stringify(value) !== JSON.stringify(old[field])) fields[field] = value;
  }
  const dropped = Object.keys(old).filter((field) => !(field in saved));
  const hasFields = Object.keys(fields).length > 0 || dropped.length > 0;
  return [
    ...(splice ? [splice] : []),
    ...(hasFields ? [{ op: 'change', table, id, fields, dropped } as const] : []),
  ];
}

/** The vertices between the first and the last that differ; null where none does. */
function spliceBetween(id: string, before: DrawingFeature, after: DrawingFeature): DrawingOperation | null {
  const [a, b] = [before.coordinates, after.coordinates];
  if (a === b) return null;
  const isSame = (i: number, j: number) =>
    [0, 1, 2].every((axis) => Object.is(a[3 * i + axis], b[3 * j + axis]));
  const [countA, countB] = [a.length / 3, b.length / 3];
  const shared = Math.min(countA, countB);
  let start = 0;
  while (start < shared && isSame(start, start)) start++;
  let end = 0;
  while (end < shared - start && isSame(countA - 1 - end, countB - 1 - end)) end++;
  if (start === countA && start === countB) return null;
  const insert = serialiseCoordinates(b.slice(3 * start, 3 * (countB - end)));
  return { op: 'splice', id, index: start, remove: countA - end - start, insert };
}

type Tables = { readonly [T in DrawingTable]: Record<string, SerialisedRecord> };

/** A saved document as tables by id, for operations to be applied to. */
export function tablesOf(saved: SerialisedRecord): Tables {
  const table = (name: DrawingTable) => {
    const list = saved[name];
    const records = Array.isArray(list) ? (list as SerialisedRecord[]) : [];
    return Object.fromEntries(records.map((record) => [String(record['id']), record]));
  };
  return {
    layers: table('layers'),
    features: table('features'),
    views: table('views'),
    codes: table('codes'),
    overlays: table('overlays'),
  };
}

/** Tables as a saved document of a schema version; records by rank, then id. */
export function savedOf(tables: Tables, schemaVersion: number): SerialisedRecord {
  const list = (name: DrawingTable) =>
    Object.values(tables[name]).sort(
      (a, b) => Number(a['rank']) - Number(b['rank']) || (String(a['id']) < String(b['id']) ? -1 : 1),
    );
  return {
    schemaVersion,
    layers: list('layers'),
    features: list('features'),
    views: list('views'),
    codes: list('codes'),
    overlays: list('overlays'),
  };
}

/**
 * Applies operations to tables in place, without a look at what records mean. Removing what is gone changes nothing.
 * @throws drawing.bad-operation where one names a record that is not there, or vertices that it does not have
 */
export function applyOperations(tables: Tables, operations: readonly DrawingOperation[]): void {
  for (const operation of operations) {
    const { table, id } = operationTarget(operation);
    const records = tables[table];
    if (operation.op === 'set') {
      records[id] = operation.record;
      continue;
    }
    if (operation.op === 'remove') {
      delete records[id];
      continue;
    }
    const record = Object.hasOwn(records, id) ? records[id]! : null;
    if (record === null) throw new AppError('drawing.bad-operation', { id, reason: 'record-is-missing' });
    records[id] = operation.op === 'change' ? changed(record, operation) : spliced(record, operation);
  }
}

function changed(
  record: SerialisedRecord,
  { fields, dropped }: Extract<DrawingOperation, { op: 'change' }>,
): SerialisedRecord {
  const kept = Object.entries(record).filter(([field]) => !dropped.includes(field));
  return { ...Object.fromEntries(kept), ...fields };
}

function spliced(
  record: SerialisedRecord,
  { id, index, remove, insert }: Extract<DrawingOperation, { op: 'splice' }>,
): SerialisedRecord {
  const coordinates = record['coordinates'];
  const isIn = Array.isArray(coordinates) && 3 * (index + remove) <= coordinates.length;
  if (!isIn) throw new AppError('drawing.bad-operation', { id, reason: 'vertices-are-missing' });
  const list = coordinates as (number | null)[];
  const next = list.slice(0, 3 * index).concat(insert, list.slice(3 * (index + remove)));
  return { ...record, coordinates: next };
}

/**
 * The records that operations leave behind, by table and id, checked; null for those that they remove.
 * @param document what the operations were made from; records that they do not name are not looked at
 * @throws drawing.bad-operation, drawing.bad-record
 */
export function changedRecords(
  document: Pick<DrawingDocument, DrawingTable>,
  operations: readonly DrawingOperation[],
): { readonly table: DrawingTable; readonly id: string; readonly record: DrawingRecord | null }[] {
  const targets = new Map<string, { readonly table: DrawingTable; readonly id: string }>();
  for (const operation of operations) {
    const target = operationTarget(operation);
    targets.set(`${target.table} ${target.id}`, target);
  }
  const tables: Tables = { layers: {}, features: {}, views: {}, codes: {}, overlays: {} };
  for (const { table, id } of targets.values()) {
    const record = Object.hasOwn(document[table], id) ? document[table][id]! : null;
    if (record !== null) tables[table][id] = serialiseRecord(table, record);
  }
  applyOperations(tables, operations);
  return [...targets.values()].map(({ table, id }) => {
    const saved = tables[table][id];
    return { table, id, record: saved === undefined ? null : parsers[table](saved, `${table}.${id}`) };
  });
}

const parsers = {
  layers: parseLayer,
  features: parseFeature,
  views: parseView,
  codes: parseCode,
  overlays: parseOverlay,
} as const;

/** Ids that two lists of operations both change. */
export function contestedIds(
  mine: readonly DrawingOperation[],
  theirs: readonly DrawingOperation[],
): Set<string> {
  const other = new Set(theirs.map((operation) => operationTarget(operation).id));
  const ids = mine.map((operation) => operationTarget(operation).id).filter((id) => other.has(id));
  return new Set(ids);
}

/** A feature of a saved document whose layer is not there; null where there is none. */
export function featureWithoutLayer({
  layers,
  features,
}: SerialisedRecord): { readonly id: string; readonly layer: string } | null {
  const known = new Set((layers as readonly SerialisedRecord[]).map(({ id }) => id));
  const stray = (features as readonly SerialisedRecord[]).find(({ layerId }) => !known.has(layerId));
  return stray ? { id: String(stray['id']), layer: String(stray['layerId']) } : null;
}
