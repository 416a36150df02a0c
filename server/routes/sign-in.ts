import type { FastifyInstance } from 'fastify';
import { limits } from '#contract/limits.ts';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath } from '#contract/routes/route.ts';
import { signIn } from '../plugins/session.ts';
import type { ServerContext } from '../services/context.ts';
import { makeSignInToken, useSignInToken } from '../services/sessions.ts';
import { addRawRoute } from './define.ts';

/** `/sign-in/{token}`: a link that signs in once. */
export function addSignInRoute(app: FastifyInstance, context: ServerContext): void {
  addRawRoute(app, context, rawRoutes.signIn, limits.jsonBody, async (request, reply) => {
    const { token } = request.params as { token: string };
    const accountPk = await useSignInToken(context.db, token);
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    if (accountPk === null) return reply.redirect('/login?link=expired', 303);
    await signIn(context, request, reply, accountPk);
    return reply.redirect('/projects', 303);
  });
}

/** The path of a new sign-in link for an account. */
export async function makeSignInPath(context: ServerContext, accountPk: number): Promise<string> {
  return fillPath(rawRoutes.signIn.path, { token: await makeSignInToken(context.db, accountPk) });
}
