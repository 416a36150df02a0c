import { realpathSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { AppError } from '#domain/errors/app-error.ts';
import { installation } from '../runtime/paths.ts';
import { type Database, ensureDatabase, openDatabase } from './database.ts';
import { readPostmaster } from './embedded/postmaster.ts';
import { type EmbeddedPostgres, findRunning, startEmbedded } from './embedded/supervisor.ts';
import { type ServerLock, takeServerLock } from './lock.ts';

/** Name of the database inside the embedded PostgreSQL. */
const embeddedName = 'plumbline';

/** The database of a server: connected, migrated, and locked for this server alone. */
export interface ServerDatabase extends Database {
  readonly embedded: EmbeddedPostgres | null;
}

/**
 * Creates the data folder with its contents private to its owner. Where the server runs as root, the database runs as
 * another user, who may traverse the folder but not list it.
 */
async function openDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32') await chmod(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/**
 * Opens the database of a server: the PostgreSQL at `databaseUrl`, else the embedded one of the data folder.
 * `onLost` is called when the lock's connection breaks, which ends this server's right to the data folder.
 * `close` releases the lock and stops the embedded PostgreSQL. Throws `db.…`.
 */
export async function openServerDatabase(
  dataFolder: string,
  databaseUrl: string | undefined,
  onLost: () => void,
): Promise<ServerDatabase> {
  await openDataFolder(dataFolder);
  const embedded = databaseUrl ? null : await startEmbedded(dataFolder);
  const url = databaseUrl ?? embedded?.url(embeddedName) ?? '';
  let lock: ServerLock | null = null;
  try {
    if (embedded) await ensureDatabase(embedded.url('postgres'), embeddedName);
    const pid = embedded ? (readPostmaster(embedded.cluster.folder)?.pid ?? 0) : 0;
    const held = await takeServerLock(url, realpathSync(dataFolder), pid, onLost);
    lock = held;
    const database = await openDatabase(url, installation.migrations);
    return { ...database, embedded, close: () => closeAll(database, held, embedded) };
  } catch (error) {
    await lock?.release();
    const isInUse = error instanceof AppError && error.code === 'db.in-use';
    if (!isInUse) await embedded?.stop();
    throw error;
  }
}

async function closeAll(
  database: Database,
  lock: ServerLock,
  embedded: EmbeddedPostgres | null,
): Promise<void> {
  await database.close();
  await lock.release();
  await embedded?.stop();
}

/** Connects a worker to the database that a server keeps: `databaseUrl`, else the data folder's. Throws `db.…`. */
export async function openWorkerDatabase(
  dataFolder: string,
  databaseUrl: string | undefined,
): Promise<Database> {
  const url = databaseUrl ?? (await findRunning(dataFolder, embeddedName));
  return openDatabase(url, installation.migrations, 5);
}
