import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reason } from '#domain/errors/reason.ts';
import { systemReason } from '#domain/errors/system-reason.ts';
import { endOf } from '../../runtime/end-of-process.ts';
import type { Binaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import type { RunAs } from './run-as.ts';

/** The contents of `postmaster.pid` of a running PostgreSQL. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

const pidFile = 'postmaster.pid';

/** Reads the pid file of a cluster; null when missing or incomplete. */
export function readPostmaster(folder: string): Postmaster | null {
  try {
    const lines = readFileSync(join(folder, pidFile), 'utf8').split('\n');
    const pid = Number(lines[0]);
    const port = Number(lines[3]);
    return pid > 0 && port > 0 ? { pid, port } : null;
  } catch {
    return null;
  }
}

/** Whether a process exists, ours or another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a live process may be a PostgreSQL; known only on Linux, elsewhere it is assumed. */
export function maybePostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (!existsSync('/proc/self/cmdline')) return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch {
    return false;
  }
}

/** Removes the pid file left by a crash, when its process is gone or is another program. */
export function clearStalePidFile(folder: string): void {
  const left = readPostmaster(folder);
  if (left && !maybePostgres(left.pid)) rmSync(join(folder, pidFile), { force: true });
}

/** Path of the log of PostgreSQL's processes. */
export function logPath(cluster: Cluster): string {
  return join(cluster.folder, 'plumbline.log');
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  client_connection_check_interval: '2000',
  log_min_messages: 'warning',
  log_line_prefix: '%m ',
  timezone: 'UTC',
} as const;

/** A started PostgreSQL process; `exited` resolves with the reason when it ends or cannot be started. */
export interface Started {
  readonly port: number;
  readonly exited: Promise<Reason>;
}

/**
 * Starts PostgreSQL on a free loopback port, detached, so that Ctrl-C stops the server first and the next server can
 * adopt it after a kill.
 */
export async function startPostmaster(
  cluster: Cluster,
  binaries: Binaries,
  user: RunAs | null,
  extra: Readonly<Record<string, string>>,
): Promise<Started> {
  const port = await freePort();
  const flags = Object.entries({ ...settings, ...extra }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ]);
  const log = openLog(logPath(cluster));
  const child = spawn(binaries.postgres, ['-D', cluster.folder, '-p', String(port), ...flags], {
    ...(user ?? {}),
    cwd: cluster.folder,
    env: { ...process.env, LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  });
  closeSync(log);
  const exited = new Promise<Reason>((resolve) => {
    child.on('error', (error) => resolve(systemReason(error)));
    child.on('exit', (code, signal) => resolve(endOf(code, signal)));
  });
  child.unref();
  return { port, exited };
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(path, size > 4_000_000 ? 'w' : 'a', 0o600);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Stops a PostgreSQL with a fast shutdown, and immediately when that takes over 30 s; resolves when its process has
 * ended.
 */
export async function stopPostmaster(cluster: Cluster, binaries: Binaries): Promise<void> {
  const running = readPostmaster(cluster.folder);
  if (!running || !maybePostgres(running.pid)) return;
  ask(binaries, cluster, running.pid, 'fast');
  if (await isGone(running.pid, 30_000)) return;
  ask(binaries, cluster, running.pid, 'immediate');
  await isGone(running.pid, 5000);
}

function ask(binaries: Binaries, cluster: Cluster, pid: number, mode: 'fast' | 'immediate'): void {
  if (process.platform === 'win32') {
    const options = ['stop', '-D', cluster.folder, '-m', mode, '-W'];
    spawn(binaries.pgCtl, options, { stdio: 'ignore', windowsHide: true }).on('error', () => {});
    return;
  }
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  } catch {
    return;
  }
}

async function isGone(pid: number, limitMs: number): Promise<boolean> {
  for (let waited = 0; waited < limitMs; waited += 25) {
    if (!isAlive(pid)) return true;
    await wait(25);
  }
  return !isAlive(pid);
}
