import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
} from 'fastify';
import { z } from 'zod';
import { apiError } from '#contract/api-error.ts';
import { limits } from '#contract/limits.ts';
import { licenseFreeRoutes } from '#contract/routes/license-routes.ts';
import type { RawRoute } from '#contract/routes/raw-routes.ts';
import type { Route } from '#contract/routes/route.ts';
import { noBody } from '#contract/schemas/common.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ServerContext } from '../services/context.ts';
import { checkAccess } from './access-hook.ts';

/** The input of a route's handler: parsed input, and the request and reply. */
export interface Call<R extends Route> {
  readonly params: z.output<R['params']>;
  readonly query: z.output<R['query']>;
  readonly body: z.output<R['body']>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Handles a call. Thrown errors become the error response. */
export type Handler<R extends Route> = (call: Call<R>) => Promise<z.input<R['response']>>;

/** `{name}` of the table as Fastify's `:name`; keys of projects match digits only where they lead the path. */
function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    path.startsWith(`/{${name}}`) ? `:${name}(^\\d+$)` : `:${name}`,
  );
}

/** GETs of the table that change data. */
const changingGets: readonly string[] = [
  'project.retry-tasks',
  'upload.resuming',
  'license.sync',
  'misc.poke-service',
];

/** Registers a route of the table under all its prefixes; the first one is described in the OpenAPI document. */
export function addRoute<R extends Route>(
  app: FastifyInstance,
  context: ServerContext,
  route: R,
  handler: Handler<R>,
): void {
  const { edition } = route;
  route.prefixes.forEach((prefix, index) => {
    app.route({
      method: route.method,
      url: `${prefix}${fastifyPath(route.path)}`,
      schema: schemaOf(route, index > 0),
      bodyLimit: route.bodyLimit ?? limits.jsonBody,
      config: {
        action: route.id,
        isChange: changingGets.includes(route.id),
        isLicenseFree: licenseFreeRoutes.includes(route.id),
      },
      onRequest: async (request) => {
        if (edition && edition !== context.config.edition) {
          throw new AppError('api.wrong-edition', { path: request.url, edition });
        }
        await checkAccess(context, route, request);
      },
      handler: async (request, reply) => {
        const { params, query, body } = request as Pick<Call<R>, 'params' | 'query' | 'body'>;
        reply.header('cache-control', 'no-store');
        return handler({ params, query, body, request, reply });
      },
    });
  });
}

function schemaOf(route: Route, isHidden: boolean): FastifySchema {
  const hasBody = route.method !== 'GET' && route.body !== noBody;
  return {
    operationId: route.id,
    tags: [route.id.split('.')[0] ?? ''],
    hide: isHidden,
    ...(route.access === 'public' ? {} : { security: [{ session: [] }] }),
    params: route.params,
    querystring: route.query,
    ...(hasBody ? { body: route.body } : {}),
    response: { 200: route.response, '4xx': apiError, '5xx': apiError },
  };
}

/** Handles a call that is not JSON. */
export type RawHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Registers a call that is not JSON. */
export function addRawRoute(
  app: FastifyInstance,
  context: ServerContext,
  route: RawRoute,
  bodyLimit: number,
  handler: RawHandler,
  config: FastifyContextConfig = {},
): void {
  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    schema: { hide: true, params: z.record(z.string(), z.string()) },
    config: { ...config, action: route.id },
    bodyLimit,
    onRequest: (request) => checkAccess(context, route, request),
    handler,
  });
}
