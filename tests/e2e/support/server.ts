import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server of this build on an empty data folder. */
export interface JourneyServer {
  readonly url: string;
  /** Signs in once. */
  readonly signInUrl: string;
  stop(): Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, 'localhost', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Resolves with the JSON that `serve --json` prints when it is ready. */
function readAnnouncement(child: ChildProcess): Promise<{ url: string; signInUrl: string }> {
  return new Promise((resolve, reject) => {
    let printed = '';
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += chunk;
    });
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      try {
        resolve(JSON.parse(printed));
      } catch {
        return;
      }
    });
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${errors.slice(-2000)}`)));
  });
}

/**
 * Starts `plumbline serve` with its worker: the cloud edition, unless other variables are given; without
 * `PLUMBLINE_MODE` the edition is the port's, desktop.
 */
export async function startJourneyServer(
  variables: Readonly<Record<string, string>> = { PLUMBLINE_MODE: 'cloud' },
): Promise<JourneyServer> {
  const data = mkdtempSync(join(tmpdir(), 'plumbline-e2e-'));
  const args = ['bin/plumbline.mjs', 'serve', '--port', String(await freePort()), '--data', data, '--json'];
  const { PLUMBLINE_MODE: _, ...inherited } = process.env;
  const env = { ...inherited, ...variables };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const { url, signInUrl } = await readAnnouncement(child);
  return {
    url,
    signInUrl,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
