import { z } from 'zod';
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
});

export type DrawingRevision = z.output<typeof drawingRevision>;

export const drawingQuery = z.object({ revision: z.coerce.number().int().min(1).optional() });

/** Saves a document that was edited from `base_revision`; `snapshot` keeps it for good under a label. */
export const drawingPut = z.object({
  base_revision: z.number().int().min(0),
  document: drawingDocument,
  snapshot: z.string().trim().min(1).max(255).optional(),
});

export const drawingSaved = z.object({ revision: z.number().int(), saved_at: timestamp });

/** Revisions that can still be opened, newest first. `snapshot` is null for those that autosave made. */
export const drawingRevisions = z.object({
  items: z.array(
    z.object({
      revision: z.number().int(),
      saved_at: timestamp,
      saved_by: z.string().nullable(),
      size: z.number().int(),
      snapshot: z.string().nullable(),
    }),
  ),
});
