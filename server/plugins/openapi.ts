import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { AppError } from '#domain/errors/app-error.ts';
import type { ServerConfig } from '../config/config.ts';

/**
 * Serves the description of the interface, made from the same schemas, at `/api/openapi.json`: to signed-in people,
 * or to everybody where so configured. Throws `api.unauthenticated`.
 */
export async function addOpenApi(
  app: FastifyInstance,
  { version, isApiPublic }: Pick<ServerConfig, 'version' | 'isApiPublic'>,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Plumbline', version },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'plumbline_session' } },
      },
    },
    transform: jsonSchemaTransform,
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request) => {
    if (!isApiPublic && request.account === null) throw new AppError('api.unauthenticated');
    return app.swagger();
  });
}
