import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';
import { buildApp } from './app.ts';
import type { ServerConfig } from './config.ts';
import { openServerDatabase } from './db/open-server-database.ts';
import { openContext } from './open-context.ts';
import { makeSignInPath } from './routes/sign-in.ts';
import { installation } from './runtime/paths.ts';
import { ensureAccount, ownerEmail } from './services/accounts.ts';
import type { ServerContext } from './services/context.ts';

/** A server that listens. */
export interface RunningServer {
  readonly context: ServerContext;
  /** Such as `http://localhost:3000`. */
  readonly url: string;
  /** A link that signs the owner in once. */
  readonly signInUrl: string;
  /** Resolves when the right to the data folder was lost; the server must be closed. */
  readonly lost: Promise<void>;
  /** Stops taking requests, waits for those under way, then ends queue and database. */
  close(): Promise<void>;
}

/**
 * Starts the server: database, queue, routes, page. Throws `db.…`, `server.address-in-use`, and
 * `server.web-missing` when the page was not built.
 */
export async function startServer(config: ServerConfig): Promise<RunningServer> {
  if (!existsSync(join(installation.web, 'index.html'))) {
    throw new AppError('server.web-missing', { folder: installation.web });
  }
  let tellLost = () => {};
  const lost = new Promise<void>((resolve) => {
    tellLost = resolve;
  });
  const database = await openServerDatabase(config.dataFolder, config.databaseUrl, tellLost);
  const context = await openContext(config, database, true).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  try {
    const app = await buildApp(context, { webFolder: installation.web, hasLog: true });
    const owner = await ensureAccount(context.db, {
      email: ownerEmail,
      firstName: 'Owner',
      isSuperuser: true,
    });
    const url = displayUrl(config.host, await listen(app, config));
    const signInUrl = `${url}${await makeSignInPath(context, owner.pk)}`;
    const close = async () => {
      await app.close();
      await context.close();
    };
    return { context, url, signInUrl, lost, close };
  } catch (error) {
    await context.close();
    throw error;
  }
}

type App = Awaited<ReturnType<typeof buildApp>>;

async function listen(app: App, config: ServerConfig): Promise<number> {
  const { host, port } = config;
  try {
    await app.listen({ host, port });
  } catch (cause) {
    await app.close();
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new AppError('server.address-in-use', { host, port }, { cause });
  }
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : port;
}

function displayUrl(host: string, port: number): string {
  const isLoopback = host === '127.0.0.1' || host === '::1' || host === 'localhost';
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isLoopback || isEverywhere ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
