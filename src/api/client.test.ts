import { expect, test } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { createClient, statusOf } from './client.ts';

function answering(status: number, body: unknown) {
  const sent: { url: string; init: RequestInit | undefined }[] = [];
  const send: typeof fetch = async (url, init) => {
    sent.push({ url: String(url), init });
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  return { client: createClient('', send), sent };
}

test('a call fills path, query and body and returns the checked answer', async () => {
  const { client, sent } = answering(200, { items: [], next_cursor: null });
  const page = await client.call(routes.projectSearch, {
    query: { page_size: 20 },
    body: { name: 'quarry' },
  });
  expect(page).toEqual({ items: [], next_cursor: null });
  expect(sent[0]?.url).toBe('/api/v2/internal/imageset/search?page_size=20');
  expect(sent[0]?.init?.body).toBe('{"name":"quarry"}');
});

test("the server's own error code is kept, with the status", async () => {
  const body = {
    code: 'api.login-failed',
    params: {},
    requestId: '1',
    message: 'Login failed',
    error_message: '',
  };
  const { client } = answering(403, body);
  const error = await client.call(routes.accountGet).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'api.login-failed' });
  expect(statusOf(error)).toBe(403);
});

test('an answer that is not ours becomes the status text, cut at 3000 characters', async () => {
  const { client } = answering(502, 'x'.repeat(5000));
  const error = await client.call(routes.accountGet).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: 'client.http-status',
    params: { text: 'Bad Gateway', body: 'x'.repeat(3000) },
  });
});

test('an answer of the wrong shape and a dead server are typed errors', async () => {
  await expect(answering(200, { items: 3 }).client.call(routes.projectSearch)).rejects.toMatchObject({
    code: 'client.bad-answer',
  });
  const dead = createClient('', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(dead.call(routes.accountGet)).rejects.toMatchObject({ code: 'client.unreachable' });
});
