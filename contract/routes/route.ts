import type { z } from 'zod';
import type { Edition } from '../editions.ts';
import type { Access } from '../roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The prefix of a route: under `/api`, under `/api/v2/internal`, or at the root of the origin. */
export type Prefix = '/api' | '/api/v2/internal' | '';

/**
 * One call of the interface as plain data: the server registers it, the client builds requests from it.
 * `path` has `{name}` for each parameter and no prefix; a trailing slash is accepted everywhere. The first of
 * `prefixes` is the one clients use.
 */
export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly prefixes: readonly Prefix[];
  readonly access: Access;
  /** Only in this edition; null for both. */
  readonly edition: Edition | null;
  /** Maximum number of bytes of a body; null for the general limit. */
  readonly bodyLimit: number | null;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly response: R;
}

/** Types of a route as its caller writes and reads them. */
export type ParamsOf<R extends Route> = z.input<R['params']>;
export type QueryOf<R extends Route> = z.input<R['query']>;
export type BodyOf<R extends Route> = z.input<R['body']>;
export type AnswerOf<R extends Route> = z.output<R['response']>;

/** Fields of a route that have a default. */
type Defaulted = 'edition' | 'bodyLimit' | 'prefixes';

/** Prefixes of the calls that exist under both (`imageset/…`). */
export const bothPrefixes: readonly Prefix[] = ['/api', '/api/v2/internal'];

/** Completes a route's data, keeping the types of its schemas. */
export function defineRoute<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  route: Omit<Route<P, Q, B, R>, Defaulted> & Partial<Pick<Route<P, Q, B, R>, Defaulted>>,
): Route<P, Q, B, R> {
  return { edition: null, bodyLimit: null, prefixes: ['/api'], ...route };
}

/** Puts values into a path: `{pk}` by `values.pk`, percent-encoded. */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

/** Address of a call relative to the origin, with its query; undefined query values are left out. */
export function routeUrl(
  route: Route,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return `${route.prefixes[0] ?? ''}${fillPath(route.path, params)}${text === '' ? '' : `?${text}`}`;
}
