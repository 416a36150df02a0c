import { proxy } from 'valtio';
import type { ApiClient } from '../client.ts';
import { matchMissing } from './match-missing.ts';
import { sendParts, type UploadPart } from './send-parts.ts';
import { createSpeedMeter } from './speed-meter.ts';
import type { UploadTransport } from './transport.ts';

/** An upload of this browser. What is done leaves the list; what failed stays until it is tried again or given up. */
export interface Upload {
  readonly pk: number;
  readonly name: string;
  status: 'loading' | 'error';
  sentBytes: number;
  readonly totalBytes: number;
  bytesPerSecond: number | null;
  secondsLeft: number | null;
  /** What failed, with `code` and `params` where it is ours. */
  error: unknown;
}

/** The uploads of this browser and what can be done with them. */
export interface UploadList {
  /** For `useSnapshot`; changed here only. */
  readonly state: { readonly uploads: readonly Readonly<Upload>[] };
  /** Sends the announced files of a project, then starts its processing. */
  start(project: { pk: number; name: string }, parts: readonly UploadPart[]): void;
  /** Sends files that an interrupted upload waits for; answers how many of the files match. */
  resume(
    project: { pk: number; name: string },
    missing: readonly (readonly [string, number])[],
    files: readonly File[],
  ): number;
  /** Tries a failed upload again; what arrived is not sent twice. */
  retry(pk: number): void;
  /** Stops an upload; what arrived stays on the server. */
  cancel(pk: number): void;
}

interface Run {
  readonly controller: AbortController;
  readonly parts: readonly UploadPart[];
}

interface UploadDependencies {
  readonly client: ApiClient;
  readonly transport: UploadTransport;
  /** Clock, ms. */
  now(): number;
  /** Renews what is cached of the project when its upload is through; awaited before the upload leaves the list. */
  onDone(pk: number): Promise<void>;
}

/** Makes an empty list. */
export function createUploadList({ client, transport, now, onDone }: UploadDependencies): UploadList {
  const state = proxy<{ uploads: Upload[] }>({ uploads: [] });
  const runs = new Map<number, Run>();
  const find = (pk: number) => state.uploads.find((upload) => upload.pk === pk);
  const remove = (pk: number) => {
    state.uploads = state.uploads.filter((upload) => upload.pk !== pk);
    runs.delete(pk);
  };

  const execute = async (pk: number, run: Run) => {
    const meter = createSpeedMeter();
    const { signal } = run.controller;
    try {
      await sendParts(client, transport, pk, run.parts, {
        signal,
        onProgress: (sentBytes) => {
          const upload = find(pk);
          if (upload === undefined) return;
          meter.sample(sentBytes, now());
          const speed = meter.bytesPerSecond() ?? null;
          upload.sentBytes = sentBytes;
          upload.bytesPerSecond = speed;
          upload.secondsLeft = speed === null || speed === 0 ? null : (upload.totalBytes - sentBytes) / speed;
        },
      });
      await onDone(pk);
      remove(pk);
    } catch (error) {
      const upload = find(pk);
      if (signal.aborted || upload === undefined) return;
      upload.status = 'error';
      upload.error = error;
    }
  };

  const start: UploadList['start'] = (project, parts) => {
    remove(project.pk);
    state.uploads.push({
      ...project,
      status: 'loading',
      sentBytes: 0,
      totalBytes: parts.reduce((sum, part) => sum + part.file.size, 0),
      bytesPerSecond: null,
      secondsLeft: null,
      error: null,
    });
    const run: Run = { controller: new AbortController(), parts };
    runs.set(project.pk, run);
    void execute(project.pk, run);
  };

  return {
    state,
    start,
    resume(project, missing, files) {
      const parts = matchMissing(missing, files);
      if (parts.length > 0) start(project, parts);
      return parts.length;
    },
    retry(pk) {
      const upload = find(pk);
      const run = runs.get(pk);
      if (upload?.status !== 'error' || run === undefined) return;
      upload.status = 'loading';
      upload.error = null;
      void execute(pk, run);
    },
    cancel(pk) {
      runs.get(pk)?.controller.abort();
      remove(pk);
    },
  };
}

/** Warns before the page is left while an upload runs. Returns the function that stops it. */
export function warnBeforeLeaving(page: Window, list: UploadList): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (list.state.uploads.some((upload) => upload.status === 'loading')) event.preventDefault();
  };
  page.addEventListener('beforeunload', warn);
  return () => page.removeEventListener('beforeunload', warn);
}
