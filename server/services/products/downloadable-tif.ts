import { plainTif, tifRequest } from '#contract/rules/products.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ProjectRow } from '../../db/schema/projects.ts';
import type { ServerContext } from '../context.ts';
import { lockProduct, queueFileTask } from './file-tasks.ts';

/**
 * Queues writing a project's orthoimage as a plain GeoTIFF; no effect while that runs, or when the file exists.
 * Throws `tif.no-orthoimage`, `tif.not-ready`.
 */
export async function requestDownloadableTif(
  context: ServerContext,
  project: ProjectRow,
  orthoPk: number,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const ortho = await lockProduct(tx, project.pk, orthoPk);
    if (ortho?.row.name !== 'orthoimage') throw new AppError('tif.no-orthoimage', { pk: orthoPk });
    if (ortho.row.status !== 'Done' || !ortho.formats.includes('tif')) {
      throw new AppError('tif.not-ready', { name: project.name });
    }
    if (!ortho.formats.includes(plainTif)) await queueFileTask(tx, project.pk, orthoPk, tifRequest);
  });
}
