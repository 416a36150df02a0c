import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors/app-error.ts';
import { isTileOrigin, tileOriginCookie } from '#domain/view/tile-address.ts';

/**
 * Serves the built page of `folder`: files unchanged, hashed ones (`/assets/…`) cached permanently, and `index.html`
 * for every address of the application.
 */
export async function addWeb(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, cacheControl: false, index: false });
  app.get('/*', { config: { isLicenseFree: true } }, async (request, reply) => {
    const path = decodeURIComponent(request.url.split('?', 1)[0] ?? '/').slice(1);
    if (path === 'api' || /^(api|files)\//.test(path))
      throw new AppError('api.not-found', { path: request.url });
    if (/\.[a-z0-9]+$/i.test(path) && path !== 'index.html') {
      // A worker's policy comes from its own file: none here, so that it has the page's permissions.
      reply.removeHeader('content-security-policy').header('cache-control', cacheRule(path));
      return reply.sendFile(path);
    }
    return sendPage(reply, folder, request);
  });
}

function cacheRule(path: string): string {
  return path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** Origin of the map tiles that the person chose for this browser; null where there is none. */
function tileOriginOf(request: FastifyRequest): string | null {
  const origin = request.cookies[tileOriginCookie];
  return origin !== undefined && isTileOrigin(origin) ? origin : null;
}

function sendPage(reply: FastifyReply, folder: string, request: FastifyRequest): FastifyReply {
  const file = join(folder, 'index.html');
  if (!existsSync(file)) throw new AppError('api.not-found', { path: request.url });
  const html = readFileSync(file, 'utf8');
  return reply
    .headers({
      'cache-control': 'no-cache',
      'content-security-policy': pagePolicy(html, tileOriginOf(request)),
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

/**
 * The content policy of the page; its own inline scripts are allowed by their hashes. The only foreign origin allowed
 * is the one of map tiles that the person chose.
 */
function pagePolicy(html: string, tileOrigin: string | null): string {
  const hashes = inlineScripts(html).map(
    (body) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`,
  );
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    ["connect-src 'self' data: blob:", ...(tileOrigin === null ? [] : [tileOrigin])].join(' '),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The contents of a page's inline scripts. */
function inlineScripts(html: string): string[] {
  const scripts: string[] = [];
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
    const body = html.indexOf('>', at) + 1;
    const end = html.indexOf('</script>', body);
    if (body === 0 || end < 0) break;
    if (!html.slice(at, body).includes(' src=')) scripts.push(html.slice(body, end));
    at = end;
  }
  return scripts;
}
