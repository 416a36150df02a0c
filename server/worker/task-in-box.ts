import type { BoxHooks } from '../box/serve-box.ts';
import { openDatabase } from '../db/database.ts';
import { shapeProduct } from '../pipeline/shape/shape-product.ts';
import { transformProduct } from '../pipeline/transform/transform-product.ts';
import { writeAsCog } from '../pipeline/write-cog.ts';
import { installation } from '../runtime/paths.ts';
import { keepFilesPrivate } from '../runtime/private-files.ts';
import { openTaskPool } from '../runtime/task-pool.ts';
import { openStore } from '../store/open-store.ts';
import type { TaskRequest } from './boxed-tasks.ts';
import { performTask } from './perform-task.ts';
import { createProjectPipeline } from './pipelines/project-pipeline.ts';
import { watchPool, watchStore } from './watch-progress.ts';

const connections = 3;

/** Does the one task of this process. */
export async function workOnRequest(request: unknown, { signal, tick }: BoxHooks): Promise<void> {
  keepFilesPrivate();
  const { config, databaseUrl, lease } = request as TaskRequest;
  const database = await openDatabase(databaseUrl, installation.migrations, connections);
  // Writes, mainly of progress, show that the work is not stuck.
  database.pool.on('acquire', tick);
  const pool = watchPool(openTaskPool(), tick);
  try {
    await performTask(
      { config, db: database.db, store: watchStore(openStore(config), tick) },
      lease,
      {
        runPipeline: createProjectPipeline(pool, config),
        transform: (request) => transformProduct({ ...request, pool }),
        shape: (request) => shapeProduct({ ...request, pool }),
        writeCog: (source, path, hooks) => writeAsCog(source, path, { pool, ...hooks }),
      },
      signal,
    );
  } finally {
    await pool.dispose();
    await database.close();
  }
}
