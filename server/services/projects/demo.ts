import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { asc, eq } from 'drizzle-orm';
import type { InputRole } from '#contract/schemas/images.ts';
import type { Project } from '#contract/schemas/project.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { AccountRow } from '../../db/schema/accounts.ts';
import { imageset, type ProjectRow } from '../../db/schema/projects.ts';
import { defaultSimulationCrs } from '../../pipeline/simulate/placement.ts';
import { simulateSurvey, simulationFiles } from '../../pipeline/simulate/simulate-survey.ts';
import { type FlightRequest, imageFolder } from '../../pipeline/simulate/write-flight.ts';
import { inputKey } from '../../store/keys.ts';
import type { ServerContext } from '../context.ts';
import { announceImages } from '../inputs/images.ts';
import { completeUpload } from '../inputs/uploads.ts';
import { requireProject } from '../people/access.ts';
import { viewProject } from './project-view.ts';
import { createProject } from './projects.ts';

/** The resources of the demonstration beside the services. */
export interface DemoOptions {
  readonly owner: AccountRow;
  readonly name: string;
  /** Side of the simulated site. */
  readonly sizeM: number;
  /** How the camera flies over it. */
  readonly flight: FlightRequest;
  /** Density of the dense cloud, as in a project's settings. */
  readonly density: number;
  readonly signal: AbortSignal;
  /** The task pool, created only when a survey must be simulated. */
  pool(): Promise<TaskPool>;
  /** `fraction` 0–1 of the simulation, then of the processing. */
  onProgress(stage: 'simulate' | 'process', fraction: number): void;
}

/**
 * On a server without projects, simulates a survey and creates a project of it by the usual services. Returns its
 * key, or that of an earlier start's demonstration that is still being processed; null when the server has other
 * projects. Rejects with `AbortError`.
 */
export async function createDemo(context: ServerContext, options: DemoOptions): Promise<number | null> {
  const [first] = await context.db.select().from(imageset).orderBy(asc(imageset.pk)).limit(1);
  if (first && !isUnfinished(first)) {
    return first.isDemoDataset && first.state === 'processing' ? first.pk : null;
  }
  if (first) await destroyUnfinished(context, first);
  const folder = await mkdtemp(join(context.config.dataFolder, 'demo-'));
  try {
    const { signal, sizeM, flight } = options;
    await simulateSurvey({
      out: folder,
      seed: 1,
      sizeM,
      pulsesPerM2: 0,
      flight,
      crs: defaultSimulationCrs,
      unclassified: false,
      pool: await options.pool(),
      signal,
      report: (fraction) => options.onProgress('simulate', fraction),
    });
    return await uploadFlight(context, options, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A demonstration whose start was killed before its file existed. */
function isUnfinished(project: ProjectRow): boolean {
  return project.isDemoDataset && !project.isFullyUploaded && !project.isDeleted;
}

async function destroyUnfinished(context: ServerContext, project: ProjectRow): Promise<void> {
  await context.db.delete(imageset).where(eq(imageset.pk, project.pk));
  await context.store.removeProject(project.pk);
}

interface DemoFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly role: Exclude<InputRole, 'lidar'>;
}

/** Photos, control and checkpoints of a simulated flight. */
async function listFlight(folder: string): Promise<DemoFile[]> {
  const photos = (await readdir(join(folder, imageFolder))).sort();
  const paths: [string, DemoFile['role']][] = [
    ...photos.map((name): [string, DemoFile['role']] => [join(folder, imageFolder, name), 'image']),
    [join(folder, simulationFiles.gcpList), 'control'],
    [join(folder, simulationFiles.checkpointMarks), 'checkpoints'],
  ];
  return Promise.all(
    paths.map(async ([path, role]) => ({ name: basename(path), path, role, size: (await stat(path)).size })),
  );
}

/** Creates a project of a flight on this machine and queues its processing. */
async function uploadFlight(
  context: ServerContext,
  { owner, name, density }: DemoOptions,
  folder: string,
): Promise<number> {
  const files = await listFlight(folder);
  const { pk } = await createProject(context, owner, { name, type: 'images', settings: { density } });
  const [project] = await context.db
    .update(imageset)
    .set({ isDemoDataset: true })
    .where(eq(imageset.pk, pk))
    .returning();
  if (!project) throw new Error('the demonstration project vanished');
  const { slots } = await announceImages(context, project, {
    files: files.map(({ name, size, role }) => ({ name, size, role })),
  });
  for (const slot of slots)
    await context.store.putFile(inputKey(pk, slot.name), files[slot.index]!.path, 'public-read');
  const { project: announced } = await requireProject(context, owner, pk, 'own');
  await completeUpload(context, announced, true);
  return pk;
}

/** Waits until a project is processed, or failed, reporting progress. Rejects with `AbortError`. */
export async function waitForProject(
  context: ServerContext,
  pk: number,
  options: Pick<DemoOptions, 'owner' | 'signal' | 'onProgress'>,
): Promise<Project> {
  for (;;) {
    const project = await viewProject(context, await requireProject(context, options.owner, pk, 'view'));
    if (project.state !== 'processing') return project;
    options.onProgress('process', project.progress);
    await wait(500, undefined, { signal: options.signal });
  }
}
