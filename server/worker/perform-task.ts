import type { Lease } from '../queue/lease.ts';
import type { TaskContext } from '../services/context.ts';
import { shapeTask } from '../services/drawings/shapes.ts';
import { importTask, transformTask } from '../services/processing/tasks.ts';
import { fileTasks } from '../services/products/file-tasks.ts';
import type { RunPipeline } from './pipelines/pipeline-port.ts';
import { applyDrawing, type RunShape } from './tasks/apply-drawing.ts';
import { buildOverviews, type WriteCog } from './tasks/build-overviews.ts';
import { importProject } from './tasks/import-project.ts';
import { makeOrdered, type RunTransform } from './tasks/make-ordered.ts';
import { processProject } from './tasks/process-project.ts';
import { writeDownload } from './tasks/write-download.ts';

/** The pipelines of tasks. */
export interface TaskTools {
  readonly runPipeline: RunPipeline;
  /** Makes transformed products. */
  readonly transform: RunTransform;
  /** Applies drawings to products. */
  readonly shape: RunShape;
  /** Makes rasters with overviews. */
  readonly writeCog: WriteCog;
}

/** Does the work of a task of any name, and ends its row. Rejects with the work's error, or the reason of `signal`. */
export async function performTask(
  context: TaskContext,
  lease: Lease,
  { runPipeline, transform, shape, writeCog }: TaskTools,
  signal: AbortSignal,
): Promise<void> {
  const { name, productPk } = lease.task;
  if (name === importTask) await importProject(context, lease, signal);
  else if (productPk === null) await processProject(context, lease, runPipeline, signal);
  else if (name === shapeTask) await applyDrawing(context, lease, productPk, shape, signal);
  else if (name === transformTask) await makeOrdered(context, lease, productPk, transform, signal);
  else if (name === fileTasks.overviews) await buildOverviews(context, lease, productPk, writeCog, signal);
  else await writeDownload(context, lease, productPk, signal);
}
