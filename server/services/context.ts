import type { ServerConfig } from '../config/config.ts';
import type { Db } from '../db/database.ts';
import type { Listener } from '../db/listener.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { ProjectChanges } from './projects/project-changes.ts';

/** The resources for the work of a task. */
export interface TaskContext {
  readonly config: ServerConfig;
  readonly db: Db;
  readonly store: ObjectStore;
}

/** The worker that a server keeps running. */
export interface KeptWorker {
  /** Restarts the worker immediately where it ended and waits for its restart. */
  wake(): void;
}

/** The resources of the services; created once per server. */
export interface ServerContext extends TaskContext {
  readonly listener: Listener;
  readonly changes: ProjectChanges;
  /** The worker that this server keeps running; null where disabled, and in workers. */
  readonly kept: { worker: KeptWorker | null };
}
