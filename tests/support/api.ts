import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Edition } from '#contract/editions.ts';
import { type Route, routeUrl } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import { type AppOptions, buildApp } from '#server/app.ts';
import type { ServerConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { shapeProduct } from '#server/pipeline/shape/shape-product.ts';
import { transformProduct } from '#server/pipeline/transform/transform-product.ts';
import { writeAsCog } from '#server/pipeline/write-cog.ts';
import { installation } from '#server/runtime/paths.ts';
import type { ServerContext } from '#server/services/context.ts';
import { openContext } from '#server/services/open-context.ts';
import { ensureAccount, type NewAccount } from '#server/services/people/accounts.ts';
import { makeSignInToken } from '#server/services/people/sessions.ts';
import { performTask, type TaskTools } from '#server/worker/perform-task.ts';
import type { RunPipeline } from '#server/worker/pipelines/pipeline-port.ts';
import { startWorker, type Worker, type WorkerOptions } from '#server/worker/worker.ts';
import { createLocalPool } from './local-pool.ts';
import { createTestDatabase } from './postgres.ts';

/** A signed-in caller, or `anonymous`. */
export interface Caller {
  readonly email: string;
  readonly pk: number;
  readonly cookie: string;
}

export interface CallOptions {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

/** A complete server without a port, with its own database and data folder. */
export interface TestApi {
  readonly app: FastifyInstance;
  readonly context: ServerContext;
  readonly dataFolder: string;
  /** Creates an account and signs it in by a one-time link. */
  signIn(account: NewAccount): Promise<Caller>;
  /** Calls a route of the table. */
  call(caller: Caller | null, route: Route, options?: CallOptions): Promise<LightMyRequestResponse>;
  /** Starts a worker that runs `runPipeline`; it is stopped with the server. */
  work(runPipeline: RunPipeline, options?: Partial<WorkerOptions & TaskTools>): Worker;
  close(): Promise<void>;
}

/** Opens a test server. */
export async function createTestApi(
  options: {
    edition?: Edition;
    webFolder?: string;
    quotaBytes?: number;
    freeProcessing?: number;
    license?: Partial<ServerConfig['license']>;
    nodeodm?: ServerConfig['nodeodm'];
    s3?: ServerConfig['s3'];
    mail?: ServerConfig['mail'];
    trustedProxies?: ServerConfig['trustedProxies'];
    publicUrl?: ServerConfig['publicUrl'];
    host?: string;
    isApiPublic?: boolean;
    app?: Partial<AppOptions>;
    /** The clock of the licence, seconds since 1970. */
    now?: () => number;
  } = {},
): Promise<TestApi> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'plumbline-api-'));
  const testDatabase = await createTestDatabase();
  const config: ServerConfig = {
    dataFolder,
    host: options.host ?? '127.0.0.1',
    port: 3000,
    edition: options.edition ?? 'cloud',
    brand: 'plumbline',
    version: '0.0.0-test',
    databaseUrl: testDatabase.url,
    quotaBytes: options.quotaBytes ?? null,
    freeProcessing: options.freeProcessing ?? null,
    workerMemoryMib: null,
    trustedOrigins: [],
    trustedProxies: options.trustedProxies ?? [],
    isApiPublic: options.isApiPublic ?? false,
    license: { url: null, publicKey: null, isDeveloper: true, ...options.license },
    nodeodm: options.nodeodm ?? null,
    s3: options.s3 ?? null,
    mail: options.mail ?? null,
    publicUrl: options.publicUrl ?? null,
  };
  const database = await openDatabase(testDatabase.url, installation.migrations);
  const context = openContext(config, database);
  const app = await buildApp(context, {
    webFolder: options.webFolder ?? null,
    hasLog: false,
    ...options.app,
    ...(options.now ? { now: options.now } : {}),
  });
  const transform: TaskTools['transform'] = (request) =>
    transformProduct({ ...request, pool: createLocalPool() });
  const shape: TaskTools['shape'] = (request) => shapeProduct({ ...request, pool: createLocalPool() });
  const writeCog: TaskTools['writeCog'] = (source, path, hooks) =>
    writeAsCog(source, path, { pool: createLocalPool(), ...hooks });
  const ownTools = { transform, shape, writeCog };
  const workers: Worker[] = [];
  return {
    app,
    context,
    dataFolder,
    signIn: (account) => signIn(app, context, account),
    call: (caller, route, call = {}) =>
      app.inject({
        method: route.method,
        url: routeUrl(route, call.params, call.query),
        headers: caller ? { cookie: caller.cookie } : {},
        ...(call.body === undefined ? {} : { payload: call.body as object }),
      }),
    work: (runPipeline, workerOptions = {}) => {
      const { transform, shape, writeCog, ...others } = { ...ownTools, ...workerOptions };
      const tools = { runPipeline, transform, shape, writeCog };
      const worker = startWorker(context, {
        perform: (lease, signal) => performTask(context, lease, tools, signal),
        ...others,
      });
      workers.push(worker);
      return worker;
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await app.close();
      await context.close();
      await testDatabase.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function signIn(app: FastifyInstance, context: ServerContext, account: NewAccount): Promise<Caller> {
  const { pk, email } = await ensureAccount(context.db, account);
  const token = await makeSignInToken(context.db, pk);
  const answer = await app.inject({
    method: 'POST',
    url: routeUrl(routes.accountSignIn),
    payload: { token },
  });
  const [cookie] = answer.cookies;
  if (!cookie) throw new Error(`sign-in answered ${answer.statusCode} without a cookie`);
  return { pk, email, cookie: `${cookie.name}=${encodeURIComponent(cookie.value)}` };
}
