import type { FastifyRequest } from 'fastify';
import type { Access } from '#contract/roles.ts';
import { routes } from '#contract/routes/table.ts';
import { parsePk } from '#contract/validation/reserved-words.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { AccountRow } from '../db/schema/accounts.ts';
import type { ServerContext } from '../services/context.ts';
import { isStaff, type ProjectAccess, requireDemo, requireProject } from '../services/people/access.ts';

/** The calls of an account that is not verified and approved yet. */
const finishingRoutes: readonly string[] = [
  routes.accountGet.id,
  routes.accountPut.id,
  routes.emailVerify.id,
];

declare module 'fastify' {
  interface FastifyRequest {
    /** The project of the route with the caller's role; null on routes without one. */
    projectAccess: ProjectAccess | null;
  }
}

/**
 * Checks the caller against a route's requirements, before its body is read. Without signing in, only demos are
 * readable. Throws `api.unauthenticated`, `api.forbidden`, `api.project-not-found`, and `account.unfinished` of an
 * account that is not verified and approved yet, which can only finish its registration.
 */
export async function checkAccess(
  context: ServerContext,
  { id, access }: { readonly id: string; readonly access: Access },
  request: FastifyRequest,
): Promise<void> {
  if (access === 'public') return;
  const { account } = request;
  const isFinished = account === null || (account.isEmailVerified && account.registrationApproved);
  if (!isFinished && !finishingRoutes.includes(id)) throw new AppError('account.unfinished');
  if (!account && access !== 'view') throw new AppError('api.unauthenticated');
  if (access === 'account') return;
  if (access === 'superuser') {
    if (!account || !isStaff(context, account)) throw new AppError('api.forbidden', { action: request.url });
    return;
  }
  const segment = (request.params as { pk?: string }).pk ?? '';
  const pk = parsePk(segment);
  if (!account) {
    request.projectAccess = await requireDemo(context, pk);
    return;
  }
  if (pk === null) throw new AppError('api.project-not-found', { pk: segment });
  request.projectAccess = await requireProject(context, account, pk, access);
}

/** The account of a request that `checkAccess` let through. */
export function callerOf(request: FastifyRequest): AccountRow {
  if (!request.account) throw new AppError('api.unauthenticated');
  return request.account;
}

/** The project of a request that `checkAccess` let through. */
export function projectOf(request: FastifyRequest): ProjectAccess {
  if (!request.projectAccess) throw new AppError('api.project-not-found', { pk: request.url });
  return request.projectAccess;
}
