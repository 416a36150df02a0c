import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { account } from '../../db/schema/accounts.ts';
import { type NoticeRow, type NoticeStatus, notice } from '../../db/schema/notices.ts';
import { imageset } from '../../db/schema/projects.ts';
import { composeNotice } from './compose-notice.ts';
import type { Delivery, Mailer } from './mailer.ts';

/** Number of tries of a message, over about two hours. */
const maxTries = 8;
const firstDelayS = 30;
/** Older events are not sent. */
const newsHours = 24;
/** Milliseconds between two checks for messages. */
const lookEvery = 3000;

/**
 * Sends the queued messages. Each is marked before, so that concurrent or killed servers never send one twice; for an
 * idempotent mailer, mark and message are one transaction, so that none is lost. `baseUrl`: public address of the
 * product.
 */
export async function sendNotices(db: Db, mailer: Mailer, baseUrl: string): Promise<void> {
  await db
    .update(notice)
    .set({ status: 'failed' })
    .where(
      and(
        eq(notice.status, 'waiting'),
        lt(notice.whenCreated, sql`now() - ${newsHours} * interval '1 hour'`),
      ),
    );
  const sendNext = async (on: Db): Promise<boolean> => {
    const row = await takeNotice(on);
    if (row !== null) await noteDelivery(on, row, await deliver(on, row, mailer, baseUrl));
    return row !== null;
  };
  while (await (mailer.isRepeatable ? db.transaction(sendNext) : sendNext(db)));
}

async function takeNotice(db: Db): Promise<NoticeRow | null> {
  const next = db
    .select({ pk: notice.pk })
    .from(notice)
    .where(and(eq(notice.status, 'waiting'), lte(notice.readyAt, sql`now()`)))
    .orderBy(asc(notice.pk))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(notice)
    .set({ status: 'sending', tries: sql`${notice.tries} + 1` })
    .where(sql`${notice.pk} = (${next})`)
    .returning();
  return row ?? null;
}

async function deliver(db: Db, row: NoticeRow, mailer: Mailer, baseUrl: string): Promise<Delivery> {
  const [project] = await db
    .select({ name: imageset.name, isDeleted: imageset.isDeleted, owner: account })
    .from(imageset)
    .innerJoin(account, eq(account.pk, imageset.ownerPk))
    .where(eq(imageset.pk, row.imagesetPk));
  if (!project || project.isDeleted || !project.owner.isEmailVerified) return 'never';
  const url = `${baseUrl}/projects/${row.imagesetPk}`;
  return mailer.send({
    to: project.owner.email,
    id: `<notice-${row.pk}-${row.whenCreated.getTime()}@${new URL(baseUrl).hostname}>`,
    when: row.whenCreated,
    ...composeNotice({ name: project.name, url }, row.kind, row.facts),
  });
}

async function noteDelivery(db: Db, { pk, tries }: NoticeRow, delivery: Delivery): Promise<void> {
  const isAgain = delivery === 'later' && tries < maxTries;
  const isDone = delivery === 'sent' || delivery === 'kept';
  const status: NoticeStatus = isDone ? delivery : isAgain ? 'waiting' : 'failed';
  const delayS = firstDelayS * 2 ** (tries - 1);
  await db
    .update(notice)
    .set({
      status,
      ...(delivery === 'sent' ? { whenSent: sql`now()` } : {}),
      ...(isAgain ? { readyAt: sql`now() + ${delayS} * interval '1 second'` } : {}),
    })
    .where(eq(notice.pk, pk));
}

/** Sends messages when they are queued, until it is stopped. */
export function startNotices(db: Db, mailer: Mailer, baseUrl: string): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const send = async () => {
    while (!stopping.signal.aborted) {
      await sendNotices(db, mailer, baseUrl).catch(() => {});
      await wait(lookEvery, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const ended = send();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
      mailer.close();
    },
  };
}
