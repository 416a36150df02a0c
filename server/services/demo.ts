import { mkdtemp, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { asc, eq } from 'drizzle-orm';
import type { Project } from '#contract/schemas/project.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { AccountRow } from '../db/schema/accounts.ts';
import { imageset, type ProjectRow } from '../db/schema/projects.ts';
import { defaultSiteCrs } from '../pipeline/simulate/placement.ts';
import { simulateSite, siteFiles } from '../pipeline/simulate/simulate-site.ts';
import { inputKey } from '../store/keys.ts';
import { demandProject } from './access.ts';
import type { ServerContext } from './context.ts';
import { confirmLidar, createLidar } from './lidar.ts';
import { viewProject } from './project-view.ts';
import { createProject } from './projects.ts';
import { completeUpload } from './uploads.ts';

/** What the demonstration needs beside the services. */
export interface DemoOptions {
  readonly owner: AccountRow;
  readonly name: string;
  /** Side of the simulated site. */
  readonly sizeM: number;
  readonly pulsesPerM2: number;
  readonly signal: AbortSignal;
  /** The task pool, asked for only when a survey must be simulated. */
  pool(): Promise<TaskPool>;
  /** `fraction` 0–1 of the simulation, then of the processing. */
  onProgress(stage: 'simulate' | 'process', fraction: number): void;
}

/**
 * On a server without projects, simulates a survey and makes it a project by the services that every project goes
 * through. Returns its key; that of the demonstration which an earlier start made and which is still being
 * processed; or null when the server has other projects. Rejects with `AbortError`.
 */
export async function createDemo(context: ServerContext, options: DemoOptions): Promise<number | null> {
  const [first] = await context.db.select().from(imageset).orderBy(asc(imageset.pk)).limit(1);
  if (first && !isUnfinished(first)) {
    return first.isDemoDataset && first.state === 'processing' ? first.pk : null;
  }
  if (first) await destroyUnfinished(context, first);
  const folder = await mkdtemp(join(context.config.dataFolder, 'demo-'));
  try {
    const { owner, signal, sizeM, pulsesPerM2 } = options;
    await simulateSite({
      out: folder,
      seed: 1,
      sizeM,
      pulsesPerM2,
      crs: defaultSiteCrs,
      unclassified: false,
      pool: await options.pool(),
      signal,
      report: (fraction) => options.onProgress('simulate', fraction),
    });
    return await uploadFile(context, owner, options.name, join(folder, siteFiles.lidar));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A demonstration whose start was killed before its file was there. */
function isUnfinished(project: ProjectRow): boolean {
  return project.isDemoDataset && !project.isFullyUploaded && !project.isDeleted;
}

async function destroyUnfinished(context: ServerContext, project: ProjectRow): Promise<void> {
  await context.db.delete(imageset).where(eq(imageset.pk, project.pk));
  await context.store.removeProject(project.pk);
}

/** Makes a project of one LAZ file on this machine and queues its processing. */
async function uploadFile(
  context: ServerContext,
  owner: AccountRow,
  name: string,
  path: string,
): Promise<number> {
  const { size } = await stat(path);
  const { pk } = await createProject(context, owner, { name, type: 'lidar' });
  const [project] = await context.db
    .update(imageset)
    .set({ isDemoDataset: true })
    .where(eq(imageset.pk, pk))
    .returning();
  if (!project) throw new Error('the demonstration project vanished');
  const product = await createLidar(context, project, {
    num_clusters: 1,
    file_size_mb: [Math.ceil(size / 2 ** 20)],
    is_compressed: true,
    file_names: [basename(path)],
  });
  const [slot] = product.slots;
  if (!slot) throw new Error('the demonstration project has no place for its file');
  await context.store.putFile(inputKey(pk, slot.name), path);
  await confirmLidar(context, project, product.pk, { index: 0, size });
  const { project: announced } = await demandProject(context, owner, pk, 'own');
  await completeUpload(context, announced, true);
  return pk;
}

/** Waits until a project is processed, or failed, telling how far it is. Rejects with `AbortError`. */
export async function waitForProject(
  context: ServerContext,
  pk: number,
  options: Pick<DemoOptions, 'owner' | 'signal' | 'onProgress'>,
): Promise<Project> {
  for (;;) {
    const project = await viewProject(context, await demandProject(context, options.owner, pk, 'view'));
    if (project.state !== 'processing') return project;
    options.onProgress('process', project.progress);
    await wait(500, undefined, { signal: options.signal });
  }
}
