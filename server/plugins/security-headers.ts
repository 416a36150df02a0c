import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { isPublicHttps, type ServerConfig } from '../config/config.ts';

/** A year in seconds: for so long browsers that came by HTTPS come by nothing else. */
const httpsOnlyAge = 31_536_000;

/**
 * Adds the headers of security to every answer: nothing of it is run or framed, unless its route says more (the page
 * has a policy of its own, `web.ts`; files of people have a stricter one, `routes/files/serve-bytes.ts`), the page may
 * have shared memory and is closed to everything foreign.
 * Browsers are held to HTTPS where people open the product by it.
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
