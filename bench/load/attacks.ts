import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '#contract/limits.ts';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath, routeUrl } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import { type Ask, type Call, formCall, jsonCall, type Visitor, visitorHeaders } from './ask.ts';
import { hostileArchive, hostileCloud, hostilePhoto, slowDrawing } from './hostile-files.ts';

/** Whom an attack is against, and by whom. */
export interface AttackStage {
  readonly origin: string;
  readonly ask: Ask;
  /** An ordinary account with a project of its own that waits for a file of 6 MiB at `uploadUrl`. */
  readonly account: Visitor;
  readonly pk: number;
  readonly uploadUrl: string;
  /** Somebody who has not signed in. */
  readonly stranger: Visitor;
  /** Paths of files of the page. */
  readonly assets: readonly string[];
  readonly ended: AbortSignal;
}

/** One way to attack: what is done once, and how many do it at the same time, each again and again. */
export interface Attack {
  readonly parallel: number;
  strike(stage: AttackStage): Promise<unknown>;
}

const xml = { 'content-type': 'application/xml' };
const mebibyte = 2 ** 20;
const awaited = 6 * mebibyte;

/** Makes a project that waits for files; the addresses that take them. */
async function announceFiles(
  { ask, account }: Pick<AttackStage, 'ask' | 'account'>,
  type: 'lidar' | 'images' | 'archive',
  files: readonly { readonly name: string; readonly size: number }[],
): Promise<{ pk: number; product: number; urls: string[] }> {
  const made = await ask(account, jsonCall('POST', routeUrl(routes.projectCreate), { name: 'Attack', type }));
  const { pk } = JSON.parse(made.body.toString('utf8'));
  const lidar = {
    num_clusters: files.length,
    file_size_mb: files.map(({ size }) => Math.ceil(size / mebibyte)),
    is_compressed: false,
    file_names: files.map(({ name }) => name),
  };
  const role = type === 'archive' ? 'archive' : 'image';
  const others = { files: files.map((file) => ({ ...file, role })) };
  const answer = await ask(
    account,
    type === 'lidar'
      ? jsonCall('POST', routeUrl(routes.lidarCreate, { pk }), lidar)
      : jsonCall('POST', routeUrl(routes.imagesInitialize, { pk }), others),
  );
  const { pk: product, slots = [] } = JSON.parse(answer.body.toString('utf8'));
  return { pk, product, urls: slots.map((slot: { upload_url: string }) => slot.upload_url) };
}

/** Makes what the attacks of an account need. */
export async function openStage(stage: Omit<AttackStage, 'pk' | 'uploadUrl'>): Promise<AttackStage> {
  const { pk, urls } = await announceFiles(stage, 'lidar', [{ name: 'flight.las', size: awaited }]);
  return { ...stage, pk, uploadUrl: urls[0] ?? '' };
}

/** Uploads files whole and has them processed. */
async function process(
  stage: AttackStage,
  type: 'lidar' | 'images' | 'archive',
  files: readonly { readonly name: string; readonly bytes: Buffer }[],
): Promise<void> {
  const { ask, account } = stage;
  const told = files.map(({ name, bytes }) => ({ name, size: bytes.length }));
  const { pk, product, urls } = await announceFiles(stage, type, told);
  for (const [index, { bytes }] of files.entries()) {
    await ask(account, formCall(urls[index] ?? '', bytes));
    if (type !== 'lidar') continue;
    const noted = { index, size: bytes.length };
    await ask(account, jsonCall('PATCH', routeUrl(routes.lidarPatch, { pk, lidarPk: product }), noted));
  }
  await ask(account, { method: 'POST', path: routeUrl(routes.uploadCompleted, { pk }) });
}

