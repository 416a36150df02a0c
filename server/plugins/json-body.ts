import type { FastifyInstance } from 'fastify';
import { drawingBounds } from '#contract/schemas/drawing.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { isWithinBounds } from '#domain/formats/json-bounds.ts';

/**
 * Reads JSON bodies: calls without a body may carry the JSON content type, as many clients do; too deeply nested ones
 * are refused before parsing.
 */
export function addJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text === '') done(null, undefined);
    else if (!isWithinBounds(text, drawingBounds)) {
      const { depth, values, containers } = drawingBounds;
      const most = { depth, values, containers };
      const reason = 'too-many-levels-values-or-lists';
      done(new AppError('api.bad-request', { ...most, place: request.url, reason }), undefined);
    } else parse(request, text, done);
  });
}
