import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { hasFeature } from '#contract/editions.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { buildApp } from './app.ts';
import type { ServerConfig } from './config/config.ts';
import { mailWay } from './config/mail-settings.ts';
import { openServerDatabase } from './db/open-server-database.ts';
import { startSchedule } from './queue/schedule.ts';
import { makeSignInPath } from './routes/sign-in.ts';
import { installation } from './runtime/paths.ts';
import type { ServerContext } from './services/context.ts';
import { createMailer } from './services/mail/create-mailer.ts';
import { startNotices } from './services/mail/send-notices.ts';
import { openContext } from './services/open-context.ts';
import { readOwner } from './services/people/owner.ts';
import { startMaintenance, sweepsOf } from './services/processing/maintenance.ts';

/** Milliseconds in which open requests may end at shutdown. */
const drainLimit = 10_000;

/** A running server. */
export interface RunningServer {
  readonly context: ServerContext;
  /** Such as `http://localhost:3000`. */
  readonly url: string;
  /** A link that signs the owner in once; where there are no accounts (desktop), the address itself. */
  readonly signInUrl: string;
  /** Resolves when the lock of the data folder was lost; the server must be closed. */
  readonly lost: Promise<void>;
  /** Stops accepting requests, waits for open ones, then ends queue and database. */
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
  await checkAddress(config);
  let tellLost = () => {};
  const lost = new Promise<void>((resolve) => {
    tellLost = resolve;
  });
  const database = await openServerDatabase(config.dataFolder, config.databaseUrl, tellLost);
  const context = openContext(config, database);
  try {
    const app = await buildApp(context, { webFolder: installation.web, hasLog: true });
    const owner = await readOwner(context.db);
    const url = displayUrl(config.host, await listen(app, config));
    const hasAccounts = hasFeature(config.edition, 'accounts');
    const signInUrl = hasAccounts ? `${url}${await makeSignInPath(context, owner.pk)}` : `${url}/`;
    const schedule = await startSchedule(database.url, sweepsOf(context), (work, err) => {
      app.log.error({ err, work }, 'scheduled work failed');
    });
    const maintenance = startMaintenance(context);
    const writes = mailWay(config) !== 'none';
    const notices = writes ? startNotices(context.db, createMailer(config), config.publicUrl ?? url) : null;
    const close = async () => {
      await maintenance.stop();
      await schedule.stop();
      await notices?.stop();
      const impatient = setTimeout(() => app.server.closeAllConnections(), drainLimit);
      await app.close();
      clearTimeout(impatient);
      await context.close();
    };
    return { context, url, signInUrl, lost, close };
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** Fails before a database is created, where the port is in use. Throws `server.address-in-use`. */
async function checkAddress({ host, port }: ServerConfig): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen({ host, port }), 'listening');
  } catch (cause) {
    throw addressError(cause, host, port);
  } finally {
    probe.close();
  }
}

function addressError(cause: unknown, host: string, port: number): unknown {
  if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') return cause;
  return new AppError('server.address-in-use', { host, port }, { cause });
}

type App = Awaited<ReturnType<typeof buildApp>>;

async function listen(app: App, config: ServerConfig): Promise<number> {
  const { host, port } = config;
  try {
    await app.listen({ host, port });
  } catch (cause) {
    await app.close();
    throw addressError(cause, host, port);
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
