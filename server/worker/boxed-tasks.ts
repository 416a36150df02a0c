import { startBox } from '../box/box.ts';
import { type BoxRules, boxTimes } from '../box/rules.ts';
import type { ServerConfig } from '../config/config.ts';
import type { Lease } from '../queue/lease.ts';
import { allowedMemoryMib } from '../queue/memory.ts';
import { installation } from '../runtime/paths.ts';
import type { PerformTask } from './worker.ts';

/** The input of a process that does one task. */
export interface TaskRequest {
  readonly config: ServerConfig;
  readonly databaseUrl: string;
  readonly lease: Lease;
}

export interface BoxedTasksOptions extends Pick<TaskRequest, 'config' | 'databaseUrl'> {
  /** MiB that tasks on this machine may use together. */
  readonly machineMib: number;
  /** Limits instead of those of a worker. */
  readonly rules?: Partial<BoxRules>;
  readonly entry?: URL;
}

/**
 * Does each task in a separate process, since it reads untrusted files: a process that exceeds its memory or time is
 * ended with `task.too-much-memory`, `task.took-too-long` or `task.crashed`, without affecting others.
 */
export function createBoxedTasks(options: BoxedTasksOptions): PerformTask {
  const { config, databaseUrl, machineMib, rules, entry = installation.boxEntry } = options;
  return async (lease, signal) => {
    const memoryMib = allowedMemoryMib(lease.task.memoryMib, machineMib);
    const box = startBox({ entry, rules: { memoryMib, ...boxTimes, ...rules } });
    try {
      const request: TaskRequest = { config, databaseUrl, lease };
      await box.call('task', lease.task.name, request, signal);
    } finally {
      await box.close();
    }
  };
}
