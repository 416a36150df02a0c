import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/table.ts';
import type { ServerContext } from '../../services/context.ts';
import { requestTransform } from '../../services/products/transform-product.ts';
import { viewProject } from '../../services/projects/project-view.ts';
import { projectOf } from '../access-hook.ts';
import { addRoute } from '../define.ts';

/** Further products of a project. */
export function addProductRoutes(app: FastifyInstance, context: ServerContext): void {
  addRoute(app, context, routes.productTransform, async ({ request, body }) => {
    const access = projectOf(request);
    await requestTransform(context, access, body);
    return viewProject(context, access);
  });
}
