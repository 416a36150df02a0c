import { z } from 'zod';
import { type DrawingOperation, drawingTables } from '#domain/drawing/operations.ts';
import type { JsonBounds } from '#domain/formats/json-bounds.ts';
import { timestamp } from './common.ts';

/**
 * Bounds of a drawing's JSON: it has some ten levels, the largest some million values, and its 100,000 features two or
 * three objects and lists each.
 */
export const drawingBounds: JsonBounds = { depth: 100, values: 5_000_000, containers: 500_000 };

/** The drawing document as it is stored: the domain gives it meaning, the server keeps it. */
export const drawingDocument = z.looseObject({ schemaVersion: z.number().int().min(1) });

/** A revision of a drawing. Revision 0 is the empty drawing, with a null document. */
export const drawingRevision = z.object({
  revision: z.number().int(),
  document: drawingDocument.nullable(),
  saved_at: timestamp.nullable(),
  saved_by: z.string().nullable(),
  is_locked: z.boolean(),
});

export type DrawingRevision = z.output<typeof drawingRevision>;

/** Which drawing of the project; left out: the main one. */
const drawingPk = z.coerce.number().int().min(1).optional();

export const drawingQuery = z.object({
  drawing: drawingPk,
  revision: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional(),
});

export const whichDrawing = z.object({ drawing: drawingPk });

const snapshotName = z.string().trim().min(1).max(255);
const baseRevision = z.number().int().min(0);

/** Saves a document that was edited from `base_revision`; `snapshot` keeps it for good under a label. */
export const drawingPut = z.object({
  base_revision: baseRevision,
  document: drawingDocument,
  snapshot: snapshotName.optional(),
});

export const drawingSaved = z.object({ revision: z.number().int(), saved_at: timestamp });

const table = z.enum(drawingTables);
const id = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => text !== '__proto__');
const savedRecord = z.record(z.string(), z.unknown());
const vertexNumber = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** A change of a drawing, as `domain/drawing/operations.ts` says. */
export const drawingOperation: z.ZodType<DrawingOperation, DrawingOperation> = z.discriminatedUnion('op', [
  z.object({ op: z.literal('set'), table, record: z.looseObject({ id }) }),
  z.object({ op: z.literal('remove'), table, id }),
  z.object({
    op: z.literal('change'),
    table,
    id,
    fields: savedRecord,
    dropped: z.array(z.string()).max(100),
  }),
  z.object({
    op: z.literal('splice'),
    id,
    index: vertexNumber,
    remove: vertexNumber,
    insert: z.array(z.number().nullable()),
  }),
]);

/** Saves changes that were made since `base_revision` of a document of `schema_version`. */
export const drawingPatch = z.object({
  base_revision: baseRevision,
  schema_version: z.number().int().min(1),
  operations: z.array(drawingOperation).max(1_000_000),
  snapshot: snapshotName.optional(),
});

/** `merged`: what others saved since the base revision, which the new revision has too. */
export const drawingPatched = drawingSaved.extend({ merged: z.array(drawingOperation) });

/** What was saved instead of a refused save; `operations` since its base, null where they are not known. */
export const drawingNow = z.object({
  revision: z.number().int(),
  saved_by: z.string().nullable(),
  operations: z.array(drawingOperation).nullable(),
});

export type DrawingNow = z.output<typeof drawingNow>;

/** The name that keeps a revision for good; null gives it back to the autosaved ones. */
export const drawingRevisionName = z.object({ name: snapshotName.nullable() });

/** A revision that can still be opened. `snapshot` is null where it has no name, `changes` where it was saved whole. */
const drawingVersion = z.object({
  revision: z.number().int(),
  saved_at: timestamp,
  saved_by: z.string().nullable(),
  size: z.number().int(),
  snapshot: z.string().nullable(),
  changes: z.object({ set: z.int(), changed: z.int(), removed: z.int() }).nullable(),
});

export type DrawingVersion = z.output<typeof drawingVersion>;

/** Newest first. */
export const drawingRevisions = z.object({ items: z.array(drawingVersion) });

/** A drawing of a project; the main one has an empty name until it is given one. */
export const drawingItem = z.object({
  pk: z.number().int(),
  name: z.string(),
  is_main: z.boolean(),
  is_locked: z.boolean(),
  revision: z.number().int(),
  saved_at: timestamp.nullable(),
  saved_by: z.string().nullable(),
});

export type DrawingItem = z.output<typeof drawingItem>;

export const drawingList = z.object({ items: z.array(drawingItem) });

const drawingName = z.string().trim().min(1).max(255);

/** A new drawing; with `copy_of` a copy of another one, of its newest revision or the named one. */
export const drawingCreate = z.object({
  name: drawingName,
  copy_of: z.number().int().min(1).optional(),
  revision: z
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional(),
});

export const drawingModify = z.object({ name: drawingName.optional(), is_locked: z.boolean().optional() });
