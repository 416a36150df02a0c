import type { Tin } from '#domain/geometry/tin/tin.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { onLent } from './lend-surfaces.ts';
import type { LoadedSurface } from './loaded-surface.ts';

/** A surface as a TIN in the coordinates of its system. Errors: those of `geometry.surfaceTin`. */
export async function surfaceTin(
  loaded: LoadedSurface,
  pool: () => Promise<TaskPool>,
  signal: AbortSignal,
): Promise<Tin> {
  if (loaded.surface.kind === 'tin') return loaded.surface.tin;
  const workers = await pool();
  return onLent([loaded], signal, ([placed], transfer) =>
    workers.run('geometry.surfaceTin', placed!, { signal, transfer }),
  );
}
