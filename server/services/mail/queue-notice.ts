import { and, eq, or } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { type NoticeFacts, type NoticeKind, notice } from '../../db/schema/notices.ts';
import { imageset } from '../../db/schema/projects.ts';

const { notifyFinish, notifyError, notifyProgress } = imageset;

/** Settings of which any one asks for the message: who waits for the end must hear that it does not come by itself. */
const settings = {
  finish: [notifyFinish],
  error: [notifyError],
  progress: [notifyProgress],
  wait: [notifyFinish, notifyProgress],
  imported: [notifyFinish],
  'imported-partly': [notifyFinish, notifyError],
} as const;

/**
 * Queues a message to a project's owner, if the project has such messages enabled. It runs in the transaction of the
 * event, so that there is exactly one message for it.
 */
export async function queueNotice(
  tx: Db,
  projectPk: number,
  kind: NoticeKind,
  facts: NoticeFacts = {},
): Promise<void> {
  const [wanted] = await tx
    .select({ pk: imageset.pk })
    .from(imageset)
    .where(and(eq(imageset.pk, projectPk), or(...settings[kind].map((column) => eq(column, true)))));
  if (wanted) await tx.insert(notice).values({ imagesetPk: projectPk, kind, facts });
}
