import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/table.ts';
import { normaliseEmail } from '#contract/validation/email.ts';
import { createBackOff } from '../../plugins/back-off.ts';
import { networkOf } from '../../plugins/network-of.ts';
import { createRateLimit } from '../../plugins/rate-limit.ts';
import { signIn, signOut } from '../../plugins/session.ts';
import type { ServerContext } from '../../services/context.ts';
import {
  authenticate,
  findAccountByEmail,
  updateAccount,
  viewAccount,
} from '../../services/people/accounts.ts';
import { requestEmailChange, verifyEmail } from '../../services/people/change-email.ts';
import { createLanes } from '../../services/turns/lanes.ts';
import { callerOf } from '../access-hook.ts';
import { addRoute } from '../define.ts';

const windowMs = 5 * 60_000;
/** Rate limit of codes: each is a message to somebody, and restarts the count of guesses. */
const codesAnHour = 10;
const hour = 3_600_000;
/** Concurrent password checks, in all and per address: each occupies a processor for a while. */
const passwordsAtOnce = { total: 2, each: 1 };
/** Wrong passwords for an account from one address; milliseconds. */
const passwordWaits = { free: 5, first: 1000, most: 60_000 };

/** `account/…`: who is signed in, signing in and out. */
export function addAccountRoutes(app: FastifyInstance, context: ServerContext): void {
  const { config, db } = context;
  const wrongPasswords = createBackOff(passwordWaits);
  const codes = createRateLimit(codesAnHour, hour);
  const checking = createLanes(passwordsAtOnce.total, passwordsAtOnce.each);
  const attemptsOfAddress = createRateLimit(100, windowMs);

  addRoute(app, context, routes.accountGet, async ({ request }) => viewAccount(callerOf(request), config));
  addRoute(app, context, routes.accountPut, async ({ request, body }) => {
    const caller = callerOf(request);
    const { email, password } = body;
    if (email !== undefined) {
      const key = `${caller.pk} ${networkOf(request.ip)}`;
      wrongPasswords.check(key);
      if (normaliseEmail(email) !== normaliseEmail(caller.email)) await codes.count(String(caller.pk));
      const ask = () => requestEmailChange(context, caller, { email, password });
      await checking.run(networkOf(request.ip), ask).catch((error: unknown) => {
        wrongPasswords.fail(key);
        throw error;
      });
    }
    return viewAccount(await updateAccount(db, caller, body), config);
  });
  addRoute(app, context, routes.emailVerify, async ({ request, query }) => {
    const said = { email: query.email, code: query.verification_code };
    return viewAccount(await verifyEmail(context, callerOf(request), said), config);
  });
  addRoute(app, context, routes.accountLogin, async ({ request, reply, body }) => {
    // By account and address together, so that guessing delays nobody else.
    const key = `${normaliseEmail(body.email)} ${networkOf(request.ip)}`;
    await attemptsOfAddress.count(networkOf(request.ip));
    wrongPasswords.check(key);
    const check = () => authenticate(db, body.email, body.password);
    const account = await checking.run(networkOf(request.ip), check).catch((error: unknown) => {
      wrongPasswords.fail(key);
      throw error;
    });
    wrongPasswords.clear(key);
    await signIn(context, request, reply, account.pk);
    return viewAccount(account, config);
  });
  addRoute(app, context, routes.accountLogout, async ({ request, reply, query }) => {
    await signOut(context, request, reply, query.everywhere);
    return { ok: true } as const;
  });
  addRoute(app, context, routes.accountExists, async ({ request, body }) => {
    await attemptsOfAddress.count(networkOf(request.ip));
    const email = body.email ?? body.username;
    if (email === undefined || email === '') return { exists: true };
    return { exists: (await findAccountByEmail(db, email)) !== null };
  });
}
