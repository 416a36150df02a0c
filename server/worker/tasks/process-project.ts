import { mkdir, rm } from 'node:fs/promises';
import { asc, eq } from 'drizzle-orm';
import { productsOf } from '#contract/rules/products.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { imageset, inputSlot, type ProjectRow, product } from '../../db/schema/projects.ts';
import type { Lease } from '../../queue/lease.ts';
import type { TaskContext } from '../../services/context.ts';
import { workFolder } from '../../services/projects/work-folder.ts';
import { slotKey } from '../../store/keys.ts';
import type { PipelineInput, PipelineProgress, RunPipeline } from '../pipelines/pipeline-port.ts';
import {
  commitEnd,
  commitProduct,
  commitProductFailure,
  commitProgress,
  commitStep,
  commitThumbnail,
} from './commit.ts';
import { createConsole } from './engine-console.ts';
import { commitControl, commitWait, waitsForControl } from './ground-control.ts';
import { throttle } from './throttle.ts';

/**
 * Runs the pipeline over a project's files and commits what it makes, each write checks the fence of the lease.
 * Continues from the work folder of an earlier attempt, and keeps it where the products wait for ground control.
 * Rejects with the pipeline's error, `job.lease-lost`, or `AbortError`.
 */
export async function processProject(
  context: TaskContext,
  lease: Lease,
  runPipeline: RunPipeline,
  signal: AbortSignal,
): Promise<void> {
  const [project] = await context.db.select().from(imageset).where(eq(imageset.pk, lease.task.imagesetPk));
  if (!project) throw new AppError('job.lease-lost', { task: lease.task.name });
  const outDir = workFolder(context, project.pk);
  await mkdir(outDir, { recursive: true });
  const progress = throttle((report: PipelineProgress) => commitProgress(context, lease, report));
  const inputs = await listPaths(context, project.pk);
  const isWaiting = await waitsForControl(project, inputs);
  const hasControl = inputs.some(({ role }) => role === 'control');
  if (hasControl && !isWaiting) await commitControl(context, lease);
  await runPipeline({
    inputs,
    outDir,
    settings: settingsOf(project),
    until: isWaiting ? 'adjustment' : 'end',
    products: productsOf({
      isLidar: project.isLidar,
      hasClouds: inputs.some(({ role }) => role === 'lidar'),
      engine: project.settings.engine ?? 'builtin',
    }),
    signal,
    onProgress: progress.report,
    onProduct: (made) => commitProduct(context, lease, made),
    onProductFailed: (name, error) => commitProductFailure(context, lease, name, error),
    onStep: (step) => commitStep(context, lease, step),
    onConsole: createConsole(context, lease),
    onThumbnail: (path) => commitThumbnail(context, lease, path),
  });
  await progress.settle();
  signal.throwIfAborted();
  if (isWaiting) return commitWait(context, lease, project.settings.pause_to_add_gcps === true);
  await commitEnd(context, lease);
  await rm(outDir, { recursive: true, force: true });
}

function settingsOf(project: ProjectRow): ProjectRow['settings'] &
  Pick<ProjectRow, 'epsg' | 'wkt'> & {
    unit_of_measure: ProjectRow['unitOfMeasure'];
  } {
  const { epsg, wkt, unitOfMeasure } = project;
  return { ...project.settings, epsg, wkt, unit_of_measure: unitOfMeasure };
}

async function listPaths(context: TaskContext, projectPk: number): Promise<PipelineInput[]> {
  const slots = await context.db
    .select({
      name: inputSlot.name,
      originalName: inputSlot.originalName,
      role: inputSlot.role,
      storedKey: inputSlot.storedKey,
    })
    .from(inputSlot)
    .innerJoin(product, eq(product.pk, inputSlot.productPk))
    .where(eq(product.imagesetPk, projectPk))
    .orderBy(asc(inputSlot.productPk), asc(inputSlot.index));
  return Promise.all(
    slots.map(async (slot) => ({
      path: await context.store.localPath(slotKey(projectPk, slot)),
      name: slot.originalName ?? slot.name,
      role: slot.role,
    })),
  );
}
