import { z } from 'zod';
import { noBody, nothing } from '../schemas/common.ts';
import { projection, projectionDetails, projectionQuery } from '../schemas/projection.ts';
import { bothPrefixes, defineRoute } from './route.ts';

/** The coordinate systems of the EPSG dataset, found by name, code, area or place. */
export const projectionSearch = defineRoute({
  id: 'projection.search',
  method: 'GET',
  path: '/projection',
  prefixes: bothPrefixes,
  access: 'account',
  params: nothing,
  query: projectionQuery,
  body: noBody,
  response: z.array(projection),
});

export const projectionGet = defineRoute({
  id: 'projection.get',
  method: 'GET',
  path: '/projection/{epsg}',
  prefixes: bothPrefixes,
  access: 'account',
  params: z.object({ epsg: z.coerce.number().int().min(1).max(2_147_483_647) }),
  query: nothing,
  body: noBody,
  response: projectionDetails,
});
