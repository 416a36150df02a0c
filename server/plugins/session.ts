import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasFeature } from '#contract/editions.ts';
import { isPublicHttps } from '../config/config.ts';
import type { AccountRow } from '../db/schema/accounts.ts';
import type { ServerContext } from '../services/context.ts';
import { readOwner } from '../services/people/owner.ts';
import { readSecret } from '../services/people/secrets.ts';
import {
  closeSession,
  closeSessions,
  openSession,
  readSession,
  sessionDays,
} from '../services/people/sessions.ts';
import { isLoopbackName } from './origin-guard.ts';

/** Name of the session cookie: signed, http-only, SameSite=Lax. */
export const sessionCookie = 'plumbline_session';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account, or null. */
    account: AccountRow | null;
    /** Token of the session, or null; long-lived responses check with it whether the session is still valid. */
    sessionToken: string | null;
  }
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** Headers that a proxy adds: the request comes from elsewhere. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Whether a request is local: from this machine, to a loopback name, and not through a proxy. DNS rebinding reaches a
 * local server by another name, and a local proxy forwards foreign requests.
 */
function isOfThisMachine({ socket, hostname, headers }: FastifyRequest): boolean {
  const isForwarded = forwarding.some((name) => headers[name] !== undefined);
  return loopback.test(socket.remoteAddress ?? '') && isLoopbackName(hostname) && !isForwarded;
}

/**
 * Reads the session cookie of every request into `request.account`. The desktop edition has no accounts: callers on
 * this machine are its owner, all others nobody.
 */
export async function addSessions(app: FastifyInstance, context: ServerContext): Promise<void> {
  await app.register(cookie, { secret: await readSecret(context.db, 'cookie-key') });
  app.decorateRequest('account', null);
  app.decorateRequest('sessionToken', null);
  const hasAccounts = hasFeature(context.config.edition, 'accounts');
  app.addHook('onRequest', async (request) => {
    if (!hasAccounts) {
      request.account = isOfThisMachine(request) ? await readOwner(context.db) : null;
      return;
    }
    request.sessionToken = readToken(request);
    request.account = await readAccount(context, request);
  });
}

/** The account of a request's session now; null where it has ended. */
export async function readAccount(
  context: ServerContext,
  { sessionToken, account }: FastifyRequest,
): Promise<AccountRow | null> {
  if (!hasFeature(context.config.edition, 'accounts')) return account;
  return sessionToken === null ? null : readSession(context.db, sessionToken);
}

function readToken(request: FastifyRequest): string | null {
  const signed = request.cookies[sessionCookie];
  if (signed === undefined) return null;
  const { valid, value } = request.unsignCookie(signed);
  return valid ? value : null;
}

/** Opens a session for an account and sets its cookie. */
export async function signIn(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  accountPk: number,
): Promise<void> {
  reply.setCookie(sessionCookie, await openSession(context.db, accountPk), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https' || isPublicHttps(context.config),
    signed: true,
    maxAge: sessionDays * 86_400,
  });
  request.signedIn = accountPk;
}

/** Ends the request's session, if any, and clears its cookie; `isEverywhere` ends all sessions of its account. */
export async function signOut(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  isEverywhere: boolean,
): Promise<void> {
  const { sessionToken, account } = request;
  if (isEverywhere && account !== null) await closeSessions(context.db, account.pk);
  if (sessionToken !== null) await closeSession(context.db, sessionToken);
  reply.clearCookie(sessionCookie, { path: '/' });
}
