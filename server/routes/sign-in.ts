import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/table.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { signIn } from '../plugins/session.ts';
import type { ServerContext } from '../services/context.ts';
import { requireAccount, viewAccount } from '../services/people/accounts.ts';
import { makeSignInToken, useSignInToken } from '../services/people/sessions.ts';
import { addRoute } from './define.ts';

/**
 * Signing in by a link. The link itself, `/sign-in/{token}`, is a page: only a confirmation there uses it up, so that
 * link scanners do not.
 */
export function addSignInRoute(app: FastifyInstance, context: ServerContext): void {
  addRoute(app, context, routes.accountSignIn, async ({ request, reply, body }) => {
    const accountPk = await useSignInToken(context.db, body.token);
    if (accountPk === null) throw new AppError('account.link-expired');
    await signIn(context, request, reply, accountPk);
    return viewAccount(await requireAccount(context.db, accountPk), context.config);
  });
}

/** The path of a new sign-in link for an account. */
export async function makeSignInPath(context: ServerContext, accountPk: number): Promise<string> {
  return `/sign-in/${await makeSignInToken(context.db, accountPk)}`;
}
