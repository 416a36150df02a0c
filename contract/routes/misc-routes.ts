import { z } from 'zod';
import { limits } from '../limits.ts';
import { bootstrap, health } from '../schemas/bootstrap.ts';
import { noBody, nothing } from '../schemas/common.ts';
import { defineRoute } from './route.ts';

export const bootstrapGet = defineRoute({
  id: 'misc.bootstrap',
  method: 'GET',
  path: '/bootstrap',
  access: 'public',
  params: nothing,
  query: nothing,
  body: noBody,
  response: bootstrap,
});

/** Faults of a coordinate system text, one string each; empty when it can be used. */
export const validateWkt = defineRoute({
  id: 'misc.validate-wkt',
  method: 'GET',
  path: '/misc/validate_wkt_string/{wkt}',
  access: 'account',
  params: z.object({ wkt: z.string().max(limits.wktLength) }),
  query: nothing,
  body: noBody,
  response: z.array(z.string()),
});

export const healthGet = defineRoute({
  id: 'misc.health',
  method: 'GET',
  path: '/healthz',
  prefixes: [''],
  access: 'public',
  params: nothing,
  query: nothing,
  body: noBody,
  response: health,
});
