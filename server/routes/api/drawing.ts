import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/table.ts';
import type { ServerContext } from '../../services/context.ts';
import { listRevisions, readDrawing, saveDrawing } from '../../services/projects/drawings.ts';
import { callerOf, projectOf } from '../access-hook.ts';
import { addRoute } from '../define.ts';

/** `imageset/{pk}/drawing`: the drawing of a project and its revisions. */
export function addDrawingRoutes(app: FastifyInstance, context: ServerContext): void {
  addRoute(app, context, routes.drawingGet, async ({ request, query }) => {
    const { project, role } = projectOf(request);
    const revision = await readDrawing(context, project.pk, query.revision);
    return role === 'visitor' ? { ...revision, saved_by: null } : revision;
  });
  addRoute(app, context, routes.drawingPut, ({ request, body }) =>
    saveDrawing(context, callerOf(request), projectOf(request).project.pk, body),
  );
  addRoute(app, context, routes.drawingRevisions, async ({ request }) => {
    const { project, role } = projectOf(request);
    const { items } = await listRevisions(context, project.pk);
    return { items: role === 'visitor' ? items.map((item) => ({ ...item, saved_by: null })) : items };
  });
}
