import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/table.ts';
import type { ServerContext } from '../../services/context.ts';
import { viewProject } from '../../services/project-view.ts';
import { setConfidentiality, shareProject } from '../../services/sharing.ts';
import { projectOf } from '../access-hook.ts';
import { addRoute } from '../define.ts';

/** Who else may see a project. */
export function addSharingRoutes(app: FastifyInstance, context: ServerContext): void {
  addRoute(app, context, routes.projectShare, async ({ request, body }) => {
    const access = projectOf(request);
    await shareProject(context, access.project, body);
    return viewProject(context, access);
  });
  addRoute(app, context, routes.projectShareRole, async ({ request, query }) => {
    const access = projectOf(request);
    const { email, mode } = query;
    await shareProject(context, access.project, { emails: [email], write: mode === 'edit', domain: null });
    return viewProject(context, access);
  });
  addRoute(app, context, routes.projectConfidentiality, async ({ request, query }) => {
    await setConfidentiality(context, projectOf(request), query.confidentiality);
    return { ok: true } as const;
  });
}