/** Sends the beginning of a request and then a byte now and again, until the server or the attack ends it. */
async function drip({ origin, stranger, ended }: AttackStage): Promise<void> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  const told = Object.entries(visitorHeaders(stranger)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `POST /api/account/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n${told.join('')}\r\n{"email":"`,
  );
  const dripping = setInterval(() => socket.write('x'), 200);
  const end = () => socket.destroy();
  ended.addEventListener('abort', end, { once: true });
  await closed;
  clearInterval(dripping);
  ended.removeEventListener('abort', end);
}

/** Opens a stream of events and holds it for as long as the server and the attack let it. */
async function holdStream({ origin, account, pk, ended }: AttackStage): Promise<void> {
  const path = fillPath(rawRoutes.projectEvents.path, { pk });
  await new Promise<void>((resolve) => {
    const request = get(
      `${origin}${path}`,
      { agent: false, headers: visitorHeaders(account), signal: ended },
      (answer) => {
        answer.on('error', () => {});
        answer.resume().on('close', resolve);
      },
    );
    request.on('error', () => resolve());
  });
}

const uploadId = '0'.repeat(32);
const hostileLists = ['<Part>', '<Part><PartNumber>', '<PartNumber>', '<Part></Part>'].map((piece) =>
  Buffer.from(piece.repeat(Math.floor((2 * mebibyte) / piece.length))),
);
const levels = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const deepDrawing = `{"base_revision":0,"document":{"schemaVersion":1,"x":${levels}}}`;
const wideDrawing = `{"base_revision":0,"document":{"schemaVersion":1,"x":[${'[0],'.repeat(499_000)}0]}}`;
const part = Buffer.alloc(limits.uploadPartMin, 'x');
const big = Buffer.alloc(5_000_000, 'x').fill(Buffer.from([0xff, 0xd8, 0xff]), 0, 3);

let count = 0;

const text = (body: string): Pick<Call, 'body' | 'headers'> => ({
  body,
  headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
});

const drawingOf = (pk: number) => routeUrl(routes.drawingPut, { pk });

