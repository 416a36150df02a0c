import { proxy, ref } from 'valtio';
import { routes } from '#contract/routes/table.ts';
import { type ApiClient, statusOf } from '../client.ts';
import {
  type JournalEntry,
  type KeptHandle,
  reopenParts,
  requestReadAccess,
  type UploadJournal,
} from './journal.ts';
import type { UploadLock } from './lock.ts';
import type { UploadRunner } from './runner.ts';
import type { UploadPart, UploadReport } from './send-parts.ts';
import { createSpeedMeter } from './speed-meter.ts';

/** An upload of this browser. Completed uploads are removed; failed ones are kept until retried or cancelled. */
export interface Upload {
  readonly pk: number;
  readonly name: string;
  status: 'loading' | 'error';
  phase: UploadReport['phase'];
  /** Why it waits for the network; null otherwise. */
  reason: UploadReport['reason'];
  sentBytes: number;
  readonly totalBytes: number;
  bytesPerSecond: number | null;
  secondsLeft: number | null;
  /** The error, with `code` and `params` for typed errors. */
  error: unknown;
}

/** An upload that another page began; it resumes once the user permits this one to read its files. */
export interface HeldUpload {
  readonly pk: number;
  readonly name: string;
}

/** The uploads of this browser and their actions. */
export interface UploadList {
  /** For `useSnapshot`; changed here only. */
  readonly state: { readonly uploads: readonly Readonly<Upload>[]; readonly held: readonly HeldUpload[] };
  /** Sends the announced files of a project, then starts its processing. */
  start(project: { pk: number; name: string }, parts: readonly UploadPart[]): void;
  /** Sends files that an interrupted upload waits for. */
  resume(project: { pk: number; name: string }, parts: readonly UploadPart[]): void;
  /** Resumes the uploads that a reload or a crash interrupted and whose files may be read; holds the others. */
  restore(): Promise<void>;
  /** Requests access to the files of a held upload and resumes it; only from a click. False: they may not be read. */
  goOn(pk: number): Promise<boolean>;
  /** This browser's record of the files of a project's upload; null for none. */
  remembered(pk: number): Promise<JournalEntry | null>;
  /** Retries a failed upload; files that arrived are not sent again. */
  retry(pk: number): void;
  /** Stops an upload; files that arrived remain on the server. */
  cancel(pk: number): void;
}

interface Run {
  readonly controller: AbortController;
  readonly parts: readonly UploadPart[];
}

interface UploadDependencies {
  readonly client: ApiClient;
  readonly runner: UploadRunner;
  readonly journal: UploadJournal;
  readonly lock: UploadLock;
  /** The handle that a file was dropped with; null where the browser provides none. */
  handleOf(file: File): KeptHandle | null;
  /** Clock, ms. */
  now(): number;
  /** Refreshes the cached project when its upload is complete; awaited before the upload is removed from the list. */
  onDone(pk: number): Promise<void>;
}

