import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/table.ts';
import { findCrs, searchCrs } from '#domain/crs/search-crs.ts';
import { loadCrsTable } from '#domain/crs/table.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ServerContext } from '../../services/context.ts';
import { viewProjection, viewProjectionDetails } from '../../services/projects/projections.ts';
import { addRoute } from '../define.ts';

/** The coordinate systems that can be chosen. */
export function addProjectionRoutes(app: FastifyInstance, context: ServerContext): void {
  addRoute(app, context, routes.projectionSearch, async ({ query }) => {
    const { search = '', place, kind, limit } = query;
    const isAll = search.trim() === '' && !place && !kind;
    const found = isAll
      ? (await loadCrsTable()).all().slice(0, limit)
      : await searchCrs(search, limit, { place, kinds: kind });
    return found.map(viewProjection);
  });
  addRoute(app, context, routes.projectionGet, async ({ params }) => {
    const entry = await findCrs(params.epsg);
    if (entry === null) throw new AppError('crs.epsg-unknown', { code: params.epsg });
    return viewProjectionDetails(entry);
  });
}
