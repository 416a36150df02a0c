import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import pg from 'pg';
import { AppError } from '#domain/errors/app-error.ts';
import { unreachable } from './unreachable.ts';

/** Held by the one server of a data folder for as long as its dedicated, idle connection lives. */
export interface ServerLock {
  release(): Promise<void>;
}

const namespace = 0x706c756d;

/**
 * Takes the lock of a data folder on a dedicated connection. PostgreSQL releases it when the process dies, so a
 * refusal means that another server runs. Throws `db.in-use`, `db.unreachable`.
 */
export async function takeServerLock(
  url: string,
  dataFolder: string,
  pid: number,
  onLost: () => void,
): Promise<ServerLock> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: 'plumbline lock',
  });
  let isReleased = false;
  let isHeld = false;
  client.on('error', () => {
    if (isHeld && !isReleased) onLost();
  });
  await client.connect().catch((cause: unknown) => {
    throw unreachable(url, cause);
  });
  const place = createHash('sha256').update(`${hostname()}\n${dataFolder}`).digest().readInt32BE(0);
  const { rows } = await client.query<{ granted: boolean }>(
    'select pg_try_advisory_lock($1, $2) as granted',
    [namespace, place],
  );
  if (!rows[0]?.granted) {
    await client.end();
    throw new AppError('db.in-use', { folder: dataFolder, pid });
  }
  isHeld = true;
  return {
    release: async () => {
      isReleased = true;
      await client.end().catch(() => {});
    },
  };
}
