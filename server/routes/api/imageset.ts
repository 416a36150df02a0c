import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/table.ts';
import type { ServerContext } from '../../services/context.ts';
import { isStaff, requireProject } from '../../services/people/access.ts';
import { readEngineConsole } from '../../services/processing/engine-console.ts';
import { cancelProcessing, pauseProcessing, resumeProcessing } from '../../services/processing/processing.ts';
import { listRetryableTasks, retryTasks } from '../../services/processing/tasks.ts';
import { searchProjects } from '../../services/projects/project-search.ts';
import { viewProject } from '../../services/projects/project-view.ts';
import { createProject, destroyProject, modifyProject } from '../../services/projects/projects.ts';
import { callerOf, projectOf } from '../access-hook.ts';
import { addRoute } from '../define.ts';

/** `imageset/…`: projects themselves. */
export function addImagesetRoutes(app: FastifyInstance, context: ServerContext): void {
  addRoute(app, context, routes.projectSearch, ({ request, query, body }) =>
    searchProjects(context, callerOf(request), query, body),
  );
  addRoute(app, context, routes.projectCreate, async ({ request, body }) => {
    const project = await createProject(context, callerOf(request), body);
    return viewProject(context, { project, role: 'owner' });
  });
  addRoute(app, context, routes.projectGet, ({ request }) => viewProject(context, projectOf(request)));
  addRoute(app, context, routes.projectLoad, ({ request }) => viewProject(context, projectOf(request)));
  addRoute(app, context, routes.projectModify, async ({ request, body }) => {
    const access = projectOf(request);
    const project = await modifyProject(context, access.project, body);
    return viewProject(context, { ...access, project });
  });
  addRoute(app, context, routes.projectDestroy, async ({ request, body }) => {
    await destroyProject(context, callerOf(request), projectOf(request), body.destroy_data);
    return { ok: true } as const;
  });
  addRoute(app, context, routes.projectRetryableTasks, ({ request }) => {
    const mayReadStack = context.config.edition === 'desktop' || isStaff(context, callerOf(request));
    return listRetryableTasks(context, projectOf(request).project.pk, mayReadStack);
  });
  addRoute(app, context, routes.projectRetryTasks, async ({ request }) => ({
    retried: await retryTasks(context, projectOf(request).project),
  }));
  addRoute(app, context, routes.projectConsole, ({ request, query }) =>
    readEngineConsole(context, projectOf(request).project.pk, query.from),
  );
  const processingCalls = [
    [routes.projectPause, pauseProcessing],
    [routes.projectResume, resumeProcessing],
    [routes.projectCancel, cancelProcessing],
  ] as const;
  for (const [route, act] of processingCalls) {
    addRoute(app, context, route, async ({ request }) => {
      const { pk } = projectOf(request).project;
      await act(context, pk);
      return viewProject(context, await requireProject(context, callerOf(request), pk, 'view'));
    });
  }
}
