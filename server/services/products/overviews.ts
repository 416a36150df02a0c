import { overviewsRequest } from '#contract/rules/products.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ProjectRow } from '../../db/schema/projects.ts';
import type { ServerContext } from '../context.ts';
import { lockProduct, queueFileTask } from './file-tasks.ts';

const rasters: readonly string[] = ['orthoimage', 'digital_elevation_model', 'surface_model'];

/**
 * Queues building overviews of a product's raster; no effect while that runs, or when they exist. Throws
 * `overviews.no-raster`, `overviews.not-ready`.
 */
export async function requestOverviews(
  context: ServerContext,
  project: ProjectRow,
  productPk: number,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const found = await lockProduct(tx, project.pk, productPk);
    if (!found || !rasters.includes(found.row.name)) {
      throw new AppError('overviews.no-raster', { pk: productPk });
    }
    if (found.row.status !== 'Done' || !found.formats.includes('tif')) {
      throw new AppError('overviews.not-ready', { name: project.name });
    }
    await queueFileTask(tx, project.pk, productPk, overviewsRequest);
  });
}
