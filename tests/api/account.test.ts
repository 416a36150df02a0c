import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { makeSignInToken } from '#server/services/people/sessions.ts';
import { createTestApi, type TestApi } from '#tests/support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('signing in', () => {
  it('works once by a link, which sets a signed http-only cookie', async () => {
    const { pk } = await api.signIn({ email: 'link@example.com' });
    const token = await makeSignInToken(api.context.db, pk);
    const use = () => api.call(null, routes.accountSignIn, { body: { token } });
    const first = await use();
    expect(first.json()).toMatchObject({ email: 'link@example.com' });
    expect(first.cookies[0]).toMatchObject({
      name: 'plumbline_session',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
    const second = await use();
    expect(second.json()).toMatchObject({ code: 'account.link-expired' });
    expect(second.cookies).toEqual([]);
  });

  it('works by password, with the texts that clients look for when it does not', async () => {
    await api.signIn({ email: 'Surveyor@Example.com', password: 'Theodolite1' });
    const login = (password: string) =>
      api.call(null, routes.accountLogin, { body: { email: 'surveyor@example.com', password } });
    const right = await login('Theodolite1');
    expect(right.statusCode).toBe(200);
    expect(right.json()).toMatchObject({ email: 'surveyor@example.com', available_processing: null });
    const wrong = await login('theodolite1');
    expect(wrong.statusCode).toBe(403);
    expect(wrong.json().message).toContain('Login failed');
    expect(wrong.json()).toMatchObject({ code: 'api.login-failed', error_message: wrong.json().message });
    expect(wrong.json().requestId).toBeTruthy();
    const unknown = await api.call(null, routes.accountLogin, {
      body: { email: 'no@one.com', password: 'x' },
    });
    expect(unknown.json()).toMatchObject({ code: 'api.login-failed' });
  });

  it('is refused for a while after too many attempts', async () => {
    const attempt = () =>
      api.call(null, routes.accountLogin, { body: { email: 'guess@example.com', password: 'Guess1234' } });
    const codes: number[] = [];
    for (let count = 0; count < 7; count++) codes.push((await attempt()).statusCode);
    expect(codes).toEqual([403, 403, 403, 403, 403, 403, 429]);
  });

  it('ends with logout, and a forged cookie is nobody', async () => {
    const caller = await api.signIn({ email: 'leaving@example.com' });
    expect((await api.call(caller, routes.accountGet)).statusCode).toBe(200);
    await api.call(caller, routes.accountLogout);
    expect((await api.call(caller, routes.accountGet)).statusCode).toBe(401);
    const forged = { ...caller, cookie: 'plumbline_session=abc.def' };
    expect((await api.call(forged, routes.accountGet)).statusCode).toBe(401);
  });
});

describe('an account', () => {
  it('is changed by its person, but not to another person’s address', async () => {
    const caller = await api.signIn({ email: 'first@example.com' });
    await api.signIn({ email: 'second@example.com' });
    const renamed = await api.call(caller, routes.accountPut, { body: { first_name: 'Ada' } });
    expect(renamed.json()).toMatchObject({ first_name: 'Ada', email: 'first@example.com' });
    const taken = await api.call(caller, routes.accountPut, { body: { email: 'SECOND@example.com' } });
    expect(taken.statusCode).toBe(400);
    expect(taken.json()).toMatchObject({ code: 'api.invalid-field', params: { field: 'email' } });
  });

  it('exists or not, whatever the case of its address; no address counts as existing', async () => {
    await api.signIn({ email: 'there@example.com' });
    const ask = async (body: object) => (await api.call(null, routes.accountExists, { body })).json().exists;
    expect(await ask({ email: 'There@Example.com' })).toBe(true);
    expect(await ask({ username: 'nobody@example.com' })).toBe(false);
    expect(await ask({})).toBe(true);
  });
});

describe('every call', () => {
  it('answers with and without a trailing slash, and by the error shape for what is not there', async () => {
    const caller = await api.signIn({ email: 'slash@example.com' });
    for (const url of ['/api/account', '/api/account/']) {
      const answer = await api.app.inject({ method: 'GET', url, headers: { cookie: caller.cookie } });
      expect(answer.statusCode).toBe(200);
    }
    const missing = await api.app.inject({ method: 'GET', url: '/api/nothing' });
    expect(missing.statusCode).toBe(404);
    expect(missing.json()).toMatchObject({ code: 'api.not-found', params: { path: '/api/nothing' } });
  });

  it('refuses changes from pages of other origins and requests for foreign host names', async () => {
    const caller = await api.signIn({ email: 'origin@example.com' });
    const put = (headers: Record<string, string>) =>
      api.app.inject({
        method: 'PUT',
        url: '/api/account',
        headers: { cookie: caller.cookie, host: 'localhost:3000', ...headers },
        payload: { first_name: 'Eve' },
      });
    expect((await put({ origin: 'http://localhost:3000' })).statusCode).toBe(200);
    expect((await put({ origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await put({ origin: 'http://localhost:4000' })).statusCode).toBe(403);
    expect((await put({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    const rebound = await api.app.inject({
      method: 'GET',
      url: '/api/bootstrap',
      headers: { host: 'evil.example' },
    });
    expect(rebound.json()).toMatchObject({ code: 'api.origin-refused' });
  });

  it('is described in an OpenAPI document made from the same schemas', async () => {
    const caller = await api.signIn({ email: 'reader@example.com' });
    const read = (headers: Record<string, string>) =>
      api.app.inject({ method: 'GET', url: '/api/openapi.json', headers });
    expect((await read({})).json()).toMatchObject({ code: 'api.unauthenticated' });
    const document = (await read({ cookie: caller.cookie })).json();
    for (const route of Object.values(routes)) {
      const path = `${route.prefixes[0]}${route.path}`;
      expect(document.paths[path]?.[route.method.toLowerCase()]?.operationId, path).toBe(route.id);
    }
  });

  it('is refused with 413 when its body is too large and 400 when it is not JSON', async () => {
    const send = (payload: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/account/login',
        headers: { 'content-type': 'application/json' },
        payload,
      });
    const large = await send(JSON.stringify({ email: 'x'.repeat(2_000_000), password: '' }));
    expect(large.statusCode).toBe(413);
    expect(large.json()).toMatchObject({ code: 'api.too-large' });
    expect((await send('{"email":')).json()).toMatchObject({ code: 'api.bad-request' });
    expect((await send('{"email":5,"password":"x"}')).json().params.place).toBe('body/email');
  });
});
