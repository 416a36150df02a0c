import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type ApiError, httpStatus } from '#contract/api-error.ts';
import { schemaReason } from '#contract/schema-reason.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { readQueryFailure } from '../db/query-failure.ts';
import { describeRecord } from '../messages.ts';
import { DrawingConflict } from '../services/drawings/save-drawing.ts';

/** Converts every failure of a request to the API's error format; unknown ones are logged, not shown. */
export function addErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const typed = toAppError(error, request);
    const status = httpStatus(typed.code);
    if (status >= 500) request.log.error({ err: error }, typed.message);
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return reply;
    }
    reply.header('cache-control', 'no-store').code(status);
    return reply.send(describeError(typed, request.id));
  });
}

/** The body of an error response. */
export function describeError(error: AppError, requestId: string): ApiError {
  const text = describeRecord(error.toRecord());
  const body = { code: error.code, params: error.params, requestId, message: text, error_message: text };
  return error instanceof DrawingConflict ? { ...body, current: error.current } : body;
}

/** Reasons by the codes of Fastify. */
const refusals: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'its-content-type-is-not-taken',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'its-length-is-not-as-stated',
  FST_ERR_CTP_INVALID_JSON_BODY: 'it-is-not-json',
};

function toAppError(error: FastifyError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return faultyInput(error, request);
  const failedQuery = readQueryFailure(error, request.url);
  if (failedQuery) return failedQuery;
  const { code, statusCode = 500 } = error;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE') {
    const limit = request.routeOptions.bodyLimit ?? 0;
    return new AppError('api.too-large', { place: request.url, limit }, { cause: error });
  }
  if (statusCode === 404) return new AppError('api.not-found', { path: request.url });
  if (statusCode < 500) {
    const reason = refusals[code] ?? (error instanceof SyntaxError ? 'it-is-not-json' : null);
    const why = reason === null ? { reason: 'a-fault-with-a-code', fault: code ?? '?' } : { reason };
    return new AppError('api.bad-request', { ...why, place: request.url }, { cause: error });
  }
  return new AppError('api.internal', { requestId: request.id }, { cause: error });
}

interface Faulty {
  readonly validation: readonly {
    readonly instancePath: string;
    readonly keyword?: string;
    readonly params?: Readonly<Record<string, unknown>>;
    readonly message?: string;
  }[];
  readonly validationContext?: string | undefined;
}

function faultyInput(error: Faulty, request: FastifyRequest): AppError {
  const [first] = error.validation;
  const place = `${error.validationContext ?? request.url}${first?.instancePath ?? ''}`;
  const { keyword = '', params = {}, message = '' } = first ?? {};
  return new AppError('api.bad-request', { ...schemaReason({ ...params, code: keyword, message }), place });
}
