import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/table.ts';
import type { ServerContext } from '../../services/context.ts';
import { collectSites } from '../../services/projects/sites.ts';
import { callerOf } from '../access-hook.ts';
import { addRoute } from '../define.ts';

/** `sites/…`: the named places of projects. */
export function addSiteRoutes(app: FastifyInstance, context: ServerContext): void {
  addRoute(app, context, routes.sitesCollect, ({ request, body }) =>
    collectSites(context, callerOf(request), body.siteIds),
  );
}
