import type { PlacedSurface } from '#workers/contract/geometry-tasks.ts';
import { lendSource } from '#workers/contract/lent-source.ts';
import { openSource } from '#workers/io/open-source.ts';
import type { LoadedSurface } from './loaded-surface.ts';

interface Loan {
  readonly placed: PlacedSurface;
  readonly transfer: readonly Transferable[];
  end(): Promise<void>;
}

/**
 * Lends surfaces to a task of the pool while `work` runs: TINs are copied, of rasters the task is given the bytes that
 * it reads. Errors: io.*, those of `work`.
 * @param work is given the surfaces in their order, and what it must transfer
 */
export async function onLent<T>(
  surfaces: readonly LoadedSurface[],
  signal: AbortSignal,
  work: (lent: readonly PlacedSurface[], transfer: Transferable[]) => Promise<T>,
): Promise<T> {
  const loans: Loan[] = [];
  try {
    for (const surface of surfaces) loans.push(await lend(surface, signal));
    return await work(
      loans.map(({ placed }) => placed),
      loans.flatMap(({ transfer }) => transfer),
    );
  } finally {
    for (const loan of loans) await loan.end();
  }
}

async function lend({ surface, toWorld }: LoadedSurface, signal: AbortSignal): Promise<Loan> {
  if (surface.kind !== 'raster') {
    return { placed: { surface, toWorld }, transfer: [], end: async () => undefined };
  }
  const { path, ...raster } = surface;
  const source = await openSource(path, signal);
  const { lent, end } = lendSource(path, source, signal);
  return {
    placed: { surface: { ...raster, source: lent }, toWorld },
    transfer: [lent.port],
    async end() {
      end();
      await source.close();
    },
  };
}
