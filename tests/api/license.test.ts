import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { licenseFreeRoutes } from '#contract/routes/license-routes.ts';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath, type Route, routeUrl } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import type { LicenseInfo, LicenseOutcome } from '#contract/schemas/license.ts';
import { buildApp } from '#server/app.ts';
import { ensureAccount } from '#server/services/people/accounts.ts';
import { createProject } from '#server/services/projects/projects.ts';
import { createTestApi, type TestApi } from '#tests/support/api.ts';
import { startTestAuthority, type TestAuthority } from '#tests/support/license-authority.ts';

const day = 86_400;
const start = 1_800_000_000;
const key = 'ABCD-EFGH-1234-5678';

let time = start;
let authority: TestAuthority;
let api: TestApi;
/** The application under test; `restart` replaces it on the same data. */
let app: FastifyInstance;

beforeAll(async () => {
  authority = await startTestAuthority(() => time);
  api = await createTestApi({
    edition: 'desktop',
    license: { url: authority.url, publicKey: authority.publicKey },
    now: () => time,
  });
});
afterAll(async () => {
  await app.close();
  await api.close();
  await authority.close();
});
beforeEach(async () => {
  time = start;
  authority.behaviour.change = {};
  authority.behaviour.answer = null;
  await rm(licensePath(), { force: true });
  await restart();
});
afterEach(() => app.close());

const licensePath = () => join(api.dataFolder, 'license.json');

async function restart(license?: {
  url: string | null;
  publicKey: string | null;
  isDeveloper?: boolean;
}): Promise<void> {
  await app?.close();
  const config = license
    ? { ...api.context.config, license: { isDeveloper: true, ...license } }
    : api.context.config;
  app = await buildApp({ ...api.context, config }, { webFolder: null, hasLog: false, now: () => time });
}

async function call<T>(route: Route, query: object = {}, body?: object): Promise<T> {
  const answer = await app.inject({
    method: route.method,
    url: routeUrl(route, {}, query as Record<string, unknown>),
    ...(body ? { payload: body } : {}),
  });
  return { ...answer.json(), httpStatus: answer.statusCode };
}

const info = () => call<LicenseInfo>(routes.licenseInfo);
const activate = (query: object = {}) =>
  call<LicenseOutcome & { code?: string; httpStatus: number }>(routes.licenseActivate, {
    license: key,
    ...query,
  });
const sync = () => call<LicenseOutcome>(routes.licenseSync);
const guarded = () => call<{ code?: string; httpStatus: number }>(routes.accountGet);

