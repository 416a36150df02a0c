import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/table.ts';
import type { ServerContext } from '../../services/context.ts';
import {
  createDrawing,
  listDrawings,
  modifyDrawing,
  removeDrawing,
} from '../../services/drawings/drawings.ts';
import { listRevisions, readDrawing } from '../../services/drawings/list-revisions.ts';
import { nameRevision } from '../../services/drawings/name-revision.ts';
import { patchDrawing, saveDrawing } from '../../services/drawings/save-drawing.ts';
import { callerOf, projectOf } from '../access-hook.ts';
import { addRoute } from '../define.ts';

/** `imageset/{pk}/drawing` and `…/drawings`: the drawings of a project and their revisions. */
export function addDrawingRoutes(app: FastifyInstance, context: ServerContext): void {
  addRoute(app, context, routes.drawingGet, async ({ request, query }) => {
    const { project, role } = projectOf(request);
    const revision = await readDrawing(context, project.pk, query);
    return role === 'visitor' ? { ...revision, saved_by: null } : revision;
  });
  addRoute(app, context, routes.drawingPut, ({ request, query, body }) => {
    const target = {
      projectPk: projectOf(request).project.pk,
      drawingPk: query.drawing,
      caller: callerOf(request),
    };
    return saveDrawing(context, target, body);
  });
  addRoute(app, context, routes.drawingPatch, ({ request, query, body }) => {
    const target = {
      projectPk: projectOf(request).project.pk,
      drawingPk: query.drawing,
      caller: callerOf(request),
    };
    return patchDrawing(context, target, body);
  });
  addRoute(app, context, routes.drawingRevisions, async ({ request, query }) => {
    const { project, role } = projectOf(request);
    return withoutPeople(await listRevisions(context, project.pk, query.drawing), role);
  });
  addRoute(app, context, routes.drawingNameRevision, async ({ request, params, query, body }) => {
    const target = { projectPk: projectOf(request).project.pk, drawingPk: query.drawing };
    await nameRevision(context, target, params.revision, body.name);
    return { ok: true as const };
  });
  addRoute(app, context, routes.drawingsGet, async ({ request }) => {
    const { project, role } = projectOf(request);
    return withoutPeople({ items: await listDrawings(context, project.pk) }, role);
  });
  addRoute(app, context, routes.drawingsPost, ({ request, body }) =>
    createDrawing(context, callerOf(request), projectOf(request).project.pk, body),
  );
  addRoute(app, context, routes.drawingModify, ({ request, params, body }) =>
    modifyDrawing(context, projectOf(request).project.pk, params.drawing, body),
  );
  addRoute(app, context, routes.drawingDelete, async ({ request, params }) => {
    await removeDrawing(context, projectOf(request).project.pk, params.drawing);
    return { ok: true as const };
  });
}

/** Visitors of a demonstration are not told who saved. */
function withoutPeople<T extends { readonly saved_by: string | null }>(
  { items }: { readonly items: T[] },
  role: string,
): { items: T[] } {
  return { items: role === 'visitor' ? items.map((item) => ({ ...item, saved_by: null })) : items };
}
