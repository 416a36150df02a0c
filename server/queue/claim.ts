import { and, count, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { setProjectState } from '../db/project-state.ts';
import { task } from '../db/schema/work.ts';
import { type Lease, type LeaseRules, leaseEnd } from './lease.ts';

/** The worker that claims. */
export interface Claimant {
  /** Unique among all workers ever. */
  readonly name: string;
  /** The machine; all its workers share its memory. */
  readonly host: string;
  /** MiB that tasks on this machine may use together. */
  readonly memoryMib: number;
}

/** A queued task with its estimated need. */
export interface Candidate {
  readonly pk: number;
  readonly needMib: number;
  readonly waitedMs: number;
}

/** Waiting time after which a machine that cannot run the fairest task beside others is emptied for it. */
const patienceMs = 300_000;

/** The advisory lock under which tasks are chosen, one at a time over all workers; any number. */
const claimLock = 0x636c6169;

/** Maximum queued tasks considered in one choice. */
const maxCandidates = 200;

/**
 * The first of `candidates`, sorted by fairness, that the machine has memory for; one that needs more than the whole
 * machine runs alone. Null where none fits, or where one has waited so long that the machine must first be emptied
 * for it.
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
 * Claims the next task in turn, or null where none may start here. Accounts take turns: the account with the fewest
 * tasks running, comes first, then the one whose last task began longest ago; an account's own tasks are first in,
 * first out.
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

/** Tasks that may start, sorted by fairness; a project's observed need overrides the estimate. */
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
