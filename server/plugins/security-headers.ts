import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { isPublicHttps, type ServerConfig } from '../config/config.ts';

/** HSTS duration: a year in seconds. */
const httpsOnlyAge = 31_536_000;

/**
 * Adds security headers to every response: nothing in it may run or be framed, unless its route sets another policy
 * (the page's is in `web.ts`; that of people's files, a stricter one, in `routes/files/serve-bytes.ts`). The page is
 * cross-origin isolated. HSTS is set where the public address is HTTPS.
 */
export async function addSecurityHeaders(app: FastifyInstance, config: ServerConfig): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isPublicHttps(config)
      ? { maxAge: httpsOnlyAge, includeSubDomains: false }
      : false,
  });
}
