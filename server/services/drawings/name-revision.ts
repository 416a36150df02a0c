import { and, eq } from 'drizzle-orm';
import { AppError } from '#domain/errors/app-error.ts';
import { drawingRevision } from '../../db/schema/work.ts';
import type { ServerContext } from '../context.ts';
import { findDrawing, lockDrawings } from './find-drawing.ts';
import { documentAt } from './read-revision.ts';

/**
 * Names a revision, which keeps it for good, or takes its name away (null). A revision of operations is saved whole from
 * then on: those before it are removed in time. Throws `store.not-found`, `drawing.not-found`.
 * @param drawingPk left out: the main drawing
 */
export async function nameRevision(
  { db }: Pick<ServerContext, 'db'>,
  { projectPk, drawingPk }: { readonly projectPk: number; readonly drawingPk?: number | undefined },
  revision: number,
  name: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDrawings(tx, projectPk);
    const drawing = await findDrawing(tx, projectPk, drawingPk);
    const document = drawing && (await documentAt(tx, drawing.pk, revision));
    const isRevision = and(
      eq(drawingRevision.drawingPk, drawing?.pk ?? 0),
      eq(drawingRevision.revision, revision),
    );
    const named = document
      ? await tx
          .update(drawingRevision)
          .set({ snapshot: name, ...(name === null ? {} : { document, size: sizeOf(document) }) })
          .where(isRevision)
          .returning({ revision: drawingRevision.revision })
      : [];
    if (named.length === 0)
      throw new AppError('store.not-found', { key: `${projectPk}/drawing/${revision}` });
  });
}

const sizeOf = (document: unknown) => Buffer.byteLength(JSON.stringify(document));
