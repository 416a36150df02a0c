import { and, eq, inArray, sql } from 'drizzle-orm';
import { normaliseEmail } from '#contract/validation/email.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { touchProject } from '../../db/project-state.ts';
import { account } from '../../db/schema/accounts.ts';
import { imageset, imagesetAcl, type ProjectRow } from '../../db/schema/projects.ts';
import type { ServerContext } from '../context.ts';
import type { ProjectAccess } from './access.ts';

/** The people to share with, and whether they may edit. */
export interface Invitation {
  readonly emails: readonly string[];
  readonly write: boolean;
  /** Where given, every address must end in it. */
  readonly domain: string | null;
}

/**
 * Shares a project, or changes people's rights to it: for all of them or none. Throws `share.unknown-users` where an
 * address has no account that can sign in, `share.other-domain`, `share.owner`.
 */
export async function shareProject(
  { db }: ServerContext,
  project: ProjectRow,
  { emails, write, domain }: Invitation,
): Promise<void> {
  const wanted = [...new Set(emails.map(normaliseEmail))];
  const strange =
    domain === null ? [] : wanted.filter((email) => !email.endsWith(`@${domain.toLowerCase()}`));
  if (strange.length > 0) {
    throw new AppError('share.other-domain', { emails: strange.join(', '), domain: domain ?? '' });
  }
  await db.transaction(async (tx) => {
    const found = await tx
      .select()
      .from(account)
      .where(inArray(sql`lower(${account.email})`, wanted));
    const valid = found.filter((row) => row.isEmailVerified && row.registrationApproved);
    const known = valid.map((row) => normaliseEmail(row.email));
    const unknown = wanted.filter((email) => !known.includes(email));
    if (unknown.length > 0) {
      throw new AppError('share.unknown-users', { count: unknown.length, emails: unknown.join(', ') });
    }
    const owner = valid.find((row) => row.pk === project.ownerPk);
    if (owner) throw new AppError('share.owner', { email: owner.email });
    await tx
      .insert(imagesetAcl)
      .values(valid.map((row) => ({ imagesetPk: project.pk, accountPk: row.pk, write })))
      .onConflictDoUpdate({ target: [imagesetAcl.imagesetPk, imagesetAcl.accountPk], set: { write } });
    await touchProject(tx, project.pk);
  });
}

/** Removes a person's access to a project; an unknown address is no error, so that nothing is revealed. */
export async function unshareProject(
  { db }: ServerContext,
  project: ProjectRow,
  email: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ pk: account.pk })
      .from(account)
      .where(eq(sql`lower(${account.email})`, normaliseEmail(email)));
    if (!row) return;
    await tx
      .delete(imagesetAcl)
      .where(and(eq(imagesetAcl.imagesetPk, project.pk), eq(imagesetAcl.accountPk, row.pk)));
    await touchProject(tx, project.pk);
  });
}

/** Sets whether staff may see a project. Throws `api.forbidden` for anybody but its owner. */
export async function setConfidentiality(
  { db }: ServerContext,
  { project, role }: ProjectAccess,
  confidentiality: number,
): Promise<void> {
  if (role !== 'owner') throw new AppError('api.forbidden', { action: 'set_confidentiality' });
  await db
    .update(imageset)
    .set({ confidentiality, whenModified: sql`now()` })
    .where(eq(imageset.pk, project.pk));
}
