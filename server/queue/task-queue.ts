import PgBoss from 'pg-boss';

/**
 * A message that a task waits for its next attempt. It only wakes a worker: which task that worker then takes is
 * chosen by whose turn it is, so losing or doubling one does no harm.
 */
export interface TaskMessage {
  readonly taskPk: number;
  /** Number of attempts before. */
  readonly attempt: number;
}

/** Delivers messages to workers on any number of machines. */
export interface TaskQueue {
  /** Sends a message, to be taken after `delayS` seconds at the earliest. */
  announce(message: TaskMessage, delayS?: number): Promise<void>;
  /** The next message, or null when there is none now. */
  take(): Promise<TaskMessage | null>;
  close(): Promise<void>;
}

const queueName = 'task';

/**
 * Opens the queue on a database. It only delivers: that a task runs, and for whom, is in the task's own row, so a
 * message is done with as soon as it is taken. `isServer` also keeps the queue's tables tidy.
 */
export async function openQueue(databaseUrl: string, isServer: boolean): Promise<TaskQueue> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'plumbline queue',
    max: 3,
    supervise: isServer,
    schedule: false,
    maintenanceIntervalSeconds: 30,
    archiveCompletedAfterSeconds: 60,
    deleteAfterHours: 1,
  });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue(queueName, {
    name: queueName,
    policy: 'standard',
    expireInSeconds: 30,
    retryLimit: 5,
  });
  return {
    announce: async (message, delayS = 0) => {
      await boss.send(queueName, message, delayS > 0 ? { startAfter: delayS } : {});
    },
    take: async () => {
      const [message] = await boss.fetch<TaskMessage>(queueName, { batchSize: 1 });
      if (!message) return null;
      await boss.complete(queueName, message.id);
      return message.data;
    },
    close: () => boss.stop({ graceful: false, wait: true }),
  };
}
