import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Behaviour of the test double; everything else is the protocol. */
export interface NodeodmBehaviour {
  readonly token?: string;
  /** Default 2.2.3; 2.2.4 crashes on options that are numbers, and so does the double. */
  readonly version?: string;
  /** Content of the archive. */
  readonly archive?: Uint8Array;
  /** Responses to state queries, in turn; the last one is repeated. */
  readonly states?: readonly {
    readonly code: number;
    readonly progress: number;
    readonly errorMessage?: string;
  }[];
  readonly output?: readonly string[];
  readonly maxImages?: number;
  /** Uploads that are dropped with status 500 before one passes. */
  readonly droppedUploads?: number;
}

export interface NodeodmDouble {
  readonly url: string;
  /** Calls in order: method and path without the task's name. */
  readonly calls: string[];
  readonly files: Map<string, Uint8Array>;
  readonly options: { name: string; value: unknown }[];
  close(): Promise<void>;
}

const optionList = [
  { name: 'dsm', type: 'bool', value: 'false', domain: 'bool', help: '' },
  { name: 'dtm', type: 'bool', value: 'false', domain: 'bool', help: '' },
  {
    name: 'pc-quality',
    type: 'enum',
    value: 'medium',
    domain: ['ultra', 'high', 'medium', 'low', 'lowest'],
    help: '',
  },
  { name: 'orthophoto-resolution', type: 'float', value: '5', domain: 'float > 0.0', help: '' },
  { name: 'dem-resolution', type: 'float', value: '5', domain: 'float: 0.1 <= x <= 50', help: '' },
  { name: 'cameras', type: 'string', value: '', domain: 'json', help: '' },
  { name: 'skip-3dmodel', type: 'bool', value: 'false', domain: '', help: '' },
];

const task = '11111111-2222-4333-8444-555555555555';

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function formOf(request: IncomingMessage): Promise<FormData> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(new Uint8Array(await bodyOf(request)), { headers }).formData();
}

/**
 * A service that implements NodeODM's protocol like its sources: errors with status 200, a task that exists only
 * between init and remove, images refused after commit. It computes nothing: the real program needs its engine
 * installed, and in its own test mode responds like this one (checked against 2.2.4).
 */
export async function startNodeodm(behaviour: NodeodmBehaviour = {}): Promise<NodeodmDouble> {
  const calls: string[] = [];
  const files = new Map<string, Uint8Array>();
  const options: { name: string; value: unknown }[] = [];
  let phase: 'none' | 'open' | 'committed' | 'cancelled' = 'none';
  let asked = 0;
  let dropped = 0;

  async function answer(request: IncomingMessage, path: string, query: URLSearchParams): Promise<unknown> {
    if (path === 'GET /info')
      return {
        version: behaviour.version ?? '2.2.3',
        engineVersion: '3.5.4',
        maxImages: behaviour.maxImages ?? null,
      };
    if (path === 'GET /options') return optionList;
    if (path === 'POST /task/new/init') {
      const form = await formOf(request);
      options.push(...(JSON.parse(String(form.get('options'))) as typeof options));
      const wrong = options.find(
        ({ name, value }) => typeof value !== 'string' || !optionList.some((one) => one.name === name),
      );
      if (wrong) return { error: `Cannot handle ${wrong.name}` };
      phase = 'open';
      return { uuid: task };
    }
    if (phase === 'none') return { error: `${task} not found` };
    if (path === 'POST /task/new/upload') {
      if (phase !== 'open') return { error: 'Invalid uuid (not found)' };
      for (const file of (await formOf(request)).getAll('images')) {
        if (typeof file !== 'string') files.set(file.name, new Uint8Array(await file.arrayBuffer()));
      }
      return { success: true };
    }
    if (path === 'POST /task/new/commit') {
      if (files.size === 0) return { error: 'Need at least 1 file.' };
      const isNumber = ({ name }: { name: string }) =>
        optionList.find((one) => one.name === name)?.type === 'float';
      if (behaviour.version === '2.2.4' && options.some(isNumber))
        throw new TypeError('s.replace is not a function');
      phase = 'committed';
      return { uuid: task };
    }
    if (path === 'GET /task/info') {
      const states = behaviour.states ?? [{ code: 40, progress: 100 }];
      const { code, progress, errorMessage } = states[Math.min(asked++, states.length - 1)]!;
      return { uuid: task, progress, status: { code, ...(errorMessage ? { errorMessage } : {}) } };
    }
    if (path === 'GET /task/output') return (behaviour.output ?? []).slice(Number(query.get('line') ?? 0));
    const { uuid } = JSON.parse((await bodyOf(request)).toString() || '{}') as { uuid?: string };
    if (uuid !== task) return { error: 'Invalid uuid' };
    phase = path === 'POST /task/remove' ? 'none' : 'cancelled';
    return { success: true };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', 'http://localhost');
    const path = `${request.method} ${address.pathname.replace(`/${task}`, '')}`;
    calls.push(path);
    const json = (body: unknown) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    if (behaviour.token && address.searchParams.get('token') !== behaviour.token) {
      json({ error: 'Invalid authentication token: token does not match.' });
      return;
    }
    if (path === 'POST /task/new/upload' && dropped < (behaviour.droppedUploads ?? 0)) {
      dropped++;
      request.resume();
      response.statusCode = 500;
      response.end('Internal Server Error');
      return;
    }
    if (path === 'GET /task/download/all.zip') {
      if (!behaviour.archive) json({ error: 'Invalid asset' });
      else response.setHeader('content-type', 'application/zip').end(behaviour.archive);
      return;
    }
    json(await answer(request, path, address.searchParams));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    files,
    options,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
