import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeUrl } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import { account, setting } from '#server/db/schema/accounts.ts';
import { outboxFolder, readOutbox } from '#server/services/mail/outbox.ts';
import { readOwner } from '#server/services/people/owner.ts';
import { makeSignInToken } from '#server/services/people/sessions.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { createProject } from '#tests/support/lidar-upload.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const change = (caller: Caller, body: object) => api.call(caller, routes.accountPut, { body });
const share = (caller: Caller, pk: number, email: string) =>
  api.call(caller, routes.projectShare, { params: { pk }, body: { email } });

/** The code of the last message to an address. */
async function codeFor(email: string): Promise<string> {
  const { messages } = await readOutbox(outboxFolder(api.dataFolder));
  const text = messages.findLast((message) => message.to === email)?.text ?? '';
  return /\b\d{8}\b/.exec(text)?.[0] ?? '';
}

describe('another address', () => {
  it('counts when the code comes back from there, and receives nothing before', async () => {
    const owner = await api.signIn({ email: 'sharing@example.com' });
    const thief = await api.signIn({ email: 'thief@example.com' });
    const pk = await createProject(api, owner);
    const asked = await change(thief, { email: 'victim@example.com' });
    expect(asked.json()).toMatchObject({
      email: 'thief@example.com',
      pending_email: 'victim@example.com',
    });
    expect((await share(owner, pk, 'victim@example.com')).json()).toMatchObject({
      code: 'share.unknown-users',
    });
    const verify = (code: string) =>
      api.call(thief, routes.emailVerify, {
        query: { email: 'victim@example.com', verification_code: code },
      });
    const code = await codeFor('victim@example.com');
    const wrong = String((Number(code) + 1) % 10 ** 8).padStart(8, '0');
    expect((await verify(wrong)).json()).toMatchObject({ code: 'account.code-wrong' });
    expect((await verify(code)).json()).toMatchObject({
      email: 'victim@example.com',
      pending_email: null,
    });
    expect((await share(owner, pk, 'victim@example.com')).statusCode).toBe(200);
  });

  it('cannot be had by guessing its code', async () => {
    const thief = await api.signIn({ email: 'guesser@example.com' });
    await change(thief, { email: 'guessed@example.com' });
    const verify = (code: string) =>
      api.call(thief, routes.emailVerify, {
        query: { email: 'guessed@example.com', verification_code: code },
      });
    const right = await codeFor('guessed@example.com');
    for (let guess = 0; guess < 5; guess++) await verify('x');
    expect((await verify(right)).json()).toMatchObject({ code: 'account.code-wrong' });
  });

  it('is written to only so often, whoever asks', async () => {
    const caller = await api.signIn({ email: 'writer@example.com' });
    const codes: number[] = [];
    for (let ask = 0; ask < 11; ask++)
      codes.push((await change(caller, { email: 'flooded@example.com' })).statusCode);
    expect(codes.slice(0, 10)).toEqual(Array(10).fill(200));
    expect(codes[10]).toBe(429);
    expect((await change(caller, { email: 'writer@example.com' })).statusCode).toBe(200);
  });

  it('asks for the present password', async () => {
    const caller = await api.signIn({ email: 'careful@example.com', password: 'Theodolite1' });
    const moved = { email: 'other@example.com' };
    for (const body of [moved, { ...moved, password: 'Theodolite2' }])
      expect((await change(caller, body)).json()).toMatchObject({ code: 'account.password-needed' });
    expect((await change(caller, { ...moved, password: 'Theodolite1' })).statusCode).toBe(200);
  });

  it('is none of this machine’s', async () => {
    const thief = await api.signIn({ email: 'local@example.com' });
    for (const email of ['owner@localhost', 'OWNER@LOCALHOST ', 'any@localhost'])
      expect((await change(thief, { email })).json()).toMatchObject({ code: 'api.invalid-field' });
  });
});

describe('the owner of an installation', () => {
  it('is an account by its key, whoever has the address', async () => {
    const fresh = await createTestApi();
    const { db } = fresh.context;
    const thief = await fresh.signIn({ email: 'owner@localhost' });
    const owner = await readOwner(db);
    expect(owner.pk).not.toBe(thief.pk);
    expect(owner.isSuperuser).toBe(true);
    await db.update(account).set({ email: 'moved@example.com' }).where(eq(account.pk, owner.pk));
    expect((await readOwner(db)).pk).toBe(owner.pk);
    expect(await db.select().from(setting).where(eq(setting.key, 'owner'))).toMatchObject([
      { value: owner.pk },
    ]);
    await fresh.close();
  });
});

describe('a sign-in link', () => {
  it('is used up by what its person says, not by who looks at it', async () => {
    const { pk } = await api.signIn({ email: 'link@example.com' });
    const token = await makeSignInToken(api.context.db, pk);
    for (const method of ['GET', 'HEAD'] as const)
      expect((await api.app.inject({ method, url: `/sign-in/${token}` })).cookies).toEqual([]);
    const crossSite = await api.app.inject({
      method: 'POST',
      url: routeUrl(routes.accountSignIn),
      headers: { 'sec-fetch-site': 'cross-site' },
      payload: { token },
    });
    expect(crossSite.json()).toMatchObject({ code: 'api.origin-refused' });
    const used = await api.call(null, routes.accountSignIn, { body: { token } });
    expect(used.statusCode).toBe(200);
  });
});

