import PgBoss from 'pg-boss';

/** Periodic work, once for all servers of a database. */
export interface ScheduledWork {
  /** Letters, digits and dashes. */
  readonly name: string;
  /** Minute, hour, day of the month, month and day of the week, UTC. */
  readonly cron: string;
  run(): Promise<void>;
}

/** How failed work is retried. */
export interface ScheduleRules {
  readonly retryLimit: number;
  /** Seconds before the first retry; about twice as many before each further one. */
  readonly retryDelayS: number;
  /** Seconds between two checks for due work. */
  readonly lookS: number;
}

export const defaultScheduleRules: ScheduleRules = { retryLimit: 4, retryDelayS: 30, lookS: 15 };

/** Work that several servers start within this many seconds is done once. */
const startSlotS = 60;
/** Timeout of one hour; then another server takes over. */
const limitS = 3600;

const queueOf = (name: string) => `sweep-${name}`;
const failedQueue = 'sweep-failed';

/**
 * Does the work now and on schedule. pg-boss runs it on one of many servers, retries failures with growing delays,
 * and puts permanent failures into the queue `sweep-failed`, which `tell` reports.
 */
export async function startSchedule(
  databaseUrl: string,
  works: readonly ScheduledWork[],
  tell: (name: string, error: unknown) => void,
  { retryLimit, retryDelayS, lookS }: ScheduleRules = defaultScheduleRules,
): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'plumbline schedule',
    max: 2,
    deleteAfterDays: 7,
  });
  boss.on('error', (error) => tell('schedule', error));
  await boss.start();
  await boss.createQueue(failedQueue);
  for (const { name, cron, run } of works) {
    const queue = queueOf(name);
    const rules = { retryLimit, retryDelay: retryDelayS, retryBackoff: true, expireInSeconds: limitS };
    await boss.createQueue(queue, { name: queue, policy: 'short', deadLetter: failedQueue, ...rules });
    await boss.updateQueue(queue, { name: queue, deadLetter: failedQueue, ...rules });
    await boss.schedule(queue, cron, { name });
    await boss.send(queue, { name }, { singletonKey: 'start', singletonSeconds: startSlotS });
    await boss.work(queue, { pollingIntervalSeconds: lookS }, async () => {
      await run().catch((error: unknown) => {
        tell(name, error);
        throw error;
      });
    });
  }
  return { stop: () => boss.stop({ graceful: false, wait: true }) };
}
