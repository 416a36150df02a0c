import type { ServiceName } from '#contract/schemas/services.ts';
import { defaultLeaseRules } from '../../queue/lease.ts';
import { hasWorker } from '../../queue/worker-registry.ts';
import type { ServerContext } from '../context.ts';
import { runMaintenance } from './maintenance.ts';

/** Connects to a service of this machine and reports whether it runs; a newly started worker takes a moment. */
export async function pokeService(context: ServerContext, name: ServiceName): Promise<boolean> {
  const { worker } = context.kept;
  switch (name) {
    case 'heavy_compute':
      worker?.wake();
      return hasWorker(context.db);
    case 'delegator':
      await runMaintenance(context, defaultLeaseRules);
      return true;
    case 'supervisor':
      worker?.wake();
      return worker !== null || (await hasWorker(context.db));
  }
}