describe('wrong passwords', () => {
  it('make nobody wait but whoever sends them', async () => {
    await api.signIn({ email: 'target@example.com', password: 'Theodolite1' });
    const login = (password: string, remoteAddress: string) =>
      api.app.inject({
        method: 'POST',
        url: routeUrl(routes.accountLogin),
        remoteAddress,
        payload: { email: 'target@example.com', password },
      });
    const codes: number[] = [];
    for (let count = 0; count < 10; count++) codes.push((await login('Guess1234', '192.0.2.7')).statusCode);
    expect(codes.at(-1)).toBe(429);
    expect((await login('Theodolite1', '198.51.100.2')).statusCode).toBe(200);
  });
});

describe('a session', () => {
  it('that ends takes its open streams along, and all others when asked', async () => {
    const caller = await api.signIn({ email: 'streams@example.com' });
    const elsewhere = await api.signIn({ email: 'streams@example.com' });
    const pk = await createProject(api, caller);
    const { origin } = await listenOnce();
    const stream = await fetch(`${origin}/api/imageset/${pk}/events`, {
      headers: { cookie: elsewhere.cookie },
    });
    const out = await api.app.inject({
      method: 'POST',
      url: `${routeUrl(routes.accountLogout)}?everywhere=true`,
      headers: { cookie: caller.cookie },
    });
    expect(out.statusCode).toBe(200);
    expect((await api.call(elsewhere, routes.accountGet)).statusCode).toBe(401);
    // Ends of itself: nothing else would end this read.
    await stream.text();
  });

  it('of an account that is not verified or approved can do no more than finish', async () => {
    const caller = await api.signIn({ email: 'new@example.com' });
    for (const lacking of [{ isEmailVerified: false }, { registrationApproved: false }]) {
      await api.context.db.update(account).set(lacking).where(eq(account.pk, caller.pk));
      const made = await api.call(caller, routes.projectCreate, { body: { name: 'Pit', type: 'lidar' } });
      expect(made.json()).toMatchObject({ code: 'account.unfinished' });
      expect((await api.call(caller, routes.accountGet)).statusCode).toBe(200);
      await api.context.db
        .update(account)
        .set({ isEmailVerified: true, registrationApproved: true })
        .where(eq(account.pk, caller.pk));
    }
  });
});

let listening: Promise<string> | null = null;
async function listenOnce(): Promise<{ origin: string }> {
  listening ??= api.app.listen({ host: '127.0.0.1', port: 0 });
  return { origin: await listening };
}

describe('sharing', () => {
  it('is taken back', async () => {
    const owner = await api.signIn({ email: 'giver@example.com' });
    const friend = await api.signIn({ email: 'friend@example.com' });
    const pk = await createProject(api, owner);
    await share(owner, pk, 'friend@example.com');
    expect((await api.call(friend, routes.projectGet, { params: { pk } })).statusCode).toBe(200);
    const unshare = (email: string, caller = owner) =>
      api.call(caller, routes.projectUnshare, { params: { pk }, query: { email } });
    expect((await unshare('friend@example.com', friend)).statusCode).toBe(403);
    expect((await unshare('friend@example.com')).statusCode).toBe(200);
    expect((await unshare('nobody@example.com')).statusCode).toBe(200);
    expect((await api.call(friend, routes.projectGet, { params: { pk } })).statusCode).toBe(404);
  });

  it('tells only so many times whether an address has an account', async () => {
    const owner = await api.signIn({ email: 'asking@example.com' });
    const pk = await createProject(api, owner);
    const emails = Array.from({ length: 100 }, (_, index) => `nobody${index}@example.com`);
    const ask = async () =>
      (await api.call(owner, routes.projectShare, { params: { pk }, body: { email: emails } })).statusCode;
    expect([await ask(), await ask(), await ask()].at(-1)).toBe(429);
  });
});

describe('a desktop server that listens for others', () => {
  it('has no owner for a page of the Internet, nor for what a proxy sends on', async () => {
    const desktop = await createTestApi({ edition: 'desktop', host: '0.0.0.0' });
    const ask = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      (
        await desktop.app.inject({
          method: 'GET',
          url: routeUrl(routes.licenseInfo),
          headers,
          remoteAddress,
        })
      ).statusCode;
    expect(await ask({ host: 'localhost:3000' })).toBe(200);
    for (const [headers, from] of [
      [{ host: 'evil.example' }],
      [{ host: 'localhost', 'x-forwarded-for': '203.0.113.9' }],
      [{ host: 'localhost', forwarded: 'for=203.0.113.9' }],
      [{ host: 'localhost' }, '203.0.113.9'],
    ] as const)
      expect(await ask(headers, from)).toBe(401);
    await desktop.close();
  });
});

describe('a proxy in front', () => {
  it('is believed where it is named, and cookies and browsers keep to HTTPS', async () => {
    const proxied = await createTestApi({
      trustedProxies: ['10.0.0.0/8'],
      publicUrl: 'https://survey.example',
    });
    const { pk } = await proxied.signIn({ email: 'far@example.com', password: 'Theodolite1' });
    const token = await makeSignInToken(proxied.context.db, pk);
    const signedIn = await proxied.call(null, routes.accountSignIn, { body: { token } });
    expect(signedIn.cookies[0]).toMatchObject({ secure: true });
    expect(signedIn.headers['strict-transport-security']).toMatch(/max-age=31536000/);
    const login = (client: string, password: string) =>
      proxied.app.inject({
        method: 'POST',
        url: routeUrl(routes.accountLogin),
        headers: { 'x-forwarded-for': client },
        remoteAddress: '10.1.2.3',
        payload: { email: 'far@example.com', password },
      });
    for (let count = 0; count < 8; count++) await login('203.0.113.9', 'Guess1234');
    expect((await login('203.0.113.9', 'Theodolite1')).statusCode).toBe(429);
    expect((await login('203.0.113.10', 'Theodolite1')).statusCode).toBe(200);
    await proxied.close();
  });
});
