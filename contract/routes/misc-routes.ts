import { z } from 'zod';
import { limits } from '../limits.ts';
import { bootstrap, health } from '../schemas/bootstrap.ts';
import { capacity } from '../schemas/capacity.ts';
import { noBody, nothing } from '../schemas/common.ts';
import { serviceNames } from '../schemas/services.ts';
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

/** The processing capacity of this server's machine, to be compared with the estimated needs of files. */
export const capacityGet = defineRoute({
  id: 'misc.capacity',
  method: 'GET',
  path: '/misc/capacity',
  access: 'account',
  params: nothing,
  query: nothing,
  body: noBody,
  response: capacity,
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

/**
 * Wakes a service of this machine before tasks are run again: `heavy_compute` is the worker, `delegator` assigns
 * tasks, `supervisor` keeps the worker running.
 */
export const pokeService = defineRoute({
  id: 'misc.poke-service',
  method: 'GET',
  path: '/poke-service',
  prefixes: [''],
  access: 'account',
  edition: 'desktop',
  params: nothing,
  query: z.object({ name: z.enum(serviceNames) }),
  body: noBody,
  response: z.object({ name: z.enum(serviceNames), is_running: z.boolean() }),
});
