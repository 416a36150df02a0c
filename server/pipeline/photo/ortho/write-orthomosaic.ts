import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import type { CrsDefinition } from '#domain/crs/types.ts';
import { gridRect } from '#domain/geometry/grid/grid.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { inOrder } from '../../cloud/ordered.ts';
import { createRasterFile } from '../../terrain/raster-file.ts';
import { tilesAlongCurve } from './tile-order.ts';
import { gatherTile, type TileSources } from './tile-request.ts';

export interface MosaicRequest extends TileSources {
  readonly definition: CrsDefinition | null;
  readonly pool: TaskPool;
  readonly signal: AbortSignal | undefined;
  report(fraction: number): void;
}

/**
 * Cells with colour, and those among them that no photo shows: their colour comes from their surroundings or from the
 * occluder.
 */
export interface MosaicFacts {
  readonly covered: number;
  readonly filled: number;
}

/** Renders all tiles into a cloud-optimised GeoTIFF, RGB and opacity. Errors: those of writing files. */
export async function writeOrthomosaic(
  request: MosaicRequest,
  path: string,
): Promise<{ facts: MosaicFacts; proof: FileProof }> {
  const { plan, definition, pool, signal } = request;
  const { frame } = plan;
  const rect = gridRect(frame);
  const file = await createRasterFile(
    path,
    {
      width: frame.width,
      height: frame.height,
      bands: 4,
      sampleType: 'uint8',
      colour: 'rgba',
      geotransform: [rect.minX, frame.cellSize, 0, rect.maxY, 0, -frame.cellSize],
      geoKeys: definition ? geoKeysFor(definition, { rasterType: 1 }) : null,
      nodata: null,
    },
    pool,
    signal,
  );
  const { columns, rows } = file.levels[0]!;
  let [covered, filled, done] = [0, 0, 0];
  try {
    await inOrder(
      tilesAlongCurve(columns, rows),
      pool.size + 1,
      async ({ column, row }) => {
        signal?.throwIfAborted();
        const tile = await gatherTile(request, file.tileWindow(column, row));
        if (!tile) return null;
        const transfer = tile.photos.map(({ crop }) => crop.pixels.buffer as ArrayBuffer);
        return await pool.run('photo.orthoTile', tile, { transfer, ...(signal ? { signal } : {}) });
      },
      async (tile, { column, row }) => {
        if (tile && tile.covered > 0) {
          const { width, height } = file.tileWindow(column, row);
          await file.writeTile(column, row, { width, height, samples: tile.rgba });
          covered += tile.covered;
          filled += tile.filled;
        }
        request.report(++done / (columns * rows));
      },
    );
    return { facts: { covered, filled }, proof: await file.commit() };
  } finally {
    await file.discard();
  }
}
