import type { ServerConfig } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { createListener } from '../db/listener.ts';
import { openStore } from '../store/open-store.ts';
import type { ServerContext } from './context.ts';
import { createProjectChanges } from './projects/project-changes.ts';

/** Services' context over an open database; `close` closes its listener, then the database. */
export function openContext(
  config: ServerConfig,
  database: Database,
): ServerContext & { close(): Promise<void> } {
  const listener = createListener(database.url);
  return {
    config,
    db: database.db,
    listener,
    changes: createProjectChanges(listener),
    kept: { worker: null },
    store: openStore(config),
    close: async () => {
      await listener.close();
      await database.close();
    },
  };
}
