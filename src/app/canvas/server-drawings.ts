import { z } from 'zod';
import type { ApiClient } from '#api/client.ts';
import { routes } from '#contract/routes/table.ts';
import { drawingNow } from '#contract/schemas/drawing.ts';
import type { DrawingStore, SaveResult } from '#core/ports/drawing-store.ts';
import { drawingSchemaVersion } from '#domain/drawing/document.ts';
import { AppError } from '#domain/errors/app-error.ts';

/**
 * A drawing of a project on the server.
 * @param drawing its pk; left out: the main one
 */
export function createServerDrawings(client: ApiClient, pk: number, drawing?: number): DrawingStore {
  const query = drawing === undefined ? {} : { drawing };
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
        query,
      });
      return { revision, document, savedBy: saved_by, isLocked: is_locked };
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
