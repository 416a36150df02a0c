import { eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { worker } from '../db/schema/work.ts';
import type { Claimant } from './claim.ts';

/** Seconds without a heartbeat after which a worker is taken for dead. */
const goneAfterS = 10;

/** Registers a worker. */
export async function noteWorker(db: Db, { name, host }: Claimant): Promise<void> {
  await db
    .insert(worker)
    .values({ name, host })
    .onConflictDoUpdate({ target: worker.name, set: { seenAt: sql`now()` } });
}

/** Unregisters a worker. */
export async function forgetWorker(db: Db, name: string): Promise<void> {
  await db.delete(worker).where(eq(worker.name, name));
}

/** Removes killed workers. */
export async function forgetGoneWorkers(db: Db): Promise<void> {
  await db.delete(worker).where(lt(worker.seenAt, sql`now() - interval '1 hour'`));
}

/** Whether a worker is registered now. */
export async function hasWorker(db: Db): Promise<boolean> {
  const seen = await db
    .select({ name: worker.name })
    .from(worker)
    .where(sql`${worker.seenAt} > now() - ${goneAfterS} * interval '1 second'`)
    .limit(1);
  return seen.length > 0;
}
