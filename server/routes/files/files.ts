import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { limits, times } from '#contract/limits.ts';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { parsePk } from '#contract/validation/reserved-words.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { productFile } from '../../db/schema/projects.ts';
import type { ServerContext } from '../../services/context.ts';
import { createPhotoThumbnails, requirePhoto } from '../../services/inputs/photos.ts';
import { readProductProofs } from '../../services/products/product-proofs.ts';
import { productKey, slotKey, thumbnailKey } from '../../store/keys.ts';
import { projectOf } from '../access-hook.ts';
import { addRawRoute } from '../define.ts';
import { sendObject } from './send-object.ts';
import { serveBytes } from './serve-bytes.ts';

/** `/files/…`, photos and thumbnails, for people who may see the project. `?download` has the browser save the file. */
export function addFileRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, store } = context;
  addRawRoute(app, context, rawRoutes.fileGet, limits.jsonBody, async (request, reply) => {
    const { project } = projectOf(request);
    const params = request.params as { productPk: string; name: string };
    const key = productKey(project.pk, parsePk(params.productPk) ?? 0, params.name);
    const [file] = await db
      .select({ tag: productFile.tag, name: productFile.name })
      .from(productFile)
      .where(and(eq(productFile.key, key), eq(productFile.imagesetPk, project.pk)));
    if (!file || (file.tag !== 'exportable' && file.tag !== 'canvas')) {
      throw new AppError('store.not-found', { key });
    }
    const isSaved = (request.query as { download?: string }).download !== undefined;
    return sendObject(store, key, request, reply, {
      cacheControl: 'private, no-cache',
      saveAs: isSaved ? `${project.name} ${file.name}` : null,
    });
  });
  addRawRoute(app, context, rawRoutes.proofsGet, limits.jsonBody, async (request, reply) => {
    const { pk } = projectOf(request).project;
    const productPk = parsePk((request.params as { productPk: string }).productPk) ?? 0;
    const { fileName, report } = await readProductProofs(db, pk, productPk);
    const served = { kind: null, saveAs: fileName, cacheControl: 'private, no-store' };
    return serveBytes(reply, served, `${JSON.stringify(report, null, 2)}\n`);
  });
  addRawRoute(app, context, rawRoutes.photoGet, limits.jsonBody, async (request, reply) => {
    const { pk } = projectOf(request).project;
    const photo = await requirePhoto(context, pk, (request.params as { name: string }).name);
    const isSaved = (request.query as { download?: string }).download !== undefined;
    return sendObject(store, slotKey(pk, photo), request, reply, {
      cacheControl: 'private, no-cache',
      saveAs: isSaved ? (photo.originalName ?? photo.name) : null,
    });
  });
  const thumbnails = createPhotoThumbnails(context);
  app.addHook('onClose', () => thumbnails.close());
  addRawRoute(app, context, rawRoutes.thumbnailGet, limits.jsonBody, async (request, reply) => {
    const { name } = request.params as { name: string };
    const { pk } = projectOf(request).project;
    const key = thumbnailKey(pk, name);
    await thumbnails.provide(pk, name);
    const cacheControl = `private, max-age=${times.thumbnailCache / 1000}`;
    return sendObject(store, key, request, reply, { cacheControl, saveAs: null });
  });
}
