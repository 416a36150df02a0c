import { AppError } from '#domain/errors/app-error.ts';
import { readConfig } from '../config/config.ts';
import { openServerDatabase, openWorkerDatabase } from '../db/open-server-database.ts';
import { programVersion } from '../runtime/version.ts';
import type { ServerContext } from '../services/context.ts';
import { openContext } from '../services/open-context.ts';

/**
 * A data folder for the duration of a command: through the database of the server that runs on it, else through a
 * database opened here. Errors: those of `readConfig` and of opening databases.
 */
export async function openData(options: {
  readonly data: string | undefined;
}): Promise<ServerContext & { close(): Promise<void> }> {
  const config = readConfig(options, process.env, programVersion());
  const { dataFolder, databaseUrl } = config;
  const database = await openWorkerDatabase(dataFolder, databaseUrl).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'db.not-running') throw error;
    return openServerDatabase(dataFolder, databaseUrl, () => {});
  });
  return openContext(config, database);
}
