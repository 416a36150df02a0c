import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { hasFeature } from '#contract/editions.ts';
import { limits } from '#contract/limits.ts';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath } from '#contract/routes/route.ts';
import { productNames } from '#contract/rules/products.ts';
import {
  type ImagesAnnounced,
  type imagesAnnounce,
  isTiffName,
  safeInputName,
} from '#contract/schemas/images.ts';
import { AppError, type ErrorParams } from '#domain/errors/app-error.ts';
import { setProjectState } from '../../db/project-state.ts';
import { imageset, inputSlot, type ProjectRow, product } from '../../db/schema/projects.ts';
import type { ServerContext } from '../context.ts';
import { requireProcessing } from '../processing/metering.ts';
import { lockForFiles } from '../projects/lock-project.ts';

const mebibyte = 2 ** 20;

type Announcement = z.output<typeof imagesAnnounce>;

/**
 * Announces the files of an image project, which belong to its bundle adjustment, or the archive that a project is
 * imported from. Throws `api.project-state`, `api.invalid-field`, `create.tiff`, `usage.used-up`.
 */
export async function announceImages(
  context: ServerContext,
  project: ProjectRow,
  wanted: Announcement,
): Promise<ImagesAnnounced> {
  checkFiles(context, project, wanted);
  const isArchive = wanted.files.some(({ role }) => role === 'archive');
  const bytes = isArchive ? 0 : wanted.files.reduce((total, { size }) => total + size, 0);
  return context.db.transaction(async (tx) => {
    await lockForFiles(tx, project.pk, isArchive ? productNames : ['bundle_adjustment', 'project_archive']);
    await requireProcessing(tx, context.config, project, bytes);
    const [row] = await tx
      .insert(product)
      .values({ imagesetPk: project.pk, name: isArchive ? 'project_archive' : 'bundle_adjustment' })
      .returning();
    if (!row) throw new Error('the new product was not returned');
    const slots = wanted.files.map(({ name, size, role, sensor }, index) => ({
      productPk: row.pk,
      index,
      name: safeInputName(name),
      originalName: name,
      sizeMb: size / mebibyte,
      size: null,
      role,
      sensor: sensor === undefined ? null : (wanted.sensors?.[sensor] ?? null),
    }));
    await tx.insert(inputSlot).values(slots);
    await tx
      .update(imageset)
      .set({
        epsg: wanted.epsg ?? project.epsg,
        wkt: wanted.wkt ?? project.wkt,
        unitOfMeasure: wanted.uom ?? project.unitOfMeasure,
        imageCount: slots.filter((slot) => slot.role === 'image').length,
        isFullyUploaded: false,
      })
      .where(eq(imageset.pk, project.pk));
    await setProjectState(tx, project.pk, 'uploading');
    return {
      pk: row.pk,
      slots: slots.map((slot, index) => ({
        index,
        name: slot.name,
        original_name: slot.originalName,
        size: wanted.files[index]?.size ?? 0,
        role: slot.role,
        upload_url: fillPath(rawRoutes.inputPost.path, { pk: project.pk, name: slot.name }),
      })),
    };
  });
}

function checkFiles(
  context: ServerContext,
  project: ProjectRow,
  { files, sensors = [] }: Announcement,
): void {
  const refuse = (reason: string, values: ErrorParams = {}) =>
    new AppError('api.invalid-field', { ...values, field: 'files', reason });
  if (project.isLidar) throw refuse('the-project-is-made-of-lidar-files');
  if (files.some((file) => file.role === 'archive')) {
    if (files.length > 1) throw refuse('an-archive-is-imported-by-itself');
    return;
  }
  if (files.some(({ sensor = -1 }) => sensor >= sensors.length))
    throw refuse('a-sensor-is-not-among-those-listed');
  const tiff = files.find(({ name, role }) => role === 'image' && isTiffName(name));
  if (tiff !== undefined && !hasFeature(context.config.edition, 'tiffImages')) {
    throw new AppError('create.tiff', { file: tiff.name });
  }
  const count = (role: string) => files.filter((file) => file.role === role).length;
  if (count('image') > limits.imageFiles) throw refuse('too-many-images', { most: limits.imageFiles });
  if (count('image') < limits.imagesMin) throw refuse('too-few-images', { least: limits.imagesMin });
  if (count('control') > 1 || count('checkpoints') > 1) throw refuse('one-file-of-each-kind-of-points');
  const names = new Set<string>();
  for (const { name } of files) {
    const safe = safeInputName(name).toLowerCase();
    if (names.has(safe)) throw refuse('two-files-of-one-name', { name });
    names.add(safe);
  }
}
