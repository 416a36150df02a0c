import type { FastifyInstance, FastifyRequest } from 'fastify';
import { drawingBounds } from '#contract/schemas/drawing.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { isWithinBounds } from '#domain/json-bounds.ts';

/** Milliseconds that a JSON body may take to arrive, however it drips. */
const bodyLimitMs = 30_000;

/** Ends a request whose body does not arrive in time. */
function limitTime(request: FastifyRequest, limitMs: number): void {
  const timer = setTimeout(() => request.raw.destroy(), limitMs);
  const end = () => clearTimeout(timer);
  request.raw.once('end', end).once('close', end);
}

/**
 * Reads JSON bodies: calls without a body may carry the JSON content type, as many clients do; nested too deep they are
 * refused before they are parsed, and one that drips ends after half a minute.
 */
export function addJsonBody(app: FastifyInstance, limitMs: number = bodyLimitMs): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text === '') done(null, undefined);
    else if (!isWithinBounds(text, drawingBounds)) {
      const reason = `it has more than ${drawingBounds.depth} levels or ${drawingBounds.values} values`;
      done(new AppError('api.bad-request', { place: request.url, reason }), undefined);
    } else parse(request, text, done);
  });
  app.addHook('preParsing', async (request) => {
    if (request.headers['content-type']?.startsWith('application/json')) limitTime(request, limitMs);
  });
}
