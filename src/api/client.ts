import type { z } from 'zod';
import { apiError, isErrorCode } from '#contract/api-error.ts';
import {
  type AnswerOf,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type Route,
  routeUrl,
} from '#contract/routes/route.ts';
import { schemaPartReason } from '#contract/schema-reason.ts';
import { AppError } from '#domain/errors/app-error.ts';

/** Arguments of a call; those that a route does not have are left out. */
export interface CallInput<R extends Route> {
  readonly params?: ParamsOf<R>;
  readonly query?: QueryOf<R>;
  readonly body?: BodyOf<R>;
  readonly signal?: AbortSignal;
}

/** Client of a server's route table. */
export interface ApiClient {
  /**
   * Sends one call and validates the response against the route's schema. Rejects with `AppError`: the server's own
   * code, or `client.*` (its params carry `status` where there was a response), or with `AbortError`.
   */
  call<R extends Route>(route: R, input?: CallInput<R>): Promise<AnswerOf<R>>;
}

/** Error bodies are kept up to this length (spec part 1, section 8). */
const bodyLimit = 3000;

/** Status texts of spec part 1, section 8. */
const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Creates the error of a response that is not 2xx. `params.status` is the HTTP status, the cause its whole body. */
export function errorOfAnswer(method: string, url: string, status: number, body: string): AppError {
  const parsed = apiError.safeParse(parseJson(body));
  if (parsed.success && isErrorCode(parsed.data.code)) {
    return new AppError(parsed.data.code, { ...parsed.data.params, status }, { cause: parseJson(body) });
  }
  const text = statusTexts[status] ?? 'Generic Error';
  return new AppError('client.http-status', { method, url, status, text, body: body.slice(0, bodyLimit) });
}

/** HTTP status of a failed call, or undefined when there was no response. */
export function statusOf(error: unknown): number | undefined {
  const status = error instanceof AppError ? error.params['status'] : undefined;
  return typeof status === 'number' ? status : undefined;
}

/** A client for the server at `origin` (empty: the page's own), with cookies. */
export function createClient(origin: string, send: typeof fetch = fetch): ApiClient {
  return {
    async call<R extends Route>(route: R, input: CallInput<R> = {}) {
      const params = (input.params ?? {}) as Record<string, unknown>;
      const url = origin + routeUrl(route, params, (input.query ?? {}) as Record<string, unknown>);
      const init: RequestInit = { method: route.method, credentials: 'include' };
      if (input.body !== undefined) {
        init.body = JSON.stringify(input.body);
        init.headers = { 'content-type': 'application/json' };
      }
      if (input.signal) init.signal = input.signal;
      const { status, text } = await exchange(send, url, init);
      if (status < 200 || status > 299) throw errorOfAnswer(route.method, url, status, text);
      return readAnswer(route, url, text);
    },
  };
}

async function exchange(send: typeof fetch, url: string, init: RequestInit) {
  try {
    const response = await send(url, init);
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new AppError('client.unreachable', { method: init.method ?? 'GET', url }, { cause });
  }
}

function readAnswer<R extends Route>(route: R, url: string, text: string): AnswerOf<R> {
  const parsed = (route.response as z.ZodType<AnswerOf<R>>).safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const reason = schemaPartReason(parsed.error.issues[0]);
  throw new AppError('client.bad-answer', { ...reason, method: route.method, url });
}
