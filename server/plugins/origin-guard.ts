import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors/app-error.ts';
import type { ServerConfig } from '../config/config.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes data: refused to other sites like any change. */
    isChange?: boolean;
  }
}

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
const loopback = /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/;

/** Whether a host name is a loopback name. */
export const isLoopbackName = (name: string): boolean => loopback.test(name);

/**
 * Refuses changes requested by pages of other origins, regardless of cookies. On a loopback server it also refuses
 * foreign host names, against DNS rebinding. Programs, which send neither `Origin` nor `Sec-Fetch-Site`, pass.
 */
export function addOriginGuard(app: FastifyInstance, config: ServerConfig): void {
  const trustedHosts = config.trustedOrigins.map((origin) => new URL(origin).host);
  const isLocal = isLoopbackName(config.host);
  app.addHook('onRequest', async (request) => {
    const isKnownHost = !isLocal || isLoopbackName(request.hostname) || trustedHosts.includes(request.host);
    if (!isKnownHost) throw new AppError('api.origin-refused', { origin: request.host });
    const isChange = !safeMethods.includes(request.method) || request.routeOptions.config.isChange === true;
    const stranger = isChange ? foreignOrigin(request, config.trustedOrigins) : null;
    if (stranger !== null) throw new AppError('api.origin-refused', { origin: stranger });
  });
}

/** The origin of the requesting page if it is not ours, else null. */
function foreignOrigin(request: FastifyRequest, trusted: readonly string[]): string | null {
  const { origin } = request.headers;
  if (origin !== undefined) {
    const isOurs = origin === `${request.protocol}://${request.host}` || trusted.includes(origin);
    return isOurs ? null : origin;
  }
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none' ? null : String(site);
}
