import type { ServerConfig } from './config.ts';
import type { Database } from './db/database.ts';
import { openQueue } from './jobs/queue.ts';
import type { ServerContext } from './services/context.ts';
import { createProjectChanges } from './services/project-changes.ts';
import { createLocalStore } from './store/local-store.ts';
import type { ObjectStore } from './store/object-store.ts';
import { createS3Store } from './store/s3/s3-store.ts';

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

function openStore({ dataFolder, quotaBytes, s3 }: ServerConfig): ObjectStore {
  return s3 === null ? createLocalStore({ folder: dataFolder, quotaBytes }) : createS3Store(s3, dataFolder);
}
