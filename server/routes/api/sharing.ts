import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/table.ts';
import { createRateLimit } from '../../plugins/rate-limit.ts';
import type { ServerContext } from '../../services/context.ts';
import { setConfidentiality, shareProject, unshareProject } from '../../services/people/sharing.ts';
import { viewProject } from '../../services/projects/project-view.ts';
import { callerOf, projectOf } from '../access-hook.ts';
import { addRoute } from '../define.ts';

/**
 * Invitations per account and hour: a response reveals whether an address has an account, and must not serve to test
 * lists of them.
 */
const inviteesAnHour = 200;
const hour = 3_600_000;

/** Sharing of a project. */
export function addSharingRoutes(app: FastifyInstance, context: ServerContext): void {
  const invitations = createRateLimit(inviteesAnHour, hour);
  addRoute(app, context, routes.projectShare, async ({ request, body }) => {
    const access = projectOf(request);
    await invitations.count(String(callerOf(request).pk), body.emails.length);
    await shareProject(context, access.project, body);
    return viewProject(context, access);
  });
  addRoute(app, context, routes.projectShareRole, async ({ request, query }) => {
    const access = projectOf(request);
    const { email, mode } = query;
    await invitations.count(String(callerOf(request).pk));
    await shareProject(context, access.project, { emails: [email], write: mode === 'edit', domain: null });
    return viewProject(context, access);
  });
  addRoute(app, context, routes.projectUnshare, async ({ request, query }) => {
    const access = projectOf(request);
    await unshareProject(context, access.project, query.email);
    return viewProject(context, access);
  });
  addRoute(app, context, routes.projectConfidentiality, async ({ request, query }) => {
    await setConfidentiality(context, projectOf(request), query.confidentiality);
    return { ok: true } as const;
  });
}