describe('without a licence', () => {
  const values = { pk: 1, productPk: 1, lidarPk: 1, name: 'x.laz', wkt: 'x', token: 'x' };
  const table: Route[] = Object.values(routes);
  const rows = [
    ...table.flatMap((route) =>
      route.prefixes.map((prefix) => ({ id: route.id, method: route.method, url: prefix + route.path })),
    ),
    ...Object.values(rawRoutes).map(({ id, method, path }) => ({ id, method, url: path })),
    { id: 'openapi', method: 'GET' as const, url: '/api/openapi.json' },
  ];

  it.each(rows.map((row) => [`${row.method} ${row.url}`, row] as const))('%s', async (_title, row) => {
    const answer = await app.inject({ method: row.method, url: fillPath(row.url, values) });
    const isRefused = answer.statusCode === 403 && answer.json().code === 'license.required';
    expect(isRefused).toBe(!licenseFreeRoutes.includes(row.id));
  });

  it('says that there is none, and that nobody is signed in', async () => {
    expect(await info()).toMatchObject({ ok: false, status: 1, problem: 'none', key: null });
    expect(await call(routes.bootstrap)).toMatchObject({ edition: 'desktop', is_signed_in: false });
  });

  it('gives the reason of a refusal as a sentence', async () => {
    const answer = await app.inject({ method: 'GET', url: '/api/account' });
    expect(answer.json().message).toMatch(/no valid license \(No license is activated/);
  });
});

describe('activation', () => {
  it('sends the key uppercased and lets the owner of this machine in', async () => {
    expect(await activate({ license: ' abcd-efgh-1234-5678 ' })).toMatchObject({ ok: true, status: 0 });
    expect(authority.calls.at(-1)?.request.key).toBe(key);
    expect(await info()).toMatchObject({
      ok: true,
      key,
      trial: false,
      all_users: false,
      activated_at: start,
      expires_at: start + 365 * day,
      grace_end: start + 90 * day,
      addons: { canvas: true },
      service: 'maybe-online',
    });
    expect(await guarded()).toMatchObject({ httpStatus: 200, email: 'owner@localhost', is_superuser: false });
    expect(await call(routes.bootstrap)).toMatchObject({ is_signed_in: true });
    expect(await activate()).toMatchObject({ code: 'api.invalid-field', httpStatus: 400 });
    await restart();
    expect(await guarded()).toMatchObject({ httpStatus: 200 });
  });

  it('may be for all users, whose name is then not asked', async () => {
    await activate({ for_all_users: true });
    expect(authority.calls.at(-1)?.request.user).toBeNull();
    expect(await info()).toMatchObject({ ok: true, all_users: true });
  });

  it.each([
    [{ status: 403, body: '{"status":54}' }, 54, 'invalid-key'],
    [{ status: 403, body: '{"status":58}' }, 58, 'activation-limit'],
    [{ status: 403, body: '{"status":81}' }, 81, 'geofence'],
    [{ status: 403, body: '{"status":4711}' }, -1, 'unknown'],
    [{ status: 403, body: 'no' }, 91, 'server'],
    [{ status: 500, body: '{"status":54}' }, 91, 'server'],
    [{ status: 200, body: '{}' }, 91, 'server'],
    [{ status: 200, body: '{"license":"abc.def"}' }, 91, 'bad-answer'],
  ])('answered %j gives %i', async (answer, status, problem) => {
    authority.behaviour.answer = answer;
    expect(await activate()).toMatchObject({ ok: false, status, problem, message: expect.any(String) });
    expect(await guarded()).toMatchObject({ code: 'license.required' });
  });

  it.each([
    ['another nonce', { nonce: 'old' }, 'bad-answer'],
    ['another installation', { installation: 'elsewhere' }, 'bad-answer'],
    ['a revoked licence', { status: 53 }, 'revoked'],
    ['a licence without grace', { grace_end: start }, 'grace-period-expired'],
    ['a licence of the future', { issued_at: start + day }, 'time'],
  ])('with %s is refused and leaves what was in force', async (_title, change, problem) => {
    await activate();
    authority.keys.set('NEXT-NEXT-NEXT-NEXT', 1);
    authority.behaviour.change = change;
    expect(await activate({ license: 'NEXT-NEXT-NEXT-NEXT' })).toMatchObject({ ok: false, problem });
    expect(await info()).toMatchObject({ ok: true, key });
  });

  it('signed by somebody else is refused', async () => {
    const { signer } = authority.behaviour;
    authority.behaviour.signer = generateKeyPairSync('ed25519').privateKey;
    expect(await activate()).toMatchObject({ ok: false, problem: 'bad-answer' });
    authority.behaviour.signer = signer;
  });

  it('of a key of another shape is not asked for', async () => {
    const before = authority.calls.length;
    expect(await activate({ license: 'ABC' })).toMatchObject({ httpStatus: 400, code: 'api.invalid-field' });
    expect(authority.calls.length).toBe(before);
  });

  it('says truthfully that no service is configured, or that it cannot be reached', async () => {
    await restart({ url: null, publicKey: null });
    expect(await activate()).toMatchObject({
      ok: false,
      status: 91,
      problem: 'no-service',
      message: expect.stringMatching(/^No license service is configured for this installation/),
    });
    expect(await call(routes.licenseTrial, { email: 'a@b.co' })).toMatchObject({ problem: 'no-service' });
    expect(await info()).toMatchObject({ service: 'none', problem: 'none' });
    await restart({ url: 'http://127.0.0.1:9', publicKey: authority.publicKey });
    expect(await activate()).toMatchObject({ ok: false, status: 48, problem: 'network' });
    expect(await info()).toMatchObject({ service: 'definitely-offline' });
  });
});

describe('a trial', () => {
  it('needs an address, ends, and is given once', async () => {
    const trial = (email: string) => call(routes.licenseTrial, { email, name: 'Ada L', company: '' });
    expect(await trial('nobody')).toMatchObject({ httpStatus: 400, code: 'api.invalid-field' });
    expect(await trial(' ada@example.com ')).toMatchObject({ ok: true });
    expect(authority.calls.at(-1)?.request.email).toBe('ada@example.com');
    expect(await info()).toMatchObject({ ok: true, trial: true, key: null, expires_at: start + 14 * day });
    time = start + 14 * day;
    expect(await info()).toMatchObject({ ok: false, status: 25, problem: 'trial-expired', trial: true });
    expect(await guarded()).toMatchObject({ httpStatus: 403, code: 'license.required' });
    expect(await trial('ada@example.com')).toMatchObject({ ok: false, status: 25 });
    expect(await activate()).toMatchObject({ ok: true });
    expect(await guarded()).toMatchObject({ httpStatus: 200 });
  });
});

describe('time', () => {
  it('ends the grace period, which a check-in prolongs', async () => {
    await activate();
    time = start + 90 * day;
    expect(await guarded()).toMatchObject({ code: 'license.required' });
    expect(await info()).toMatchObject({ status: 22, problem: 'grace-period-expired' });
    expect(await sync()).toMatchObject({ ok: true });
    expect(await info()).toMatchObject({ ok: true, grace_end: start + 180 * day });
  });

  it('put back is noticed, also after a restart', async () => {
    await activate();
    time = start + 20 * day;
    expect(await guarded()).toMatchObject({ httpStatus: 200 });
    time = start + 2 * day;
    expect(await guarded()).toMatchObject({ httpStatus: 403 });
    await restart();
    expect(await info()).toMatchObject({ ok: false, status: 47, problem: 'time' });
    time = start + 20 * day;
    expect(await info()).toMatchObject({ ok: true });
  });

  it('does not end a paid licence with its maintenance', async () => {
    await activate();
    authority.behaviour.change = { expires_at: start + day };
    await sync();
    time = start + 2 * day;
    expect(await info()).toMatchObject({ ok: true, expires_at: start + day });
  });
});

describe('a check-in', () => {
  it('carries a revocation in, and out again', async () => {
    await activate();
    authority.behaviour.change = { status: 53 };
    expect(await sync()).toMatchObject({ ok: false, status: 53 });
    expect(await guarded()).toMatchObject({ httpStatus: 403 });
    await restart();
    expect(await info()).toMatchObject({ ok: false, problem: 'revoked' });
    authority.behaviour.change = { status: 0 };
    expect(await sync()).toMatchObject({ ok: true });
  });

  it('that fails changes nothing', async () => {
    await activate();
    for (const answer of [
      { status: 500, body: '' },
      { status: 403, body: '{"status":53}' },
    ]) {
      authority.behaviour.answer = answer;
      expect(await sync()).toMatchObject({ ok: false });
      expect(await info()).toMatchObject({ ok: true });
    }
  });
});

describe('the licence at rest', () => {
  const tamper = async (change: (body: Record<string, unknown>) => void) => {
    const body = JSON.parse(await readFile(licensePath(), 'utf8'));
    change(body);
    await writeFile(licensePath(), JSON.stringify(body));
  };

  it.each<[string, (body: Record<string, unknown>) => void]>([
    ['the time that was seen', (body) => Object.assign(body, { last_seen: start - 400 * day })],
    ['the seal', (body) => Object.assign(body, { seal: 'AAAA' })],
    [
      'what was granted',
      (body) => {
        const [payload = '', signature] = String(body['license']).split('.');
        const document = JSON.parse(Buffer.from(payload, 'base64url').toString());
        const longer = JSON.stringify({ ...document, grace_end: start + 9999 * day });
        body['license'] = `${Buffer.from(longer).toString('base64url')}.${signature}`;
      },
    ],
  ])('is worth nothing with %s changed', async (_title, change) => {
    await activate();
    await tamper(change);
    expect(await info()).toMatchObject({ ok: false, problem: 'altered' });
    expect(await guarded()).toMatchObject({ httpStatus: 403 });
    await restart();
    expect(await guarded()).toMatchObject({ httpStatus: 403 });
    expect(await activate()).toMatchObject({ ok: true });
  });

  it('is worth nothing under another public key, and works offline under its own', async () => {
    await activate();
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
    await restart({ url: null, publicKey: other });
    expect(await info()).toMatchObject({ ok: false, problem: 'altered' });
    await restart({ url: null, publicKey: null });
    expect(await info()).toMatchObject({ ok: false, problem: 'no-service' });
    await restart({ url: null, publicKey: authority.publicKey });
    expect(await info()).toMatchObject({ ok: true, service: 'none' });
    await writeFile(join(api.dataFolder, 'license-authority.pem'), authority.publicKey);
    await restart({ url: null, publicKey: null });
    expect(await info()).toMatchObject({ ok: true, anchor: 'developer' });
    await restart({ url: null, publicKey: null, isDeveloper: false });
    expect(await info()).toMatchObject({ ok: false, problem: 'no-service', anchor: 'none' });
    await rm(join(api.dataFolder, 'license-authority.pem'));
  });

  it('is given back with the service only', async () => {
    await activate();
    authority.behaviour.answer = { status: 503, body: '' };
    expect(await call(routes.licenseDeactivate)).toMatchObject({ ok: false, status: 91 });
    expect(await info()).toMatchObject({ ok: true });
    authority.behaviour.answer = null;
    expect(await call(routes.licenseDeactivate)).toMatchObject({ ok: true });
    expect(await info()).toMatchObject({ ok: false, problem: 'none' });
    expect(await guarded()).toMatchObject({ httpStatus: 403 });
  });
});

describe('a service', () => {
  it('without a public key, or with one of another kind, is refused at the start', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    for (const publicKey of [null, 'nonsense', rsa.export({ type: 'spki', format: 'pem' }).toString()]) {
      const config = { ...api.context.config, license: { url: authority.url, publicKey, isDeveloper: true } };
      const opened = buildApp({ ...api.context, config }, { webFolder: null, hasLog: false });
      await expect(opened).rejects.toMatchObject({ code: 'server.bad-option' });
    }
  });
});

