import type { QueryClient } from '@tanstack/react-query';
import { proxy } from 'valtio';
import type { z } from 'zod';
import { times } from '#contract/limits.ts';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath } from '#contract/routes/route.ts';
import type { Project } from '#contract/schemas/project.ts';
import { projectEvents, withProgress } from '#contract/schemas/project-events.ts';
import { queryKeys } from './queries.ts';

/** The parts of the browser's `EventSource` that the feed uses. */
export interface EventStream {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: Event) => void): void;
  close(): void;
}

/** The parts of the browser's `document` that the feed uses. */
export interface PageVisibility {
  readonly visibilityState: 'visible' | 'hidden';
  addEventListener(type: 'visibilitychange', listener: () => void): void;
}

interface FeedDependencies {
  readonly cache: QueryClient;
  /** Origin of the server; empty for the page's own. */
  readonly origin: string;
  readonly visibility: PageVisibility;
  open(url: string): EventStream;
}

/** Keeps cached projects up to date by the server's events. Where those do not arrive, the projects are polled. */
export interface ProjectFeed {
  /** Keys of projects whose events arrive; for `useSnapshot`. */
  readonly state: { readonly live: Readonly<Record<number, boolean>> };
  /** Follows a project until the returned disposer is called. Any number of followers share one stream. */
  follow(pk: number): () => void;
}

interface Channel {
  followers: number;
  stream: EventStream | null;
  /** Expires when nothing arrives any more. */
  watchdog: ReturnType<typeof setTimeout> | undefined;
  retry: ReturnType<typeof setTimeout> | undefined;
}

/** `EventSource.CLOSED`: the browser will not reopen the stream. */
const closedState = 2;

/**
 * Creates a feed. A stream is open only while its project is followed and the page visible, because a browser opens few
 * connections to a server; one that falls silent, as after a sleep, is reopened.
 */
export function createProjectFeed({ cache, origin, visibility, open }: FeedDependencies): ProjectFeed {
  const state = proxy<{ live: Record<number, boolean> }>({ live: {} });
  const channels = new Map<number, Channel>();

  const disconnect = (pk: number, channel: Channel) => {
    clearTimeout(channel.watchdog);
    clearTimeout(channel.retry);
    channel.stream?.close();
    channel.stream = null;
    delete state.live[pk];
  };
  const connect = (pk: number, channel: Channel) => {
    disconnect(pk, channel);
    if (visibility.visibilityState === 'hidden') return;
    const stream = open(`${origin}${fillPath(rawRoutes.projectEvents.path, { pk })}`);
    channel.stream = stream;
    const hear = () => {
      clearTimeout(channel.watchdog);
      channel.watchdog = setTimeout(() => connect(pk, channel), times.streamSilence);
    };
    const on = <N extends keyof typeof projectEvents>(
      name: N,
      take: (data: z.output<(typeof projectEvents)[N]>) => void,
    ) =>
      stream.addEventListener(name, (event) => {
        const data = readData(projectEvents[name] as z.ZodType, event);
        if (channel.stream !== stream || data === undefined) return;
        hear();
        take(data as z.output<(typeof projectEvents)[N]>);
      });
    const key = queryKeys.project(pk);
    hear();
    stream.addEventListener('open', () => {
      if (channel.stream === stream) state.live[pk] = true;
    });
    on('alive', () => {});
    on('project', (project) => {
      // A pending response may be older than the event, and must not overwrite it.
      void cache.cancelQueries({ queryKey: key, exact: true }, { revert: false, silent: true });
      cache.setQueryData(key, project);
    });
    on('progress', (progress) => {
      const known = cache.getQueryData<Project>(key);
      if (known === undefined) void cache.invalidateQueries({ queryKey: key });
      else cache.setQueryData(key, withProgress(known, progress));
    });
    stream.addEventListener('error', () => {
      if (channel.stream !== stream) return;
      delete state.live[pk];
      if (stream.readyState !== closedState) return;
      disconnect(pk, channel);
      channel.retry = setTimeout(() => connect(pk, channel), times.streamReopen);
    });
  };
  visibility.addEventListener('visibilitychange', () => {
    for (const [pk, channel] of channels) connect(pk, channel);
  });
  return {
    state,
    follow: (pk) => {
      const channel = channels.get(pk) ?? {
        followers: 0,
        stream: null,
        watchdog: undefined,
        retry: undefined,
      };
      channels.set(pk, channel);
      channel.followers += 1;
      if (channel.followers === 1) connect(pk, channel);
      let isFollowing = true;
      return () => {
        if (!isFollowing) return;
        isFollowing = false;
        channel.followers -= 1;
        if (channel.followers > 0) return;
        channels.delete(pk);
        disconnect(pk, channel);
      };
    },
  };
}

/** The data of an event, or undefined where it does not match the contract, as from a newer server. */
function readData(schema: z.ZodType, event: Event): unknown {
  try {
    return schema.safeParse(JSON.parse((event as MessageEvent<string>).data)).data;
  } catch {
    return undefined;
  }
}
