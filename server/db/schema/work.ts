import { boolean, doublePrecision, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import type { ProductPurpose } from '#domain/drawing/feature.ts';
import type { DrawingOperation } from '#domain/drawing/operations.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { jsonb, pkColumn, text, time } from './columns.ts';

export type TaskStatus = 'queued' | 'running' | 'paused' | 'done' | 'errored' | 'timed out' | 'cancelled';

/**
 * Tasks of a project. `attempt` with `lease_owner` is the fence: a step commits only while both are unchanged. A
 * running task whose `lease_until` has passed is claimed by another worker.
 */
export const task = pgTable('task', {
  pk: pkColumn(),
  imagesetPk: integer('imageset_pk').notNull(),
  /** The product that a further file is made of; null for the task that makes the project's products. */
  productPk: integer('product_pk'),
  name: text('name').notNull(),
  status: text('status').$type<TaskStatus>().notNull().default('queued'),
  attempt: integer('attempt').notNull().default(0),
  failures: integer('failures').notNull().default(0),
  /** Estimated MiB of memory of the task. */
  memoryMib: integer('memory_mib').notNull().default(1024),
  leaseOwner: text('lease_owner'),
  leaseHost: text('lease_host'),
  leaseUntil: time('lease_until'),
  heartbeatAt: time('heartbeat_at'),
  /** No worker claims it before. */
  readyAt: time('ready_at').notNull().defaultNow(),
  startedAt: time('started_at'),
  finishedAt: time('finished_at'),
  error: jsonb('error').$type<ErrorRecord>(),
  stackTrace: text('stack_trace'),
  /** Of a further file of one product: how far it is, 0 to 1. */
  fraction: doublePrecision('fraction').notNull().default(0),
});

/** A row of `task`. */
export type TaskRow = typeof task.$inferSelect;

/** Live workers, also idle ones. */
export const worker = pgTable('worker', {
  /** As in `task.lease_owner`. */
  name: text('name').primaryKey(),
  host: text('host').notNull(),
  startedAt: time('started_at').notNull().defaultNow(),
  seenAt: time('seen_at').notNull().defaultNow(),
});

/** The cost of each step of an attempt: seconds, MiB of memory and of disk. */
export const taskStep = pgTable('task_step', {
  pk: pkColumn(),
  taskPk: integer('task_pk').notNull(),
  attempt: integer('attempt').notNull(),
  name: text('name').notNull(),
  wallS: doublePrecision('wall_s').notNull(),
  cpuS: doublePrecision('cpu_s').notNull(),
  peakMib: doublePrecision('peak_mib').notNull(),
  peakDiskMib: doublePrecision('peak_disk_mib').notNull(),
  finishedAt: time('finished_at').notNull().defaultNow(),
});

/** Console lines of another engine in the current run, one per row, counted from 0. */
export const engineConsole = pgTable(
  'engine_console',
  {
    imagesetPk: integer('imageset_pk').notNull(),
    line: integer('line').notNull(),
    text: text('text').notNull(),
  },
  (table) => [primaryKey({ columns: [table.imagesetPk, table.line] })],
);

/** Drawings of projects; the first of a project is the one whose shapes change products. */
export const drawing = pgTable('drawing', {
  pk: pkColumn(),
  imagesetPk: integer('imageset_pk').notNull(),
  /** Empty: the project's drawing. */
  name: text('name').notNull().default(''),
  isLocked: boolean('is_locked').notNull().default(false),
  createdBy: integer('created_by'),
  createdAt: time('created_at').notNull().defaultNow(),
});

/** A row of `drawing`. */
export type DrawingRow = typeof drawing.$inferSelect;

/** The crop bounds, ortho crops and flatten areas of a drawing as a summary. */
export interface ShapesSummary {
  /** Hash of the shapes of each purpose. */
  readonly keys: Readonly<Partial<Record<ProductPurpose, string>>>;
  readonly counts: Readonly<Record<ProductPurpose, number>>;
  /** Their features; not known of drawings that an older version saved. */
  readonly ids?: readonly string[];
}

/**
 * Revisions of drawings: a whole document, or the operations since the revision before. Rows with a `snapshot` label are
 * kept permanently. `size` in bytes, of the document or the operations.
 */
export const drawingRevision = pgTable(
  'drawing_revision',
  {
    drawingPk: integer('drawing_pk').notNull(),
    revision: integer('revision').notNull(),
    document: jsonb('document').$type<{ schemaVersion: number }>(),
    operations: jsonb('operations').$type<readonly DrawingOperation[]>(),
    size: integer('size').notNull(),
    snapshot: text('snapshot'),
    /** Null for none. */
    shapes: jsonb('shapes').$type<ShapesSummary>(),
    savedBy: integer('saved_by'),
    savedAt: time('saved_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.drawingPk, table.revision] })],
);
