import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { routeUrl } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import { readConfig } from '#server/config/config.ts';
import { openWorkerDatabase } from '#server/db/open-server-database.ts';
import { installation } from '#server/runtime/paths.ts';
import type { ServerContext } from '#server/services/context.ts';
import { openContext } from '#server/services/open-context.ts';
import { ensureAccount } from '#server/services/people/accounts.ts';
import { makeSignInToken } from '#server/services/people/sessions.ts';
import { startServeWith } from '#tests/support/serve-process.ts';
import { storeProject } from '#tests/support/stored-project.ts';
import { type Ask, createAsk, jsonCall, type Visitor } from './ask.ts';
import type { Sent } from './people.ts';

/** Somebody who looks at projects of theirs. */
export interface Resident {
  readonly visitor: Visitor;
  readonly pk: number;
}

/** A server in a process of its own on a database of its own, with people who have accounts, behind a named proxy. */
export interface Town {
  readonly origin: string;
  readonly ask: Ask;
  readonly browsing: readonly Resident[];
  readonly uploading: readonly Visitor[];
  readonly attacker: Visitor;
  readonly stranger: Visitor;
  /** Asks for the server's health, from elsewhere. */
  readonly watcher: Visitor;
  /** Paths of the page's largest files. */
  readonly assets: readonly string[];
  /** How many of these files are not in the store as they were sent. They are removed. */
  countLost(sent: readonly Sent[]): Promise<number>;
  close(): Promise<void>;
}

/** Projects of each person. */
const projectsEach = 3;

/** Paths of the page's largest files, which a first visit fetches. */
export function largestAssets(count: number): string[] {
  const folder = join(installation.web, 'assets');
  const files = readdirSync(folder).map((name) => ({ name, size: statSync(join(folder, name)).size }));
  files.sort((a, b) => b.size - a.size);
  return files.slice(0, count).map(({ name }) => `/assets/${name}`);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Starts the server and makes its people. */
export async function openTown(counts: { browsing: number; uploading: number }): Promise<Town> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-load-'));
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const server = await startServeWith({ PLUMBLINE_TRUSTED_PROXIES: '127.0.0.1,::1' }, data);
  const origin = server.url.replace('localhost', '127.0.0.1');
  const ask = createAsk(origin);
  const config = readConfig({ data }, {}, '0.0.0-load');
  const context = openContext(config, await openWorkerDatabase(data, undefined));
  let people = 0;
  const admit = (email: string) => signIn(ask, context, email, `10.1.${people >> 8}.${people++ & 255}`);
  const browsing: Resident[] = [];
  for (let index = 0; index < counts.browsing; index++) {
    const { visitor, account } = await admit(`browser${index}@example.com`);
    let pk = 0;
    for (let project = 0; project < projectsEach; project++)
      pk = await storeProject(context, account, `Quarry ${project}`);
    browsing.push({ visitor, pk });
  }
  const uploading: Visitor[] = [];
  for (let index = 0; index < counts.uploading; index++)
    uploading.push((await admit(`uploader${index}@example.com`)).visitor);
  return {
    origin,
    ask,
    browsing,
    uploading,
    attacker: (await admit('attacker@example.com')).visitor,
    stranger: { address: '203.0.113.2', cookie: null },
    watcher: { address: '203.0.113.3', cookie: null },
    assets: largestAssets(4),
    countLost: async (sent) => {
      let lost = 0;
      for (const { key, sha256 } of sent) {
        const found = await hashOf(await context.store.localPath(key)).catch(() => '');
        if (found !== sha256) lost++;
        await context.store.remove(key);
      }
      return lost;
    },
    close: async () => {
      await context.close();
      server.child.kill('SIGTERM');
      await server.ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function signIn(ask: Ask, context: ServerContext, email: string, address: string) {
  const account = await ensureAccount(context.db, { email });
  const token = await makeSignInToken(context.db, account.pk);
  const answer = await ask(
    { address, cookie: null },
    jsonCall('POST', routeUrl(routes.accountSignIn), { token }),
  );
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0];
  if (cookie === undefined) throw new Error(`sign-in answered ${answer.status}`);
  return { account, visitor: { address, cookie } };
}
