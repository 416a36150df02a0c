import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { localeNames } from '#contract/brands.ts';
import { routes } from '#contract/routes/table.ts';
import { checkCrsText } from '#domain/crs/check-crs.ts';
import { loadCrsTable } from '#domain/crs/table.ts';
import { mailWay } from '../../config/mail-settings.ts';
import { describeForPage } from '../../messages.ts';
import type { ServerContext } from '../../services/context.ts';
import type { License } from '../../services/license/license.ts';
import { readCapacity } from '../../services/processing/capacity.ts';
import { offeredEngines } from '../../services/processing/engines.ts';
import { pokeService } from '../../services/processing/poke-service.ts';
import { addRoute } from '../define.ts';

/** The first call of a page, and the health of the server. */
export function addMiscRoutes(app: FastifyInstance, context: ServerContext, license: License | null): void {
  const { brand, edition, version } = context.config;
  addRoute(app, context, routes.bootstrap, async ({ request }) => ({
    edition,
    brand,
    version,
    product_name: 'Plumbline',
    locales: localeNames.filter((name) => name === 'en-US'),
    is_signed_in: request.account !== null && (license === null || (await license.problem()) === null),
    root_url: '/',
    // The installation's details are only for signed-in people.
    engines: request.account === null ? (['builtin'] as const).slice() : await offeredEngines(context.config),
    mail: mailWay(context.config),
  }));
  addRoute(app, context, routes.validateWkt, async ({ params }) =>
    checkCrsText(await loadCrsTable(), params.wkt).map(describeForPage),
  );
  addRoute(app, context, routes.capacity, () => readCapacity(context.config));
  addRoute(app, context, routes.health, async ({ reply }) => {
    const database = await context.db.execute(sql`select 1`).then(
      () => true,
      () => false,
    );
    if (!database) reply.code(503);
    return { status: database ? 'ok' : 'degraded', version, database } as const;
  });
  addRoute(app, context, routes.pokeService, async ({ query }) => ({
    name: query.name,
    is_running: await pokeService(context, query.name),
  }));
}
