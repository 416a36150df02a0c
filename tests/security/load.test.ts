import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { readInitiated } from '#contract/store/multipart-xml.ts';
import { readQueryFailure, withoutValues } from '#server/db/query-failure.ts';
import { describeForPage, describeRecord } from '#server/messages.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { announce, createProject } from '#tests/support/lidar-upload.ts';

let api: TestApi;
let owner: Caller;
let pk: number;
beforeAll(async () => {
  api = await createTestApi({ app: { bodyTimes: { json: 600, idle: 200 } } });
  owner = await api.signIn({ email: 'owner@example.com' });
  pk = await createProject(api, owner);
});
afterAll(() => api.close());

describe('a search', () => {
  it('takes some words of some length', async () => {
    const search = (body: object) => api.call(owner, routes.projectSearch, { body });
    expect((await search({ system: Array(20).fill('32632') })).statusCode).toBe(200);
    for (const body of [
      { system: Array(21).fill('32632') },
      { system: Array(20_000).fill('x') },
      { email: 'x'.repeat(256) },
    ])
      expect((await search(body)).statusCode).toBe(400);
  });
});

describe('a statement', () => {
  it('that takes too long is given up, and its text and values reach neither log nor answer', async () => {
    const failing = api.context.db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 20`);
      await tx.execute(sql`select pg_sleep(10), ${'a secret value'}`);
    });
    const error = await failing.catch((cause: unknown) => cause as Error);
    expect(readQueryFailure(error, '/')).toMatchObject({ code: 'db.too-slow', params: {} });
    const told = JSON.stringify(withoutValues(error as Error));
    expect(told).toContain('57014');
    expect(told).not.toContain('secret value');
    const { rows } = await api.context.db.execute(sql`show statement_timeout`);
    expect(rows[0]).toMatchObject({ statement_timeout: '1min' });
  });
});

describe('values that nothing can hold', () => {
  const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  const drawing = (document: object) =>
    api.call(owner, routes.drawingPut, {
      params: { pk },
      body: { base_revision: 0, document: { schemaVersion: 1, ...document } },
    });

  it('are refused as the caller’s fault, in words of ours', async () => {
    const answers = [
      await drawing({ nested: nested(200) }),
      await api.app.inject({
        method: 'PUT',
        url: `/api/imageset/${pk}/drawing`,
        headers: { cookie: owner.cookie, 'content-type': 'application/json' },
        payload: `{"base_revision":0,"document":{"schemaVersion":1,"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
      }),
      await api.call(owner, routes.drawingGet, { params: { pk }, query: { revision: 2 ** 40 } }),
      await api.call(owner, routes.projectConsole, { params: { pk }, query: { from: 2 ** 40 } }),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(400);
      expect(answer.body).not.toMatch(/select|insert|Failed query/i);
    }
  });
});

describe('parameters of an error that came from elsewhere', () => {
  it('fill the places of its text and steer nothing', () => {
    const steering = {
      returnDetails: true,
      defaultValue: 'mine',
      lng: 'xx',
      context: 'x',
      returnObjects: true,
    };
    const record = { code: 'upload.unknown', params: { key: 'a.laz', uploadId: 'b', ...steering } } as const;
    const plain = describeRecord({ code: 'upload.unknown', params: { key: 'a.laz', uploadId: 'b' } });
    expect(describeRecord(record)).toBe(plain);
    expect(describeForPage(record)).toBe(plain);
    expect(
      describeRecord({
        ...record,
        params: { ...record.params, key: '$t(errors.api.internal) {{uploadId}}' },
      }),
    ).toContain('$t(errors.api.internal)');
  });
});

describe('a body that does not come', () => {
  /** Whether the server ends a request of which only the beginning comes, and then `drop` again and again. */
  const isEnded = async (request: string, drop: string | null) => {
    listening ??= api.app.listen({ host: '127.0.0.1', port: 0 });
    const { hostname, port } = new URL(await listening);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = `${request}\r\nhost: localhost\r\ncookie: ${owner.cookie}\r\ncontent-length: 100000\r\n\r\n`;
    socket.on('error', () => undefined).write(`${head}{"email":"`);
    const dripping = drop === null ? null : setInterval(() => socket.write(drop), 50);
    await once(socket, 'close');
    if (dripping !== null) clearInterval(dripping);
    return socket.destroyed;
  };
  const login = 'POST /api/account/login HTTP/1.1\r\ncontent-type: application/json';

  it('ends its connection, also where it drips', async () => {
    expect(await isEnded(login, null)).toBe(true);
    expect(await isEnded(login, ' ')).toBe(true);
  });

  it('ends it where it is part of an upload', async () => {
    const url = (await announce(api, owner, await createProject(api, owner), [6 * 2 ** 20])).slots[0]!
      .upload_url;
    const opened = await api.app.inject({
      method: 'POST',
      url: `${url}?uploads`,
      headers: { cookie: owner.cookie },
    });
    const part = `${url}?partNumber=1&uploadId=${readInitiated(opened.body)}`;
    expect(await isEnded(`PUT ${part} HTTP/1.1\r\ncontent-type: application/xml`, null)).toBe(true);
  });
});

let listening: Promise<string> | null = null;

describe('whoever has not signed in', () => {
  it('learns nothing of what is installed, nor of the interface', async () => {
    expect((await api.call(null, routes.bootstrap)).json()).toMatchObject({ engines: ['builtin'] });
    expect((await api.app.inject({ method: 'GET', url: '/api/openapi.json' })).statusCode).toBe(401);
    const open = await createTestApi({ isApiPublic: true });
    expect((await open.app.inject({ method: 'GET', url: '/api/openapi.json' })).statusCode).toBe(200);
    await open.close();
  });
});
