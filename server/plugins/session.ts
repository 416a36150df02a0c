import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountRow } from '../db/schema/accounts.ts';
import type { ServerContext } from '../services/context.ts';
import { readCookieKey } from '../services/secrets.ts';
import { closeSession, openSession, readSession, sessionDays } from '../services/sessions.ts';

/** Name of the session cookie: signed, http-only, SameSite=Lax. */
export const sessionCookie = 'plumbline_session';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account, or null. */
    account: AccountRow | null;
  }
}

/** Reads the session cookie of every request into `request.account`. */
export async function addSessions(app: FastifyInstance, context: ServerContext): Promise<void> {
  await app.register(cookie, { secret: await readCookieKey(context.db) });
  app.decorateRequest('account', null);
  app.addHook('onRequest', async (request) => {
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
