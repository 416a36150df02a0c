import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/table.ts';
import type { ServerContext } from '../../services/context.ts';
import { requestShaped } from '../../services/drawings/shapes.ts';
import { requestDownloadableTif } from '../../services/products/downloadable-tif.ts';
import { exportToDisk } from '../../services/products/export-to-disk.ts';
import { requestOverviews } from '../../services/products/overviews.ts';
import { cleanProject } from '../../services/projects/cleaning.ts';
import { viewProject } from '../../services/projects/project-view.ts';
import { projectOf } from '../access-hook.ts';
import { addRoute } from '../define.ts';

/** Files of a project: cleaned, requested, exported to this disk. */
export function addDiskRoutes(app: FastifyInstance, context: ServerContext): void {
  addRoute(app, context, routes.projectClean, async ({ request, body }) => {
    const access = projectOf(request);
    await cleanProject(context, access.project, body.options);
    return viewProject(context, access);
  });
  addRoute(app, context, routes.projectRequestTif, async ({ request, body }) => {
    const access = projectOf(request);
    await requestDownloadableTif(context, access.project, body.ortho_id);
    return viewProject(context, access);
  });
  addRoute(app, context, routes.productApplyDrawing, async ({ request, params }) => {
    const access = projectOf(request);
    await requestShaped(context, access.project, params.product_id);
    return viewProject(context, access);
  });
  addRoute(app, context, routes.projectBuildOverviews, async ({ request, body }) => {
    const access = projectOf(request);
    await requestOverviews(context, access.project, body.product_id);
    return viewProject(context, access);
  });
  addRoute(app, context, routes.productExport, ({ params, query }) =>
    exportToDisk(context, {
      projectPk: params.pk,
      productPk: params.product_id,
      format: params.export_name,
      folder: query.dest,
    }),
  );
}
