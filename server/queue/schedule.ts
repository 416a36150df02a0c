import PgBoss from 'pg-boss';

/** Work that is due again and again, once for all servers of a database. */
export interface ScheduledWork {
  /** Letters, digits and dashes. */
  readonly name: string;
  /** Minute, hour, day of the month, month and day of the week, UTC. */
  readonly cron: string;
  run(): Promise<void>;
}

/** How work is repeated that failed. */
export interface ScheduleRules {
  readonly retryLimit: number;
  /** Seconds before the first repetition; twice as many before each further one, more or less. */
  readonly retryDelayS: number;
  /** Seconds between two looks for work that is due. */
  readonly lookS: number;
}

export const defaultScheduleRules: ScheduleRules = { retryLimit: 4, retryDelayS: 30, lookS: 15 };

/** Work started together with another server's is done once in this many seconds. */
const startSlotS = 60;
/** An hour of work at most; then another server takes it over. */
const limitS = 3600;

const queueOf = (name: string) => `sweep-${name}`;
const failedQueue = 'sweep-failed';

/**
 * Does the work now and whenever it is due: pg-boss keeps the times, has one server of many do it, repeats what failed
 * with growing delays and puts what failed for good into the queue `sweep-failed`, reported by `tell`.
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
