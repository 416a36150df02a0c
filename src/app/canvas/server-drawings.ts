import type { ApiClient } from '#api/client.ts';
import { routes } from '#contract/routes/table.ts';
import type { DrawingRevision } from '#contract/schemas/drawing.ts';
import type { DrawingStore, StoredDrawing } from '#core/ports/drawing-store.ts';
import { AppError } from '#domain/errors/app-error.ts';

function stored({ revision, document, saved_by }: DrawingRevision): StoredDrawing {
  return { revision, document, savedBy: saved_by };
}

/** The drawing of a project on the server. */
export function createServerDrawings(client: ApiClient, pk: number): DrawingStore {
  const load = async () => stored(await client.call(routes.drawingGet, { params: { pk } }));
  return {
    load,
    async save(baseRevision, document) {
      const body = { base_revision: baseRevision, document: document as { schemaVersion: number } };
      try {
        const { revision } = await client.call(routes.drawingPut, { params: { pk }, body });
        return { status: 'saved', revision };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'drawing.conflict') throw error;
        return { status: 'conflict', current: await load() };
      }
    },
  };
}