/** What the tests of `tests/security` send, each by its name. */
export const attacks: Readonly<Record<string, Attack>> = {
  'search of 20,000 words': {
    parallel: 4,
    strike: ({ ask, account }) =>
      ask(
        account,
        jsonCall('POST', routeUrl(routes.projectSearch), { system: Array(20_000).fill('system') }),
      ),
  },
  'search as wide as allowed': {
    parallel: 12,
    strike: ({ ask, account }) => {
      const words = Array.from({ length: limits.searchWords }, (_, index) => `${index}`.padEnd(255, 'x'));
      const body = { system: words, email: words, name: 'x' };
      return ask(account, jsonCall('POST', `${routeUrl(routes.projectSearch)}?page_size=100`, body));
    },
  },
  'dripping bodies': { parallel: 50, strike: drip },
  'lists of parts': {
    parallel: 4,
    strike: ({ ask, account, uploadUrl }) => {
      const body = hostileLists[count++ % hostileLists.length]!;
      return ask(account, {
        method: 'POST',
        path: `${uploadUrl}?uploadId=${uploadId}`,
        body,
        headers: { ...xml, 'content-length': String(body.length) },
      });
    },
  },
  'wrong passwords': {
    parallel: 8,
    strike: ({ ask, stranger }) => {
      const body = { email: `guess${count++}@example.com`, password: 'Guess1234' };
      return ask(stranger, jsonCall('POST', routeUrl(routes.accountLogin), body));
    },
  },
  'deep JSON': {
    parallel: 4,
    strike: ({ ask, account, pk }) =>
      ask(account, { method: 'PUT', path: drawingOf(pk), ...text(deepDrawing) }),
  },
  'wide JSON': {
    parallel: 2,
    strike: ({ ask, account, pk }) =>
      ask(account, { method: 'PUT', path: drawingOf(pk), ...text(wideDrawing) }),
  },
  'values that cannot be': {
    parallel: 4,
    strike: async ({ ask, account, pk }) => {
      await ask(account, jsonCall('POST', routeUrl(routes.projectSearch), { name: 'a\0b' }));
      await ask(account, {
        method: 'GET',
        path: routeUrl(routes.drawingGet, { pk }, { revision: 2 ** 40 }),
      });
      await ask(account, {
        method: 'GET',
        path: routeUrl(routes.projectConsole, { pk }, { from: 2 ** 40 }),
      });
      await ask(account, { method: 'GET', path: `/${pk}/thumbnail/%00.jpg` });
    },
  },
  'more than announced': {
    parallel: 4,
    strike: async (stage) => {
      const { urls } = await announceFiles(stage, 'images', [{ name: 'a.jpg', size: 10 }]);
      // The server ends the connection of a body that is longer than announced.
      await stage.ask(stage.account, formCall(urls[0] ?? '', big)).catch(() => undefined);
    },
  },
  'open uploads': {
    parallel: 8,
    strike: ({ ask, account, uploadUrl }) =>
      ask(account, { method: 'POST', path: `${uploadUrl}?uploads`, headers: xml }),
  },
  'parallel parts': {
    parallel: 2,
    strike: async ({ ask, account, uploadUrl }) => {
      const opened = await ask(account, { method: 'POST', path: `${uploadUrl}?uploads`, headers: xml });
      const id = /<UploadId>([^<]*)/.exec(opened.body.toString('utf8'))?.[1] ?? '';
      const headers = { ...xml, 'content-length': String(part.length) };
      const puts = Array.from({ length: 8 }, (_, index) =>
        ask(account, {
          method: 'PUT',
          path: `${uploadUrl}?partNumber=${index + 1}&uploadId=${id}`,
          body: part,
          headers,
        }).catch(() => undefined),
      );
      await Promise.all(puts);
    },
  },
  'hostile files': {
    parallel: 1,
    strike: async (stage) => {
      await process(stage, 'lidar', [{ name: 'flight.las', bytes: await hostileCloud() }]);
      await process(stage, 'archive', [{ name: 'evil.zip', bytes: await hostileArchive() }]);
      const bytes = hostilePhoto();
      await process(stage, 'images', [
        { name: 'a.jpg', bytes },
        { name: 'b.jpg', bytes },
      ]);
      await process(stage, 'images', [{ name: 'drawing.jpg', bytes: slowDrawing }]);
    },
  },
  streams: {
    parallel: 2 * limits.streamsPerCaller,
    strike: holdStream,
  },
  'files of the page': {
    parallel: 16,
    strike: ({ ask, stranger, assets }) =>
      ask(stranger, { method: 'GET', path: assets[count++ % assets.length] ?? '/' }),
  },
  'unknown sessions': {
    parallel: 8,
    strike: ({ ask, stranger }) =>
      ask(
        { ...stranger, cookie: 'plumbline_session=abc.def' },
        { method: 'GET', path: routeUrl(routes.accountGet) },
      ),
  },
  health: {
    parallel: 16,
    strike: ({ ask, stranger }) => ask(stranger, { method: 'GET', path: routeUrl(routes.health) }),
  },
};

/** Milliseconds before a refused attacker tries again, so that refusals are not what is measured of the attacker. */
const breath = 1;

/** Runs attacks until the stage's end, and counts how often each struck. */
export async function runAttacks(
  stage: AttackStage,
  names: readonly string[],
  strikes: Record<string, number>,
): Promise<void> {
  const repeat = async (name: string, { strike }: Attack) => {
    while (!stage.ended.aborted) {
      await strike(stage).catch(() => wait(breath));
      strikes[name] = (strikes[name] ?? 0) + 1;
    }
  };
  const running = names.flatMap((name) => {
    const attack = attacks[name];
    if (!attack) throw new Error(`no attack is called ${name}`);
    return Array.from({ length: attack.parallel }, () => repeat(name, attack));
  });
  await Promise.all(running);
}
