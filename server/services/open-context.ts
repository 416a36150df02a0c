import type { ServerConfig } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { openQueue } from '../queue/task-queue.ts';
import { openStore } from '../store/open-store.ts';
import type { ServerContext } from './context.ts';
import { createProjectChanges } from './project-changes.ts';

/** Services' context over an open database; `close` ends the queue, then whatever `database.close` ends. */
export async function openContext(
  config: ServerConfig,
  database: Database,
  isServer: boolean,
): Promise<ServerContext & { close(): Promise<void> }> {
  const queue = await openQueue(database.url, isServer);
  const changes = createProjectChanges(database.url);
  return {
    config,
    db: database.db,
    queue,
    changes,
    kept: { worker: null },
    store: openStore(config),
    close: async () => {
      await changes.close();
      await queue.close();
      await database.close();
    },
  };
}
