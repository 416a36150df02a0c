import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/table.ts';
import { normaliseEmail } from '#contract/validation/email.ts';
import { createRateLimit } from '../../plugins/rate-limit.ts';
import { signIn, signOut } from '../../plugins/session.ts';
import { authenticate, findAccountByEmail, updateAccount, viewAccount } from '../../services/accounts.ts';
import type { ServerContext } from '../../services/context.ts';
import { callerOf } from '../access-hook.ts';
import { addRoute } from '../define.ts';

const windowMs = 5 * 60_000;

/** `account/…`: who is signed in, signing in and out. */
export function addAccountRoutes(app: FastifyInstance, context: ServerContext): void {
  const { config, db } = context;
  const attemptsOfAccount = createRateLimit(10, windowMs);
  const attemptsOfAddress = createRateLimit(100, windowMs);

  addRoute(app, context, routes.accountGet, async ({ request }) => viewAccount(callerOf(request), config));
  addRoute(app, context, routes.accountPut, async ({ request, body }) =>
    viewAccount(await updateAccount(db, callerOf(request), body), config),
  );
  addRoute(app, context, routes.accountLogin, async ({ request, reply, body }) => {
    const key = normaliseEmail(body.email);
    attemptsOfAddress.count(request.ip);
    attemptsOfAccount.count(key);
    const account = await authenticate(db, body.email, body.password);
    attemptsOfAccount.clear(key);
    await signIn(context, request, reply, account.pk);
    return viewAccount(account, config);
  });
  addRoute(app, context, routes.accountLogout, async ({ request, reply }) => {
    await signOut(context, request, reply);
    return { ok: true } as const;
  });
  addRoute(app, context, routes.accountExists, async ({ request, body }) => {
    attemptsOfAddress.count(request.ip);
    const email = body.email ?? body.username;
    if (email === undefined || email === '') return { exists: true };
    return { exists: (await findAccountByEmail(db, email)) !== null };
  });
}
