import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath } from '#contract/routes/route.ts';
import type { Project } from '#contract/schemas/project.ts';
import type { Caller } from './api.ts';

export interface ProjectEvent {
  readonly name: string;
  readonly id: string;
  readonly data: Partial<Project>;
}

/** A stream of a project's events, over a connection of its own. */
export interface Listening {
  readonly headers: IncomingMessage['headers'];
  /** Events received so far. */
  events(): ProjectEvent[];
  hasEnded(): boolean;
  close(): void;
}

/** Opens the stream of a project as a browser does. */
export async function listenTo(
  origin: string,
  pk: number,
  { caller, lastEventId }: { readonly caller: Caller | null; readonly lastEventId?: string | undefined },
): Promise<Listening> {
  const request = get(`${origin}${fillPath(rawRoutes.projectEvents.path, { pk })}`, {
    agent: false,
    headers: {
      ...(caller ? { cookie: caller.cookie } : {}),
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    },
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  let said = '';
  let hasEnded = false;
  answer.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  answer.on('error', () => {});
  answer.on('close', () => {
    hasEnded = true;
  });
  return {
    headers: answer.headers,
    events: () =>
      [...said.matchAll(/(?:id: (.*)\n)?event: (\w+)\ndata: (.*)/g)].map(
        ([, id = '', name = '', data = '']) => ({ id, name, data: JSON.parse(data) }),
      ),
    hasEnded: () => hasEnded,
    close: () => request.destroy(),
  };
}
