import { readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareBinaries } from '#server/db/embedded/binaries.ts';
import { findCluster } from '#server/db/embedded/cluster.ts';
import { isAlive, stopPostmaster } from '#server/db/embedded/postmaster.ts';
import { findRunAs } from '#server/db/embedded/run-as.ts';
import { runVariable, testPostgresFolder } from './postgres.ts';

/** Names the run, and removes leftovers of killed runs. */
export async function setup(): Promise<void> {
  process.env[runVariable] = String(process.pid);
  for (const name of await readdir(testPostgresFolder).catch(() => [])) {
    if (!isAlive(Number(name))) await clear(join(testPostgresFolder, name));
  }
}

/** Stops the PostgreSQL that test files of the run may have started. */
export async function teardown(): Promise<void> {
  await clear(join(testPostgresFolder, String(process.pid)));
}

async function clear(dataFolder: string): Promise<void> {
  const cluster = findCluster(dataFolder);
  if (cluster) {
    await stopPostmaster(cluster, await prepareBinaries(findRunAs()));
    await rm(await realpath(cluster.folder), { recursive: true, force: true });
  }
  await rm(dataFolder, { recursive: true, force: true });
}
