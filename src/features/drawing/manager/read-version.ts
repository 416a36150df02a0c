import type { ApiClient } from '#api/client.ts';
import { routes } from '#contract/routes/table.ts';
import type { DrawingDocument } from '#domain/drawing/document.ts';
import { parseDrawing } from '#domain/drawing/parse/parse-drawing.ts';

/** Reads a version of a drawing, checked. Throws what the server answers and what `parseDrawing` throws. */
export async function readVersion(
  client: ApiClient,
  { pk, drawing, version }: { readonly pk: number; readonly drawing: number; readonly version: number },
): Promise<DrawingDocument> {
  const { document } = await client.call(routes.drawingGet, {
    params: { pk },
    query: { drawing, revision: version },
  });
  return parseDrawing(document);
}
