import { and, count, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { setProjectState } from '../db/project-state.ts';
import { task } from '../db/schema/work.ts';
import { type Lease, type LeaseRules, leaseEnd } from './lease.ts';

/** Who asks for work. */
export interface Claimant {
  /** Unique among all workers of all times. */
  readonly name: string;
  /** The machine, whose memory all its workers share. */
  readonly host: string;
  /** MiB that tasks on this machine may take together. */
  readonly memoryMib: number;
}

/** A task that waits, with what it is reckoned to need. */
export interface Candidate {
  readonly pk: number;
  readonly needMib: number;
  readonly waitedMs: number;
}

/** A machine that cannot run the fairest task next to others is emptied for it when it has waited so long. */
const patienceMs = 300_000;

/** Any number: the lock under which tasks are chosen, one at a time over all workers. */
const claimLock = 0x636c6169;

/** More waiting tasks than this are not looked at in one choice. */
const maxCandidates = 200;

/**
 * The first of `candidates`, which stand in the order that is fair, that the machine has memory for; one with more
 * needs than the whole machine runs alone. Null where none fits, or where one has waited so long that the machine
 * must first be emptied for it.
 */
export function chooseTask(
  candidates: readonly Candidate[],
  machine: { readonly freeMib: number; readonly isIdle: boolean },
): Candidate | null {
  for (const candidate of candidates) {
    if (machine.isIdle || candidate.needMib <= machine.freeMib) return candidate;
    if (candidate.waitedMs > patienceMs) return null;
  }
  return null;
}

/**
 * Takes the task whose turn it is, or null where there is none that may begin here. Accounts take turns: first comes
 * the account with the fewest tasks running, then the one whose last task began longest ago; an account's own tasks
 * go in the order in which they came.
 */
export async function claimNext(db: Db, claimant: Claimant, rules: LeaseRules): Promise<Lease | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${claimLock})`);
    const chosen = chooseTask(await listCandidates(tx), await readMachine(tx, claimant));
    if (!chosen) return null;
    const [row] = await tx
      .update(task)
      .set({
        status: 'running',
        attempt: sql`${task.attempt} + 1`,
        memoryMib: chosen.needMib,
        leaseOwner: claimant.name,
        leaseHost: claimant.host,
        leaseUntil: leaseEnd(rules.leaseMs),
        heartbeatAt: sql`now()`,
        startedAt: sql`now()`,
      })
      .where(and(eq(task.pk, chosen.pk), eq(task.status, 'queued')))
      .returning();
    if (!row) return null;
    if (row.productPk === null) await setProjectState(tx, row.imagesetPk, 'processing');
    return { task: row, attempt: row.attempt, owner: claimant.name };
  });
}

/** Tasks that may begin, in the order that is fair; what a project was seen to need counts more than the reckoning. */
async function listCandidates(tx: Db): Promise<Candidate[]> {
  const { rows } = await tx.execute<{ pk: number; need_mib: number; waited_ms: number }>(sql`
    with turn as (
      select i.owner_pk,
        count(*) filter (where t.status = 'running') as running,
        max(t.started_at) as last_start
      from task t join imageset i on i.pk = t.imageset_pk
      group by i.owner_pk
    )
    select t.pk,
      case when t.product_pk is null
        then greatest(t.memory_mib, ceil(coalesce(i.peak_ram_mib, 0))::integer)
        else t.memory_mib
      end as need_mib,
      (extract(epoch from now() - t.ready_at) * 1000)::double precision as waited_ms
    from task t
      join imageset i on i.pk = t.imageset_pk
      join turn on turn.owner_pk = i.owner_pk
    where t.status = 'queued' and t.ready_at <= now()
    order by turn.running, turn.last_start nulls first, t.ready_at, t.pk
    limit ${maxCandidates}
  `);
  return rows.map((row) => ({ pk: row.pk, needMib: row.need_mib, waitedMs: row.waited_ms }));
}

async function readMachine(
  tx: Db,
  claimant: Claimant,
): Promise<{ readonly freeMib: number; readonly isIdle: boolean }> {
  const [taken] = await tx
    .select({ tasks: count(), mib: sql<number>`coalesce(sum(${task.memoryMib}), 0)::integer` })
    .from(task)
    .where(and(eq(task.status, 'running'), eq(task.leaseHost, claimant.host)));
  const { tasks = 0, mib = 0 } = taken ?? {};
  return { freeMib: claimant.memoryMib - mib, isIdle: tasks === 0 };
}
