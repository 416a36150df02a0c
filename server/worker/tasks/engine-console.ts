import { and, eq, gte } from 'drizzle-orm';
import { limits } from '#contract/limits.ts';
import { engineConsole } from '../../db/schema/work.ts';
import { type Lease, passFence } from '../../queue/lease.ts';
import type { TaskContext } from '../../services/context.ts';

/** Lines per statement. */
const batch = 5000;

/**
 * Stores lines of another engine's console for the page, while the lease is valid. Lines that could not be written
 * are written with the next ones: a console is no reason to give up hours of work elsewhere, and the heartbeat
 * reports a lost lease.
 */
export function createConsole(
  context: Pick<TaskContext, 'db'>,
  lease: Lease,
): (lines: readonly string[], from: number) => Promise<void> {
  let waiting: readonly string[] = [];
  let first = 0;
  return async (lines, from) => {
    if (from !== first + waiting.length) {
      waiting = [];
      first = from;
    }
    waiting = [...waiting, ...lines];
    try {
      await writeLines(context, lease, waiting, first);
    } catch {
      return;
    }
    first += waiting.length;
    waiting = [];
  };
}

/** Existing rows from line `from` on are of an earlier run and are replaced. */
async function writeLines(
  { db }: Pick<TaskContext, 'db'>,
  lease: Lease,
  lines: readonly string[],
  from: number,
): Promise<void> {
  const { imagesetPk } = lease.task;
  const rows = lines.map((line, index) => ({
    imagesetPk,
    line: from + index,
    text: line.slice(0, limits.consoleLine),
  }));
  await db.transaction(async (tx) => {
    await passFence(tx, lease);
    await tx
      .delete(engineConsole)
      .where(and(eq(engineConsole.imagesetPk, imagesetPk), gte(engineConsole.line, from)));
    for (let at = 0; at < rows.length; at += batch) {
      await tx.insert(engineConsole).values(rows.slice(at, at + batch));
    }
  });
}
