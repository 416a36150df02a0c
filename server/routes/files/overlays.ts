import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { limits, times } from '#contract/limits.ts';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import type { ServerContext } from '../../services/context.ts';
import { receiveOverlay, requireOverlay } from '../../services/overlays/overlay-images.ts';
import { projectOf } from '../access-hook.ts';
import { addRawRoute, type RawHandler } from '../define.ts';
import { sendObject } from './send-object.ts';

/** `/files/{pk}/overlays/{name}`: pictures over the site. */
export async function addOverlayRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  addRawRoute(app, context, rawRoutes.overlayGet, limits.jsonBody, async (request, reply) => {
    const { name } = request.params as { name: string };
    const key = await requireOverlay(context, projectOf(request).project.pk, name);
    const cacheControl = `private, max-age=${times.thumbnailCache / 1000}`;
    return sendObject(context.store, key, request, reply, { cacheControl, saveAs: null });
  });
  const receive: RawHandler = async (request, reply) => {
    const { name } = request.params as { name: string };
    await receiveOverlay(context, projectOf(request).project.pk, name, request.body as Readable);
    return reply.code(201).send();
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const { overlayPut } = rawRoutes;
    addRawRoute(scope, context, overlayPut, limits.overlayImage, receive, { takesFiles: true });
  });
}