describe('the person', () => {
  beforeEach(() => activate());

  it('is the owner of this machine, who has no super view; from elsewhere it is nobody', async () => {
    const other = await ensureAccount(api.context.db, { email: 'other@example.com' });
    const { pk } = await createProject(api.context, other, { name: 'Private', type: 'lidar' });
    expect((await app.inject({ method: 'GET', url: `/api/imageset/${pk}` })).statusCode).toBe(404);
    const far = await app.inject({ method: 'GET', url: '/api/account', remoteAddress: '192.168.1.20' });
    expect(far.json()).toMatchObject({ code: 'api.unauthenticated' });
    const farLicense = await app.inject({
      method: 'POST',
      url: routeUrl(routes.licenseDeactivate),
      remoteAddress: '192.168.1.20',
    });
    expect(farLicense.statusCode).toBe(401);
  });

  it('has no account to sign in to or out of', async () => {
    for (const route of [routes.accountLogin, routes.accountLogout, routes.accountExists]) {
      expect(await call(route, {}, { email: 'a@b.co', password: 'x' })).toMatchObject({
        code: 'api.wrong-edition',
        httpStatus: 404,
      });
    }
  });
});

describe('the projects folder', () => {
  let folder: string;
  beforeEach(async () => {
    await activate();
    folder = await mkdtemp(join(tmpdir(), 'plumbline-folder-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const save = (path: string | null, enabled = true) =>
    call<{ code?: string }>(routes.exportDirectorySet, {}, { path, enabled });

  it('is asked for, checked and kept; work without one is a choice', async () => {
    expect(await call(routes.exportDirectory)).toMatchObject({ path: null, enabled: true });
    expect(await save(null)).toMatchObject({ code: 'api.invalid-field' });
    expect(await save(null, false)).toMatchObject({ path: null, enabled: false });
    expect(await save(`  ${folder}/ `)).toMatchObject({ path: `${folder}/`, enabled: true });
    await restart();
    expect(await call(routes.exportDirectory)).toMatchObject({ path: `${folder}/`, enabled: true });
  });

  it('must be a folder of the person’s own that can be written to', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const codes = [];
    for (const path of ['projects', join(folder, 'none'), file, api.dataFolder]) {
      codes.push((await save(path)).code);
    }
    expect(codes).toEqual([
      'projects-folder.relative',
      'projects-folder.missing',
      'projects-folder.not-a-folder',
      'projects-folder.inside-data',
    ]);
  });

  it.skipIf(process.getuid?.() === 0)(
    'must be writable (skipped for root, who may write anywhere)',
    async () => {
      await chmod(folder, 0o500);
      expect(await save(folder)).toMatchObject({ code: 'projects-folder.not-writable' });
    },
  );
});

describe('the cloud edition', () => {
  it('has neither licence nor projects folder', async () => {
    const cloud = await createTestApi();
    const caller = await cloud.signIn({ email: 'cloud@example.com' });
    for (const route of [routes.licenseInfo, routes.licenseActivate, routes.exportDirectory]) {
      const answer = await cloud.call(caller, route, { query: { license: key } });
      expect(answer.json()).toMatchObject({ code: 'api.wrong-edition' });
    }
    expect((await cloud.call(caller, routes.accountGet)).statusCode).toBe(200);
    await cloud.close();
  });
});
