import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Names of the notifications that the database's triggers send. */
export type Channel = 'imageset_changed' | 'task_queued';

/** Receives the payload of a notification, or null after a gap in which some may have been missed. */
export type Hear = (payload: string | null) => void;

/** Receives the database's notifications, from any process. */
export interface Listener {
  /** Calls `hear` after each commit that notifies the channel. Returns a disposer. */
  on(channel: Channel, hear: Hear): () => void;
  close(): Promise<void>;
}

/** Milliseconds before a lost connection is reopened. */
const reconnectMs = 1000;

/** Listens on one dedicated connection, opened at the first subscription. */
export function createListener(databaseUrl: string): Listener {
  const heard = new Map<Channel, Set<Hear>>();
  const closing = new AbortController();
  let connected: pg.Client | null = null;
  let listening: Promise<void> | null = null;

  const tell = (channel: string, payload: string | null) => {
    for (const hear of heard.get(channel as Channel) ?? []) hear(payload);
  };
  const listenTo = async (client: pg.Client, channel: Channel) => {
    await client.query(`listen ${channel}`);
    tell(channel, null);
  };
  /** Listens until the connection ends. */
  const listenOnce = async () => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      application_name: 'plumbline listener',
    });
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      closing.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ channel, payload }) => tell(channel, payload ?? null));
    try {
      await client.connect();
      connected = client;
      for (const channel of heard.keys()) await listenTo(client, channel);
      await ended;
    } finally {
      connected = null;
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
    on: (channel, hear) => {
      const isNew = !heard.has(channel);
      const all = heard.get(channel) ?? new Set();
      heard.set(channel, all.add(hear));
      if (isNew && connected) void listenTo(connected, channel).catch(() => {});
      listening ??= listen();
      return () => {
        all.delete(hear);
      };
    },
    close: async () => {
      closing.abort();
      await listening;
    },
  };
}
