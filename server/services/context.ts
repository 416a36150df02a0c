import type { ServerConfig } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** What the services work with; made once a server. */
export interface ServerContext {
  readonly config: ServerConfig;
  readonly db: Db;
  readonly store: ObjectStore;
  readonly queue: JobQueue;
}
