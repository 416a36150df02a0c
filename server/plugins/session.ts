import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasFeature } from '#contract/editions.ts';
import type { AccountRow } from '../db/schema/accounts.ts';
import { readLocalOwner } from '../services/accounts.ts';
import type { ServerContext } from '../services/context.ts';
import { readSecret } from '../services/secrets.ts';
import { closeSession, openSession, readSession, sessionDays } from '../services/sessions.ts';

/** Name of the session cookie: signed, http-only, SameSite=Lax. */
export const sessionCookie = 'plumbline_session';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account, or null. */
    account: AccountRow | null;
  }
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Reads the session cookie of every request into `request.account`. The desktop edition has no accounts to sign in
 * to: whoever asks from this machine is its owner, anybody else nobody.
 */
export async function addSessions(app: FastifyInstance, context: ServerContext): Promise<void> {
  await app.register(cookie, { secret: await readSecret(context.db, 'cookie-key') });
  app.decorateRequest('account', null);
  const hasAccounts = hasFeature(context.config.edition, 'accounts');
  app.addHook('onRequest', async (request) => {
    if (!hasAccounts) {
      request.account = loopback.test(request.ip) ? await readLocalOwner(context.db) : null;
      return;
    }
    const token = readToken(request);
    request.account = token === null ? null : await readSession(context.db, token);
  });
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
    secure: request.protocol === 'https',
    signed: true,
    maxAge: sessionDays * 86_400,
  });
}

/** Ends the request's session, if any, and clears its cookie. */
export async function signOut(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = readToken(request);
  if (token !== null) await closeSession(context.db, token);
  reply.clearCookie(sessionCookie, { path: '/' });
}
