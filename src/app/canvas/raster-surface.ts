import type { SurfaceAccess } from '#core/ports/surface.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { lendSource } from '#workers/contract/lent-source.ts';
import type { TaskPool } from '#workers/contract/pool.ts';

/** Source of the measured surface. */
export interface MeasuredRaster {
  readonly name: string;
  openSource(): Promise<ByteSource>;
  readonly readAccuracy: SurfaceAccess['readAccuracy'];
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
}

/**
 * An elevation raster as a surface; opened when it is first measured. Rotated and oblong cells are measured as squares
 * of their size. The workers that measure decode it: this thread only passes on the bytes that they request.
 * @throws on measuring: geometry.raster-unplaced, geometry.no-overlap, editor.area-too-large, raster.nodata-unclear
 */
export function createRasterSurface(
  { name, openSource, readAccuracy, zFactor }: MeasuredRaster,
  pool: TaskPool,
): SurfaceAccess {
  const id = crypto.randomUUID();
  let opening: Promise<ByteSource> | null = null;
  const opened = () => {
    opening ??= openSource().catch((error: unknown) => {
      // The next measurement retries.
      opening = null;
      throw error;
    });
    return opening;
  };
  const lend: SurfaceAccess['lend'] = async (rect, limit, signal) => {
    const { lent, end } = lendSource(id, await opened(), signal);
    const part = { source: lent, request: { rect, limit, zFactor, name } };
    return { part, transfer: [lent.port], end };
  };
  return {
    name,
    readAccuracy,
    lend,
    async readWindow(rect, limit, signal) {
      const { part, transfer, end } = await lend(rect, limit, signal);
      try {
        return await pool.run('geometry.readSurface', part, { signal, priority: 10, transfer });
      } finally {
        end();
      }
    },
  };
}
