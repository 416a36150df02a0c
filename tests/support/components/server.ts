import type { AnswerOf, BodyOf, Route } from '#contract/routes/route.ts';

/** A request sent by a panel. */
export interface SentRequest {
  readonly route: string;
  readonly url: string;
  readonly body: unknown;
}

type Reply = (request: SentRequest) => { readonly status: number; readonly body: unknown };

/** Responds to a panel's calls in memory; a call without a response fails the test. */
export interface MemoryServer {
  readonly send: typeof fetch;
  /** Requests sent, oldest first. */
  readonly requests: readonly SentRequest[];
  /** Bodies of the requests of one route. */
  bodies<R extends Route>(route: R): BodyOf<R>[];
  /** Sets the response of a route. */
  answer<R extends Route>(route: R, answer: AnswerOf<R>): MemoryServer;
  /** Sets an error response of a route, in the server's form. */
  refuse(
    route: Route,
    status: number,
    code: string,
    params?: Readonly<Record<string, unknown>>,
  ): MemoryServer;
}

/** Whether a path is one of the route: its parameters match anything but a slash. */
function matches({ method, path, prefixes }: Route, request: { method: string; pathname: string }): boolean {
  const segments = (text: string) => text.split('/').filter((part) => part !== '');
  const [wanted, given] = [segments(`${prefixes[0] ?? ''}${path}`), segments(request.pathname)];
  return (
    method === request.method &&
    wanted.length === given.length &&
    wanted.every((part, at) => part.startsWith('{') || part === given[at])
  );
}

export function createMemoryServer(): MemoryServer {
  const replies = new Map<Route, Reply>();
  const requests: SentRequest[] = [];
  const server: MemoryServer = {
    requests,
    bodies: <R extends Route>(route: R) =>
      requests.filter((request) => request.route === route.id).map(({ body }) => body as BodyOf<R>),
    answer(route, answer) {
      const body = route.response.parse(answer);
      replies.set(route, () => ({ status: 200, body }));
      return server;
    },
    refuse(route, status, code, params = {}) {
      replies.set(route, () => ({
        status,
        body: { code, params, requestId: 'r1', message: code, error_message: code },
      }));
      return server;
    },
    async send(input, init) {
      const url = new URL(String(input), location.origin);
      const method = init?.method ?? 'GET';
      const found = [...replies].find(([route]) => matches(route, { method, pathname: url.pathname }));
      if (found === undefined) throw new Error(`nothing answers ${method} ${url.pathname}`);
      const [route, reply] = found;
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      const request = { route: route.id, url: `${url.pathname}${url.search}`, body };
      requests.push(request);
      const { status, body: answer } = reply(request);
      return new Response(JSON.stringify(answer), { status });
    },
  };
  return server;
}
