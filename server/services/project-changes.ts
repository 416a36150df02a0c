import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Tells which projects change in the database, whichever process changes them. */
export interface ProjectChanges {
  /**
   * Calls `tell` after each commit that changed the project's row, and after a gap in which that may have been missed.
   * The returned function ends it.
   */
  watch(projectPk: number, tell: () => void): () => void;
  close(): Promise<void>;
}

/** Name of the notifications that the trigger on `imageset` sends. */
const channel = 'imageset_changed';

/** Milliseconds before a lost connection is opened again. */
const reconnectMs = 1000;

/** Listens on one connection of its own, opened when somebody first watches. */
export function createProjectChanges(databaseUrl: string): ProjectChanges {
  const watchers = new Map<number, Set<() => void>>();
  const closing = new AbortController();
  let listening: Promise<void> | null = null;

  const tellAll = () => {
    for (const tells of watchers.values()) for (const tell of tells) tell();
  };
  /** Listens until the connection ends. */
  const listenOnce = async () => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      application_name: 'plumbline changes',
    });
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      closing.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ payload }) => {
      for (const tell of watchers.get(Number(payload)) ?? []) tell();
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      tellAll();
      await ended;
    } finally {
      await client.end().catch(() => {});
    }
  };
  const listen = async () => {
    while (!closing.signal.aborted) {
      await listenOnce().catch(() => {});
      await wait(reconnectMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  };
  return {
    watch: (projectPk, tell) => {
      const tells = watchers.get(projectPk) ?? new Set();
      watchers.set(projectPk, tells.add(tell));
      listening ??= listen();
      return () => {
        tells.delete(tell);
        if (tells.size === 0 && watchers.get(projectPk) === tells) watchers.delete(projectPk);
      };
    },
    close: async () => {
      closing.abort();
      await listening;
    },
  };
}
