import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '#tests/support/api.ts';

const page =
  '<!doctype html><html><head><script>theme()</script><script type="module" src="/assets/main-1a2b.js"></script></head></html>';
let api: TestApi;
let webFolder: string;

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'plumbline-web-'));
  await mkdir(join(webFolder, 'assets'));
  await writeFile(join(webFolder, 'index.html'), page);
  await writeFile(join(webFolder, 'assets', 'main-1a2b.js'), 'main()');
  await writeFile(join(webFolder, 'favicon.svg'), '<svg/>');
  api = await createTestApi({ webFolder });
});
afterAll(async () => {
  await api.close();
  await rm(webFolder, { recursive: true, force: true });
});

const get = (url: string) => api.app.inject({ method: 'GET', url });

describe('the page', () => {
  it.each(['/', '/projects/list', '/projects/3/canvas/lidar', '/login?link=expired', '/index.html'])(
    'is served at %s, fresh and isolated',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toBe(page);
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-cache',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it('may run its own inline scripts and nobody else’s', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    // printf 'theme()' | openssl dgst -sha256 -binary | base64
    expect(policy).toContain("'sha256-Rfr3GgHZFiXm+TmNr+li+0sZ4J9FGllo8jsXcJF5XZ8='");
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  });

  it('may fetch map tiles of the one origin that the browser names, and of nobody else', async () => {
    const connects = async (cookie: string) => {
      const answer = await api.app.inject({ method: 'GET', url: '/', headers: { cookie } });
      return /connect-src ([^;]*)/.exec(String(answer.headers['content-security-policy']))?.[1];
    };
    const own = "'self' data: blob:";
    expect(await connects('')).toBe(own);
    const origin = 'https://tiles.example:8443';
    expect(await connects(`plumbline_tiles=${encodeURIComponent(origin)}`)).toBe(`${own} ${origin}`);
    for (const bad of ['*', 'https://*.example', "https://a.example; script-src 'unsafe-inline'", 'x'])
      expect(await connects(`plumbline_tiles=${encodeURIComponent(bad)}`)).toBe(own);
  });

  it('has files that are kept for good when their names carry a hash', async () => {
    const script = await get('/assets/main-1a2b.js');
    expect(script.body).toBe('main()');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/assets/none.js', '/api/none', '/files/none', '/..%2F..%2Fpackage.json', '/%00.js'])(
    'is not served at %s',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.json().code).toMatch(/^api\./);
    },
  );
});
