import type { FileProof } from '#contract/schemas/file-proofs.ts';
import type { PixelWindow } from '#domain/formats/cog/open-raster.ts';
import type { CogSpec, TilePixels } from '#domain/formats/cog/spec.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { inOrder } from '../cloud/ordered.ts';
import { createRasterFile, type RasterFile } from '../terrain/raster-file.ts';

function* tilesOf({ levels }: RasterFile): Generator<{ column: number; row: number }> {
  const { columns, rows } = levels[0]!;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) yield { column, row };
  }
}

/**
 * Writes a cloud-optimised GeoTIFF tile by tile, some tiles concurrently; the file appears when it is complete.
 * Errors: those of `makeTile` and of writing files.
 * @param makeTile the pixels of a window, within a square of that many pixels; null where all of them are missing
 */
export async function writeTiles(
  path: string,
  spec: CogSpec,
  makeTile: (window: PixelWindow, squareSide: number) => Promise<TilePixels | null>,
  options: {
    readonly pool: TaskPool;
    readonly signal?: AbortSignal | undefined;
    report?(fraction: number): void;
  },
): Promise<FileProof> {
  const { pool, signal, report } = options;
  const file = await createRasterFile(path, spec, pool, signal);
  const { columns, rows } = file.levels[0]!;
  let done = 0;
  try {
    await inOrder(
      tilesOf(file),
      pool.size + 1,
      async ({ column, row }) => {
        signal?.throwIfAborted();
        return makeTile(file.tileWindow(column, row), file.tileSize);
      },
      async (tile, { column, row }) => {
        if (tile) await file.writeTile(column, row, tile);
        report?.(++done / (columns * rows));
      },
    );
    return await file.commit();
  } finally {
    await file.discard();
  }
}
