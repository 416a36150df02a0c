import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#domain/errors/app-error.ts';
import { systemReason } from '#domain/errors/system-reason.ts';
import { writeStream } from '#workers/io/write-stream.ts';
import type { NodeodmService } from '../../../config/service-settings.ts';

/** Statuses of a task, by the codes of the protocol. */
export const nodeodmStatus = { queued: 10, running: 20, failed: 30, completed: 40, cancelled: 50 } as const;

export interface NodeodmInfo {
  readonly version: string;
  readonly engineVersion: string;
  readonly maxImages: number | null;
}

/** An option of the service: its name, type and domain. */
export interface NodeodmOption {
  readonly name: string;
  readonly type: string;
  readonly domain: string | readonly string[];
}

export interface NodeodmTask {
  readonly status: number;
  readonly errorMessage: string | null;
  /** 0 to 100. */
  readonly progress: number;
}

export interface NodeodmClient {
  /** Without token and query, for texts. */
  readonly url: string;
  info(): Promise<NodeodmInfo>;
  options(): Promise<NodeodmOption[]>;
  /** Starts a task; all option values are text. */
  init(name: string, options: Readonly<Record<string, string>>): Promise<string>;
  upload(task: string, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  commit(task: string): Promise<void>;
  task(task: string): Promise<NodeodmTask>;
  /** Lines of the task's log from `line` on; negative counts from the end. */
  output(task: string, line: number): Promise<string[]>;
  download(task: string, asset: string, path: string): Promise<void>;
  cancel(task: string): Promise<void>;
  remove(task: string): Promise<void>;
}

const attempts = 4;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function baseOf(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AppError('engine.bad-address', { url: address });
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/**
 * A client of the NodeODM protocol. The service answers errors with status 200 and an `error` field; calls that fail
 * in transit, or with a status from 500 on, are retried. Errors: `engine.bad-address`, `engine.unreachable`,
 * `engine.refused` (with the service's message), `engine.bad-answer`, `AbortError`.
 */
export function createNodeodmClient(service: NodeodmService, signal?: AbortSignal): NodeodmClient {
  const base = baseOf(service.url);
  const url = `${base.origin}${base.pathname.replace(/\/$/, '')}`;
  const pollMs = service.pollMs ?? 2000;
  const token = service.token ?? base.searchParams.get('token') ?? '';

  const addressOf = (path: string, query: Readonly<Record<string, string>> = {}): URL => {
    const address = new URL(path, `${base.origin}${base.pathname}`);
    for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value);
    if (token) address.searchParams.set('token', token);
    return address;
  };

  async function ask(
    path: string,
    init: () => RequestInit,
    query?: Record<string, string>,
  ): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      let failure: AppError;
      try {
        const response = await fetch(addressOf(path, query), { ...init(), ...(signal ? { signal } : {}) });
        if (response.status < 500) return response;
        await response.body?.cancel();
        failure = new AppError('engine.unreachable', {
          url,
          reason: 'it-answered-with-status',
          status: response.status,
        });
      } catch (error) {
        signal?.throwIfAborted();
        failure = new AppError('engine.unreachable', { ...systemReason(error), url }, { cause: error });
      }
      if (attempt >= attempts) throw failure;
      await wait(pollMs * attempt, undefined, signal ? { signal } : {});
    }
  }

  async function answer(
    path: string,
    init: () => RequestInit,
    query?: Record<string, string>,
  ): Promise<unknown> {
    const response = await ask(path, init, query);
    const text = await response.text();
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      throw new AppError('engine.bad-answer', {
        url,
        call: path,
        reason: 'its-answer-is-not-json',
        status: response.status,
      });
    }
    const message = isRecord(body) ? (body.error ?? body.message) : undefined;
    if (isRecord(body) && typeof body.error === 'string')
      throw new AppError('engine.refused', { url, reason: body.error });
    if (response.ok) return body;
    const reason = message === undefined ? 'it-answered-with-status' : String(message);
    throw new AppError('engine.refused', { url, reason, status: response.status });
  }

  const get = (path: string, query?: Record<string, string>) =>
    answer(path, () => ({ method: 'GET' }), query);
  const post = (path: string, body: Record<string, string>) =>
    answer(path, () => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }));
  const bad = (call: string, reason: string) => new AppError('engine.bad-answer', { url, call, reason });
  const form = (fields: (form: FormData) => void) => {
    const body = new FormData();
    fields(body);
    return { method: 'POST', body };
  };

  return {
    url,
    async info() {
      const body = await get('info');
      if (!isRecord(body) || typeof body.version !== 'string') throw bad('info', 'no-version');
      const maxImages = typeof body.maxImages === 'number' ? body.maxImages : null;
      return { version: body.version, engineVersion: String(body.engineVersion ?? ''), maxImages };
    },
    async options() {
      const body = await get('options');
      if (!Array.isArray(body)) throw bad('options', 'no-list');
      return body.filter(isRecord).map(({ name, type, domain }) => ({
        name: String(name),
        type: String(type),
        domain: Array.isArray(domain) ? domain.map(String) : String(domain ?? ''),
      }));
    },
    async init(name, options) {
      const list = JSON.stringify(Object.entries(options).map(([key, value]) => ({ name: key, value })));
      const body = await answer('task/new/init', () =>
        form((fields) => {
          fields.set('name', name);
          fields.set('options', list);
        }),
      );
      if (!isRecord(body) || typeof body.uuid !== 'string') throw bad('task/new/init', 'no-uuid');
      return body.uuid;
    },
    async upload(task, name, bytes) {
      await answer(`task/new/upload/${encodeURIComponent(task)}`, () =>
        form((fields) => fields.set('images', new Blob([bytes]), name)),
      );
    },
    async commit(task) {
      await post(`task/new/commit/${encodeURIComponent(task)}`, {});
    },
    async task(task) {
      const body = await get(`task/${encodeURIComponent(task)}/info`);
      const status = isRecord(body) ? body.status : null;
      if (!isRecord(body) || !isRecord(status) || typeof status.code !== 'number')
        throw bad('task/…/info', 'no-status');
      return {
        status: status.code,
        errorMessage: typeof status.errorMessage === 'string' ? status.errorMessage : null,
        progress: typeof body.progress === 'number' ? body.progress : 0,
      };
    },
    async output(task, line) {
      const body = await get(`task/${encodeURIComponent(task)}/output`, { line: String(line) });
      return Array.isArray(body) ? body.map(String) : String(body).split('\n');
    },
    async download(task, asset, path) {
      const response = await ask(`task/${encodeURIComponent(task)}/download/${asset}`, () => ({
        method: 'GET',
      }));
      const isError = !response.ok || (response.headers.get('content-type') ?? '').includes('json');
      if (isError || !response.body) {
        const body: unknown = await response.json().catch(() => null);
        const reason =
          isRecord(body) && typeof body.error === 'string' ? body.error : 'it-answered-with-status';
        throw new AppError('engine.refused', { url, reason, status: response.status });
      }
      const draft = `${path}.part`;
      try {
        await writeStream(draft, [Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])]);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        signal?.throwIfAborted();
        if (error instanceof TypeError)
          throw new AppError('engine.unreachable', { ...systemReason(error), url }, { cause: error });
        throw error;
      }
    },
    async cancel(task) {
      await post('task/cancel', { uuid: task });
    },
    async remove(task) {
      await post('task/remove', { uuid: task });
    },
  };
}
