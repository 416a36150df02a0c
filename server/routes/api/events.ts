import type { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '#contract/limits.ts';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { networkOf } from '../../plugins/network-of.ts';
import { readAccount } from '../../plugins/session.ts';
import type { ServerContext } from '../../services/context.ts';
import { requireDemo, requireProject } from '../../services/people/access.ts';
import { openProjectStream, streamTimes } from '../../services/projects/project-stream.ts';
import { viewProject } from '../../services/projects/project-view.ts';
import { projectOf } from '../access-hook.ts';
import { addRawRoute } from '../define.ts';

/** `imageset/{pk}/events`: changes of a project as server-sent events. Open streams end with the server. */
export function addEventRoutes(app: FastifyInstance, context: ServerContext): void {
  const open = new Map<PassThrough, string>();
  app.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.destroy();
  });
  addRawRoute(app, context, rawRoutes.projectEvents, limits.jsonBody, async (request, reply) => {
    const { pk } = projectOf(request).project;
    const caller = callerKey(request);
    const count = [...open.values()].filter((other) => other === caller).length;
    if (count >= limits.streamsPerCaller) {
      throw new AppError('api.too-many-requests', { seconds: streamTimes.life / 1000 });
    }
    const stream = openProjectStream({
      read: async () => viewProject(context, await readAccess(context, request, pk)),
      watch: (tell) => context.changes.watch(pk, tell),
      lastEventId: lastEventId(request),
    });
    open.set(stream, caller);
    stream.once('close', () => open.delete(stream));
    reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' });
    return reply.type('text/event-stream; charset=utf-8').send(stream);
  });
}

/**
 * The caller's current access to the project. A stream outlives its request: it ends when the session does. Throws
 * `api.unauthenticated`, `api.project-not-found`.
 */
async function readAccess(context: ServerContext, request: FastifyRequest, pk: number) {
  if (request.account === null) return requireDemo(context, pk);
  const account = await readAccount(context, request);
  if (account === null) throw new AppError('api.unauthenticated');
  return requireProject(context, account, pk, 'view');
}

function callerKey({ account, ip }: FastifyRequest): string {
  return account ? `account ${account.pk}` : `address ${networkOf(ip)}`;
}

function lastEventId({ headers }: FastifyRequest): string | null {
  const value = headers['last-event-id'];
  return typeof value === 'string' ? value : null;
}
