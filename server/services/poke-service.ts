import type { ServiceName } from '#contract/schemas/services.ts';
import { keepHouse } from '../jobs/housekeeping.ts';
import { defaultLeaseRules } from '../jobs/lease.ts';
import { hasWorker } from '../jobs/worker-registry.ts';
import type { ServerContext } from './context.ts';

/** Wakes a service of this machine and says whether it runs; a worker that was just started takes a moment. */
export async function pokeService(context: ServerContext, name: ServiceName): Promise<boolean> {
  const { worker } = context.kept;
  switch (name) {
    case 'heavy_compute':
      worker?.wake();
      return hasWorker(context.db);
    case 'delegator':
      await keepHouse(context, defaultLeaseRules);
      return true;
    case 'supervisor':
      worker?.wake();
      return worker !== null || (await hasWorker(context.db));
  }
}
