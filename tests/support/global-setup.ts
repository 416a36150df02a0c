import { prepareBinaries } from '#server/db/embedded/binaries.ts';
import { findCluster } from '#server/db/embedded/cluster.ts';
import { stopPostmaster } from '#server/db/embedded/postmaster.ts';
import { findRunAs } from '#server/db/embedded/run-as.ts';
import { sharedPostgresFolder } from './postgres.ts';

/** Ends the PostgreSQL that test files of the run may have started. */
export async function teardown(): Promise<void> {
  const cluster = findCluster(sharedPostgresFolder);
  if (cluster) await stopPostmaster(cluster, await prepareBinaries(findRunAs()));
}
