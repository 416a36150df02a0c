import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { NoticeSettings } from '#contract/rules/notices.ts';
import type { projectCreate, projectModify } from '#contract/schemas/project.ts';
import { projectNameFault } from '#contract/validation/project-name.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { mailWay } from '../../config/mail-settings.ts';
import { setProjectState } from '../../db/project-state.ts';
import type { AccountRow } from '../../db/schema/accounts.ts';
import { imageset, type ProjectRow } from '../../db/schema/projects.ts';
import type { ServerContext } from '../context.ts';
import { isStaff, type ProjectAccess } from '../people/access.ts';
import { requireEngine } from '../processing/engines.ts';
import { cancelTasks, refundUnfinished } from '../processing/processing.ts';
import { removeDestroyed } from './destroyed-projects.ts';
import { siteOf } from './sites.ts';

/** Creates a project without files. */
export async function createProject(
  context: ServerContext,
  owner: AccountRow,
  wanted: z.output<typeof projectCreate>,
): Promise<ProjectRow> {
  const name = checkName(context, wanted.name, null);
  await requireEngine(context.config, wanted.settings?.engine ?? 'builtin');
  const notices = readNotices(context, wanted);
  const [row] = await context.db
    .insert(imageset)
    .values({
      ownerPk: owner.pk,
      name,
      isLidar: wanted.type === 'lidar',
      description: wanted.description ?? '',
      unitOfMeasure: wanted.unit_of_measure ?? null,
      settings: wanted.settings ?? {},
      ...notices,
      stateHistory: [['initialized', new Date().toISOString()]],
    })
    .returning();
  if (!row) throw new Error('the new project was not returned');
  return row;
}

/**
 * The columns of the stated message settings. Throws `api.no-mail` where messages are enabled on a server that sends
 * none.
 */
function readNotices({ config }: ServerContext, wanted: NoticeSettings) {
  const asked = [wanted.notify_error, wanted.notify_finish, wanted.notify_progress];
  if (asked.includes(true) && mailWay(config) === 'none') throw new AppError('api.no-mail');
  return {
    notifyError: wanted.notify_error,
    notifyFinish: wanted.notify_finish,
    notifyProgress: wanted.notify_progress,
  };
}

/**
 * Renames or describes a project, assigns it to a site, or changes its notices, each by itself. Throws
 * `api.invalid-field`, `api.no-mail`.
 */
export async function modifyProject(
  context: ServerContext,
  project: ProjectRow,
  change: z.output<typeof projectModify>,
): Promise<ProjectRow> {
  const { name, description, site } = change;
  const [row] = await context.db
    .update(imageset)
    .set({
      name: name === undefined ? undefined : checkName(context, name, project.name),
      description,
      sitePk: typeof site === 'string' ? await siteOf(context.db, project.ownerPk, site) : site,
      ...readNotices(context, change),
      whenModified: sql`now()`,
    })
    .where(eq(imageset.pk, project.pk))
    .returning();
  return row ?? project;
}

function checkName(context: ServerContext, name: string, current: string | null): string {
  const fault = projectNameFault(name, context.config.edition, current);
  if (fault) throw new AppError('api.invalid-field', { field: 'name', reason: fault });
  return name.trim();
}

/**
 * Marks a project as deleted, and stops its work. With `isForGood`, which on cloud only staff may, its rows and files
 * are removed. Throws `api.forbidden`.
 */
export async function destroyProject(
  context: ServerContext,
  caller: AccountRow,
  access: ProjectAccess,
  isForGood: boolean,
): Promise<void> {
  const { project } = access;
  if (isForGood && context.config.edition === 'cloud' && !isStaff(context, caller)) {
    throw new AppError('api.forbidden', { action: 'destroy_data' });
  }
  await context.db.transaction(async (tx) => {
    await cancelTasks(tx, project.pk);
    await refundUnfinished(tx, project.pk);
    await tx
      .update(imageset)
      .set({ isDeleted: true, isDestroyed: isForGood })
      .where(eq(imageset.pk, project.pk));
    await setProjectState(tx, project.pk, 'deleted');
  });
  if (isForGood) await removeDestroyed(context, project.pk);
}
