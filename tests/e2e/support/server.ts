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
  /** Process of the running server. */
  pid(): number;
  /** Kills it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same address and data. */
  restart(): Promise<void>;
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
 * `PLUMBLINE_MODE` the edition is the port's, desktop. `options` are further options of `serve`.
 */
export async function startJourneyServer(
  variables: Readonly<Record<string, string>> = { PLUMBLINE_MODE: 'cloud' },
  options: readonly string[] = [],
): Promise<JourneyServer> {
  const data = mkdtempSync(join(tmpdir(), 'plumbline-e2e-'));
  const port = String(await freePort());
  const args = ['bin/plumbline.mjs', 'serve', '--port', port, '--data', data, '--json', ...options];
  const { PLUMBLINE_MODE: _, ...inherited } = process.env;
  const env = { ...inherited, ...variables };
  const spawnServer = () => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
    const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
      child.kill(signal);
      await ended;
    };
    return { ready: readAnnouncement(child), end, pid: child.pid ?? 0 };
  };
  let running = spawnServer();
  const { url, signInUrl } = await running.ready;
  return {
    url,
    signInUrl,
    pid: () => running.pid,
    kill: () => running.end('SIGKILL'),
    async restart() {
      running = spawnServer();
      await running.ready;
    },
    async stop() {
      await running.end('SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  };
}
