import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openHttpSource } from './http-source.ts';

const content = Uint8Array.from({ length: 40_000 }, (_, index) => (index * 31) % 251);

interface ServerState {
  etag: string;
  failures: number;
  requests: string[];
}

function answerRange(state: ServerState, request: IncomingMessage, response: ServerResponse): void {
  state.requests.push(`${request.method} ${request.headers.range ?? ''}`);
  if (state.failures > 0) {
    state.failures--;
    response.writeHead(503).end();
    return;
  }
  const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '');
  const [start, last] = [Number(range?.[1]), Math.min(Number(range?.[2]), content.length - 1)];
  response.writeHead(206, {
    etag: state.etag,
    'content-range': `bytes ${start}-${last}/${content.length}`,
  });
  response.end(content.subarray(start, last + 1));
}

async function serve(
  answer: (state: ServerState, request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; state: ServerState }> {
  const state: ServerState = { etag: '"1"', failures: 0, requests: [] };
  const server = createServer((request, response) => answer(state, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.las`, state };
}

test('reads ranges, the first ones from what the opening request brought', async () => {
  const { url, state } = await serve(answerRange);
  const source = await openHttpSource(url);
  expect(source).toMatchObject({ name: url, size: 40_000 });
  expect(await source.read(10, 20)).toEqual(content.slice(10, 30));
  expect(state.requests).toEqual(['GET bytes=0-20479']);
  expect(await source.read(39_990, 100)).toEqual(content.slice(39_990));
  expect(await source.read(50_000, 10)).toHaveLength(0);
  expect(state.requests).toEqual(['GET bytes=0-20479', 'GET bytes=39990-39999']);
});

test('what was fetched of a small range is not fetched again', async () => {
  const { url, state } = await serve(answerRange);
  const source = await openHttpSource(url);
  await source.read(24_000, 4000);
  const again = await source.read(25_000, 500);
  expect(again).toEqual(content.slice(25_000, 25_500));
  again.fill(0);
  expect(await source.read(24_900, 700)).toEqual(content.slice(24_900, 25_600));
  expect(state.requests).toHaveLength(2);
});

test('a server that ignores ranges is named', async () => {
  const { url } = await serve((_, __, response) => void response.writeHead(200).end(content));
  await expect(openHttpSource(url)).rejects.toMatchObject({ code: 'io.no-range', params: { file: url } });
});

test('statuses are reported; passing failures are tried again', async () => {
  const missing = await serve((_, __, response) => void response.writeHead(404).end());
  await expect(openHttpSource(missing.url)).rejects.toMatchObject({
    code: 'io.http-status',
    params: { status: 404 },
  });
  const flaky = await serve(answerRange);
  flaky.state.failures = 2;
  expect((await openHttpSource(flaky.url, { retryDelayMs: 1 })).size).toBe(40_000);
  const broken = await serve(answerRange);
  broken.state.failures = 9;
  await expect(openHttpSource(broken.url, { retryDelayMs: 1 })).rejects.toMatchObject({
    code: 'io.http-status',
    params: { status: 503 },
  });
});

test('a file that changes between two reads is refused', async () => {
  const { url, state } = await serve(answerRange);
  const source = await openHttpSource(url);
  state.etag = '"2"';
  await expect(source.read(30_000, 10)).rejects.toMatchObject({ code: 'io.changed' });
});

test('the size comes from HEAD where the answer hides it', async () => {
  const { url } = await serve((_, request, response) => {
    if (request.method === 'HEAD') response.writeHead(200, { 'content-length': content.length }).end();
    else response.writeHead(206).end(content.subarray(0, 16_384));
  });
  expect((await openHttpSource(url)).size).toBe(40_000);
});

test('an unreachable server and an abort are told apart', async () => {
  const failing = async () => {
    throw new TypeError('fetch failed');
  };
  await expect(openHttpSource('http://nowhere/a', { fetch: failing, retryDelayMs: 1 })).rejects.toMatchObject(
    {
      code: 'io.unreachable',
    },
  );
  const signal = AbortSignal.abort();
  await expect(openHttpSource('http://nowhere/a', { fetch: failing, signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
});
