import type { ServerConfig } from './config.ts';
import type { Database } from './db/database.ts';
import { openQueue } from './jobs/queue.ts';
import type { ServerContext } from './services/context.ts';
import { createLocalStore } from './store/local-store.ts';

/** Services' context over an open database; `close` ends the queue, then whatever `database.close` ends. */
export async function openContext(
  config: ServerConfig,
  database: Database,
  isServer: boolean,
): Promise<ServerContext & { close(): Promise<void> }> {
  const queue = await openQueue(database.url, isServer);
  return {
    config,
    db: database.db,
    queue,
    store: createLocalStore({ folder: config.dataFolder, quotaBytes: config.quotaBytes }),
    close: async () => {
      await queue.close();
      await database.close();
    },
  };
}
