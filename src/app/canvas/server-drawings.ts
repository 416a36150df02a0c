import { z } from 'zod';
import type { ApiClient } from '#api/client.ts';
import { routes } from '#contract/routes/table.ts';
import { drawingNow } from '#contract/schemas/drawing.ts';
import type { DrawingStore, SaveResult } from '#core/ports/drawing-store.ts';
import { drawingSchemaVersion } from '#domain/drawing/document.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { ShownDrawing } from '#features/drawing/manager/shown-drawing.ts';

/** A drawing of a project on the server. An older version of it cannot be changed. */
export function createServerDrawings(
  client: ApiClient,
  pk: number,
  { drawing, version }: ShownDrawing,
): DrawingStore {
  const query = drawing === null ? {} : { drawing };
  const params = { pk };

  /** A refused save is not a failure: what was saved instead comes with the answer. */
  async function conflictOf(error: unknown): Promise<SaveResult> {
    if (!(error instanceof AppError) || error.code !== 'drawing.conflict') throw error;
    const body = z.object({ current: drawingNow }).safeParse(error.cause);
    if (!body.success) throw error;
    const { revision, saved_by: savedBy, operations } = body.data.current;
    return { status: 'conflict', current: { revision, savedBy, operations } };
  }

  return {
    async load() {
      const { revision, document, saved_by, is_locked } = await client.call(routes.drawingGet, {
        params,
        query: version === null ? query : { ...query, revision: version },
      });
      const old: ErrorRecord | null =
        version === null ? null : { code: 'drawing.old-version', params: { version } };
      const locked: ErrorRecord | null = is_locked ? { code: 'drawing.locked', params: {} } : null;
      return { revision, document, savedBy: saved_by, readOnlyReason: old ?? locked };
    },
    async save(baseRevision, document) {
      const body = { base_revision: baseRevision, document: document as { schemaVersion: number } };
      try {
        const { revision } = await client.call(routes.drawingPut, { params, query, body });
        return { status: 'saved', revision, merged: [] };
      } catch (error) {
        return conflictOf(error);
      }
    },
    async patch(baseRevision, operations) {
      const body = {
        base_revision: baseRevision,
        schema_version: drawingSchemaVersion,
        operations: [...operations],
      };
      try {
        const { revision, merged } = await client.call(routes.drawingPatch, { params, query, body });
        return { status: 'saved', revision, merged };
      } catch (error) {
        return conflictOf(error);
      }
    },
  };
}