/** Creates an empty list. Uploads work without a journal where the browser refuses one. */
export function createUploadList(dependencies: UploadDependencies): UploadList {
  const { client, runner, journal, lock, handleOf, now, onDone } = dependencies;
  const state = proxy<{ uploads: Upload[]; held: HeldUpload[] }>({ uploads: [], held: [] });
  const runs = new Map<number, Run>();
  const find = (pk: number) => state.uploads.find((upload) => upload.pk === pk);
  const release = (pk: number) => {
    state.held = state.held.filter((entry) => entry.pk !== pk);
  };
  const remove = (pk: number) => {
    state.uploads = state.uploads.filter((upload) => upload.pk !== pk);
    runs.delete(pk);
  };
  const forget = (pk: number) => journal.remove(pk).catch(() => undefined);

  const execute = async (pk: number, run: Run, isResumed: boolean) => {
    const meter = createSpeedMeter();
    const { signal } = run.controller;
    const onReport = ({ sentBytes, phase, reason }: UploadReport) => {
      const upload = find(pk);
      if (upload === undefined) return;
      meter.sample(sentBytes, now());
      const speed = meter.bytesPerSecond() ?? null;
      const secondsLeft = speed !== null && speed > 0 ? (upload.totalBytes - sentBytes) / speed : null;
      Object.assign(upload, { sentBytes, phase, reason, bytesPerSecond: speed, secondsLeft });
    };
    try {
      const job = { pk, parts: run.parts, isResumed };
      await lock.hold(pk, signal, () => runner(job, { signal, onReport }));
      await forget(pk);
      await onDone(pk);
      remove(pk);
    } catch (error) {
      const upload = find(pk);
      if (signal.aborted || upload === undefined) return;
      upload.status = 'error';
      upload.error = error instanceof Error ? ref(error) : error;
    }
  };

  const begin = ({ pk, name }: HeldUpload, parts: readonly UploadPart[], isResumed: boolean) => {
    runs.get(pk)?.controller.abort();
    remove(pk);
    release(pk);
    state.uploads.push({
      pk,
      name,
      status: 'loading',
      phase: 'sending',
      reason: null,
      sentBytes: 0,
      totalBytes: parts.reduce((sum, part) => sum + part.file.size, 0),
      bytesPerSecond: null,
      secondsLeft: null,
      error: null,
    });
    const run: Run = { controller: new AbortController(), parts };
    runs.set(pk, run);
    void execute(pk, run, isResumed);
  };

  const remember = ({ pk, name }: HeldUpload, parts: readonly UploadPart[]) => {
    const kept = parts.map(({ file, name: partName, lidar }) => ({
      name: partName,
      lidar,
      fileName: file.name,
      size: file.size,
      lastModified: file.lastModified,
      handle: handleOf(file),
    }));
    void journal.put({ pk, name, parts: kept }).catch(() => undefined);
  };

  /** The part of a remembered upload that the server still waits for; null when there is no such upload any more. */
  const findLeft = async (entry: JournalEntry) => {
    try {
      const { missing } = await client.call(routes.uploadRecovery, { params: { pk: entry.pk } });
      const names = new Set(missing.map(([name]) => name));
      return entry.parts.filter((part) => names.has(part.name));
    } catch (error) {
      if (statusOf(error) !== 404 && statusOf(error) !== 403) throw error;
      await forget(entry.pk);
      return null;
    }
  };

  const restoreOne = async (entry: JournalEntry) => {
    const isListed = [...state.uploads, ...state.held].some(({ pk }) => pk === entry.pk);
    if (isListed || (await lock.isHeld(entry.pk))) return;
    const left = await findLeft(entry);
    if (left === null) return;
    const parts = await reopenParts(left);
    if (parts !== null) begin(entry, parts, true);
    else if (left.every((part) => part.handle !== null)) {
      state.held.push({ pk: entry.pk, name: entry.name });
    }
  };

  return {
    state,
    start(project, parts) {
      remember(project, parts);
      begin(project, parts, false);
    },
    resume(project, parts) {
      remember(project, parts);
      begin(project, parts, true);
    },
    async restore() {
      for (const entry of await journal.all()) await restoreOne(entry);
    },
    async goOn(pk) {
      const entry = await journal.get(pk);
      const left = entry && (await findLeft(entry));
      const isAllowed = left !== null && (await requestReadAccess(left));
      const parts = isAllowed ? await reopenParts(left) : null;
      release(pk);
      if (entry !== null && parts !== null) begin(entry, parts, true);
      return parts !== null;
    },
    remembered: (pk) => journal.get(pk).catch(() => null),
    retry(pk) {
      const upload = find(pk);
      const run = runs.get(pk);
      if (upload?.status !== 'error' || run === undefined) return;
      Object.assign(upload, { status: 'loading', phase: 'sending', error: null });
      void execute(pk, run, true);
    },
    cancel(pk) {
      runs.get(pk)?.controller.abort();
      remove(pk);
      release(pk);
      void forget(pk);
    },
  };
}

/** Warns before the page is left while an upload runs. Returns a disposer. */
export function warnBeforeLeaving(page: Window, list: UploadList): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (list.state.uploads.some((upload) => upload.status === 'loading')) event.preventDefault();
  };
  page.addEventListener('beforeunload', warn);
  return () => page.removeEventListener('beforeunload', warn);
}
