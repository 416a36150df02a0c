import { and, eq } from 'drizzle-orm';
import { hasFeature } from '#contract/editions.ts';
import { type Access, type ProjectRole, projectRoleOf, roleAllows } from '#contract/roles.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { AccountRow } from '../../db/schema/accounts.ts';
import { imageset, imagesetAcl, type ProjectRow } from '../../db/schema/projects.ts';
import type { ServerContext } from '../context.ts';

/** A project with the caller's role. */
export interface ProjectAccess {
  readonly project: ProjectRow;
  readonly role: ProjectRole;
}

/** Whether an account acts as staff: only where the edition has a super view. */
export function isStaff(context: ServerContext, account: AccountRow): boolean {
  return account.isSuperuser && hasFeature(context.config.edition, 'superView');
}

/** A demo for callers who are not signed in; other projects are not revealed. Throws `api.unauthenticated`. */
export async function requireDemo(context: ServerContext, pk: number | null): Promise<ProjectAccess> {
  const found = pk === null ? null : await findProject(context, null, pk);
  if (found?.role !== 'visitor' || found.project.isDeleted) throw new AppError('api.unauthenticated');
  return found;
}

/**
 * The project and the caller's role, if the role suffices. For strangers the project does not exist; deleted ones
 * exist for staff only. Throws `api.project-not-found`, `api.forbidden`.
 */
export async function requireProject(
  context: ServerContext,
  account: AccountRow,
  pk: number,
  access: Access,
): Promise<ProjectAccess> {
  const found = await findProject(context, account, pk);
  if (!found) throw new AppError('api.project-not-found', { pk });
  const { project, role } = found;
  const isHidden =
    !roleAllows(role, 'view') || project.isDestroyed || (project.isDeleted && !isStaff(context, account));
  if (isHidden) throw new AppError('api.project-not-found', { pk });
  if (!roleAllows(role, access)) throw new AppError('api.forbidden', { action: project.name });
  return found;
}

async function findProject(
  context: ServerContext,
  account: AccountRow | null,
  pk: number,
): Promise<ProjectAccess | null> {
  const [found] = await context.db
    .select({ project: imageset, write: imagesetAcl.write })
    .from(imageset)
    .leftJoin(
      imagesetAcl,
      and(eq(imagesetAcl.imagesetPk, imageset.pk), eq(imagesetAcl.accountPk, account?.pk ?? 0)),
    )
    .where(eq(imageset.pk, pk));
  if (!found) return null;
  const { project, write } = found;
  const role = projectRoleOf({
    isOwner: project.ownerPk === account?.pk,
    acl: write === null ? null : { write },
    isSuperuser: account !== null && isStaff(context, account),
    isDemo: project.isDemoDataset && hasFeature(context.config.edition, 'demos'),
    confidentiality: project.confidentiality,
  });
  return { project, role };
}
