import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors/app-error.ts';

/** Levels of lists and objects in a body: drawings have some ten, and what works through values recursively has an end. */
const deepest = 100;

/** Milliseconds that a JSON body may take to arrive, however it drips. */
const bodyLimitMs = 30_000;

/** Whether a JSON text nests lists and objects deeper than `most`; a text that is no JSON is only counted. */
export function isNestedDeeper(text: string, most: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (isInText) {
      if (letter === 0x5c) at++;
      else if (letter === 0x22) isInText = false;
    } else if (letter === 0x22) isInText = true;
    else if (letter === 0x5b || letter === 0x7b) {
      if (++depth > most) return true;
    } else if (letter === 0x5d || letter === 0x7d) depth--;
  }
  return false;
}

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
    else if (isNestedDeeper(text, deepest)) {
      const reason = `it is nested deeper than ${deepest} levels`;
      done(new AppError('api.bad-request', { place: request.url, reason }), undefined);
    } else parse(request, text, done);
  });
  app.addHook('preParsing', async (request) => {
    if (request.headers['content-type']?.startsWith('application/json')) limitTime(request, limitMs);
  });
}
