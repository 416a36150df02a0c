import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { AppError, type ErrorParams } from '#domain/errors/app-error.ts';
import { type Binaries, prepareBinaries } from './binaries.ts';
import { type Cluster, ensureCluster, findCluster, lastLines } from './cluster.ts';
import {
  clearStalePidFile,
  logPath,
  maybePostgres,
  readPostmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { findRunAs, type RunAs } from './run-as.ts';

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  readonly cluster: Cluster;
  readonly port: number;
  /** It was running already: its server had been killed. */
  readonly wasAdopted: boolean;
  /** Connection string of a database of the cluster. */
  url(database: string): string;
  /** Stops PostgreSQL; every connection must have been released before. */
  stop(): Promise<void>;
}

/** Timeout in milliseconds of a start, including crash recovery. */
const startLimit = 60_000;

interface Place {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly user: RunAs | null;
  readonly extra: Readonly<Record<string, string>>;
}

/**
 * Starts the PostgreSQL of a data folder: creates the cluster, and adopts a running one. `lock.ts` decides which
 * server may use it. `extra` are PostgreSQL settings. Throws `db.binaries-missing`, `db.init-failed`,
 * `db.start-failed`, `db.no-unprivileged-user`.
 */
export async function startEmbedded(
  dataFolder: string,
  extra: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres> {
  const user = findRunAs();
  const binaries = await prepareBinaries(user);
  const cluster = await ensureCluster(dataFolder, binaries, user);
  const place: Place = { cluster, binaries, user, extra };
  const { port, wasAdopted } = (await adopt(cluster)) ?? (await start(place));
  return {
    cluster,
    port,
    wasAdopted,
    url: (database) => clusterUrl(cluster, port, database),
    stop: () => stopPostmaster(cluster, binaries),
  };
}

/** Connection string of the PostgreSQL that a running server has for a data folder. Throws `db.not-running`. */
export async function findRunning(dataFolder: string, database: string): Promise<string> {
  const cluster = findCluster(dataFolder);
  const running = cluster && (await adopt(cluster));
  if (!cluster || !running) throw new AppError('db.not-running', { folder: dataFolder });
  return clusterUrl(cluster, running.port, database);
}

function clusterUrl(cluster: Cluster, port: number, database: string): string {
  return `postgresql://${cluster.user}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

interface Up {
  readonly port: number;
  readonly wasAdopted: boolean;
}

async function start(place: Place): Promise<Up> {
  const { cluster } = place;
  let failure: ErrorParams = {};
  for (let attempt = 0; attempt < 3; attempt++) {
    clearStalePidFile(cluster.folder);
    const started = await startPostmaster(cluster, place.binaries, place.user, place.extra);
    const answer = await Promise.race([
      waitUntilReady(cluster, started.port).then(() => null),
      started.exited,
    ]);
    if (answer === null) return { port: started.port, wasAdopted: false };
    const { reason: why, ...values } = answer;
    failure = { ...values, reason: 'a-program-ended', program: 'postgres', why, output: logTail(cluster) };
    const other = await adopt(cluster);
    if (other) return other;
  }
  throw new AppError('db.start-failed', { ...failure, folder: cluster.folder, log: logPath(cluster) });
}

/** The PostgreSQL that already runs on the cluster; waits for one that is starting or stopping. */
async function adopt(cluster: Cluster): Promise<Up | null> {
  for (let waited = 0; waited < startLimit; waited += 100) {
    const running = readPostmaster(cluster.folder);
    if (!running || !maybePostgres(running.pid)) return null;
    const answer = await probe(cluster, running.port);
    if (answer === 'ours') return { port: running.port, wasAdopted: true };
    if (answer === 'other') return null;
    if (answer === 'refused' && waited > 5000) return null;
    await wait(100);
  }
  return null;
}

async function waitUntilReady(cluster: Cluster, port: number): Promise<void> {
  for (let waited = 0; waited < startLimit; waited += 25) {
    if ((await probe(cluster, port)) === 'ours') return;
    await wait(25);
  }
  const reason = { reason: 'no-answer-within', seconds: startLimit / 1000 };
  throw new AppError('db.start-failed', { ...reason, folder: cluster.folder, log: logPath(cluster) });
}

type Probe = 'ours' | 'other' | 'busy' | 'refused';

/** Queries the data directory of the PostgreSQL at a port. */
async function probe(cluster: Cluster, port: number): Promise<Probe> {
  const client = new pg.Client({
    connectionString: clusterUrl(cluster, port, 'postgres'),
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory === cluster.folder ? 'ours' : 'other';
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '57P03' || code === '57P01') return 'busy';
    return code === '28P01' ? 'other' : 'refused';
  } finally {
    await client.end().catch(() => {});
  }
}

function logTail(cluster: Cluster): string {
  try {
    return lastLines(readFileSync(logPath(cluster), 'utf8').slice(-4000));
  } catch {
    return '–';
  }
}
