import type { ServerConfig } from '../config/config.ts';
import type { Db } from '../db/database.ts';
import type { Listener } from '../db/listener.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { ProjectChanges } from './projects/project-changes.ts';

/** What the work of a task is done with. */
export interface TaskContext {
  readonly config: ServerConfig;
  readonly db: Db;
  readonly store: ObjectStore;
}

/** The worker that a server keeps running. */
export interface KeptWorker {
  /** Starts the worker at once where it ended and waits to be started again. */
  wake(): void;
}

/** What the services work with; made once a server. */
export interface ServerContext extends TaskContext {
  readonly listener: Listener;
  readonly changes: ProjectChanges;
  /** The worker that this server keeps running; null where it was told not to, and in workers. */
  readonly kept: { worker: KeptWorker | null };
}
