import { createHash } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAsk, type Visitor } from '#bench/load/ask.ts';
import { attacks, openStage, runAttacks } from '#bench/load/attacks.ts';
import { browse, type Parcel, type Round, uploadOne } from '#bench/load/people.ts';
import { createTally } from '#bench/load/tally.ts';
import { readInitiated } from '#contract/store/multipart-xml.ts';
import { createRandom } from '#domain/math/random.ts';
import { account } from '#server/db/schema/accounts.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { announce, createProject } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';
import { storeProject } from '#tests/support/stored-project.ts';

const people = { browsing: 10, uploading: 2 };
const mebibyte = 2 ** 20;

let api: TestApi;
let origin: string;
let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'plumbline-web-'));
  await mkdir(join(webFolder, 'assets'));
  await writeFile(join(webFolder, 'index.html'), '<!doctype html>');
  await writeFile(join(webFolder, 'assets', 'main-1a2b.js'), 'main()');
  api = await createTestApi({ webFolder, trustedProxies: ['127.0.0.1'] });
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await api.close();
  await rm(webFolder, { recursive: true, force: true });
});

let visitors = 0;
const visit = ({ cookie }: Caller): Visitor => ({ address: `10.0.0.${++visitors}`, cookie });

/** Somebody with a project to look at. */
async function resident(index: number): Promise<{ visitor: Visitor; pk: number }> {
  const caller = await api.signIn({ email: `browser${index}@example.com` });
  const [row] = await api.context.db.select().from(account).where(eq(account.pk, caller.pk));
  return { visitor: visit(caller), pk: await storeProject(api.context, row!, 'Quarry') };
}

it('people who look and upload are served while others attack, and nothing of theirs is lost', async () => {
  const residents = await Promise.all(Array.from({ length: people.browsing }, (_, index) => resident(index)));
  const senders = await Promise.all(
    Array.from({ length: people.uploading }, (_, index) =>
      api.signIn({ email: `sender${index}@example.com` }),
    ),
  );
  const attacker = visit(await api.signIn({ email: 'attacker@example.com' }));
  const ending = new AbortController();
  const ended = ending.signal;
  setMaxListeners(0, ended);
  const assets = ['/assets/main-1a2b.js'];
  const stranger = { address: '203.0.113.2', cookie: null };
  const stage = await openStage({
    origin,
    ask: createAsk(origin),
    account: attacker,
    stranger,
    assets,
    ended,
  });
  const strikes: Record<string, number> = {};
  const attacking = runAttacks(stage, Object.keys(attacks), strikes);

  const tally = createTally();
  const round = (seed: number): Round => ({
    origin,
    ask: createAsk(origin),
    tally,
    ended,
    think: 40,
    random: createRandom(seed).next,
  });
  const looking = residents.map(({ visitor, pk }, index) => browse(round(index), visitor, pk, assets));
  const bytes = patternBytes(6 * mebibyte);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const parcel: Parcel = { bytes, sha256, partSize: 5 * mebibyte };
  const sent = await Promise.all(
    senders.map((sender, index) => uploadOne(round(100 + index), visit(sender), parcel)),
  );
  const kinds = tally.kinds().map(({ ms, failures }) => ({ asked: ms.length, failures: [...failures] }));
  ending.abort();
  await Promise.all(looking);
  await api.app.server.closeAllConnections();
  await attacking;

  expect(Object.values(strikes).reduce((total, count) => total + count, 0)).toBeGreaterThan(10);
  expect(kinds.flatMap(({ failures }) => failures)).toEqual([]);
  expect(kinds.reduce((total, { asked }) => total + asked, 0)).toBeGreaterThan(people.browsing);
  for (const file of sent) {
    const stored = await readFile(await api.context.store.localPath(file?.key ?? ''));
    expect(createHash('sha256').update(stored).digest('hex')).toBe(sha256);
  }
});

it('a connection whose file was refused amid its way ends, and is not kept open', async () => {
  const caller = await api.signIn({ email: 'longer@example.com' });
  const pk = await createProject(api, caller);
  const url = (await announce(api, caller, pk, [6 * mebibyte])).slots[0]!.upload_url;
  const opened = await api.app.inject({
    method: 'POST',
    url: `${url}?uploads`,
    headers: { cookie: caller.cookie, 'content-type': 'application/xml' },
    payload: '',
  });
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const path = `${url}?partNumber=1&uploadId=${readInitiated(opened.body)}`;
  socket.write(
    `PUT ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${caller.cookie}\r\ncontent-type: application/xml\r\ncontent-length: ${100 * mebibyte}\r\n\r\n`,
  );
  socket.on('error', () => undefined);
  socket.write(Buffer.alloc(7 * mebibyte, 'x'));
  let said = '';
  socket.on('data', (text) => {
    said += text;
  });
  await once(socket, 'close');
  expect(said).toContain('upload.larger-than-announced');
});
