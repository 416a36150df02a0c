import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type ErrorParams } from '#domain/errors/app-error.ts';
import type { Reason } from '#domain/errors/reason.ts';
import { systemReason } from '#domain/errors/system-reason.ts';
import { endOf } from '../../runtime/end-of-process.ts';
import { type Binaries, systemFolder } from './binaries.ts';
import { canReach, type RunAs } from './run-as.ts';

/** A PostgreSQL data directory and its connection settings. */
export interface Cluster {
  /** Absolute, symbolic links resolved. */
  readonly folder: string;
  readonly user: string;
  readonly password: string;
}

const databaseUser = 'plumbline';
const passwordFile = 'plumbline.password';

/** The cluster of a data folder if it exists, else null. */
export function findCluster(dataFolder: string): Cluster | null {
  const link = join(dataFolder, 'postgres');
  if (!existsSync(join(link, 'PG_VERSION')) || !existsSync(join(link, passwordFile))) return null;
  const folder = realpathSync(link);
  return { folder, user: databaseUser, password: readFileSync(join(folder, passwordFile), 'utf8') };
}

/**
 * The cluster of a data folder, created if missing. It is created beside its place and renamed, so an interrupted
 * start leaves none or a complete one. Where the unprivileged user cannot read the data folder, the cluster is stored
 * under `/var/lib/plumbline`, and `postgres` in the data folder is a link to it. Throws `db.init-failed`.
 */
export async function ensureCluster(
  dataFolder: string,
  binaries: Binaries,
  user: RunAs | null,
): Promise<Cluster> {
  const found = findCluster(dataFolder);
  if (found) return found;
  await mkdir(dataFolder, { recursive: true });
  const link = join(dataFolder, 'postgres');
  const isOutside = user !== null && !canReach(dataFolder, user);
  const place = isOutside ? await outsidePlace(dataFolder) : link;
  if (!existsSync(join(place, 'PG_VERSION'))) await create(place, binaries, user);
  if (isOutside) {
    await replaceLink(link, place);
  }
  const made = findCluster(dataFolder);
  if (!made) throw new AppError('db.init-failed', { folder: place, reason: 'the-folder-vanished' });
  return made;
}

/** Creates a link atomically, also where another start does the same. */
async function replaceLink(link: string, target: string): Promise<void> {
  const draft = `${link}.${randomBytes(6).toString('hex')}`;
  await symlink(target, draft);
  await rename(draft, link);
}

async function outsidePlace(dataFolder: string): Promise<string> {
  await mkdir(systemFolder, { recursive: true, mode: 0o755 });
  const hash = createHash('sha256').update(realpathSync(dataFolder)).digest('hex');
  return join(systemFolder, `cluster-${hash.slice(0, 16)}`);
}

async function create(place: string, binaries: Binaries, user: RunAs | null): Promise<void> {
  const draft = `${place}.draft-${randomBytes(6).toString('hex')}`;
  const passwords = `${draft}.password`;
  const password = randomBytes(24).toString('base64url');
  try {
    await mkdir(draft, { mode: 0o700 });
    writeFileSync(passwords, password, { mode: 0o600 });
    if (user) for (const path of [draft, passwords]) chownSync(path, user.uid, user.gid);
    await runInitdb(binaries.initdb, draft, passwords, user);
    writeFileSync(join(draft, passwordFile), password, { mode: 0o600 });
    await rename(draft, place);
  } catch (error) {
    if (existsSync(join(place, 'PG_VERSION'))) return;
    if (error instanceof AppError) throw error;
    throw new AppError('db.init-failed', { ...systemReason(error), folder: place }, { cause: error });
  } finally {
    await rm(passwords, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

function runInitdb(program: string, folder: string, passwords: string, user: RunAs | null): Promise<void> {
  const options = ['-D', folder, '-U', databaseUser, '-A', 'scram-sha-256', `--pwfile=${passwords}`];
  const child = spawn(program, [...options, '-E', 'UTF8', '--locale=C', '--no-instructions'], {
    ...(user ?? {}),
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let output = '';
  const keep = (bytes: Buffer) => {
    output = (output + bytes.toString()).slice(-4000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve, reject) => {
    const fail = (reason: Reason) => reject(new AppError('db.init-failed', { ...reason, folder }));
    child.on('error', (error) => fail(systemReason(error)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else fail({ reason: 'a-program-ended', program: 'initdb', ...outcomeOf(code, signal, output) });
    });
  });
}

/** How a program ended (`why`, with its values) and its `output`. */
function outcomeOf(code: number | null, signal: NodeJS.Signals | null, output: string): ErrorParams {
  const { reason: why, ...values } = endOf(code, signal);
  return { ...values, why, output: lastLines(output) };
}

/** The last significant lines of a program's output as one line; a dash where there are none. */
export function lastLines(output: string): string {
  return output.trim().split(/\r?\n/).slice(-3).join(' ').slice(-600) || '–';
}
