import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Project } from '#contract/schemas/project.ts';
import { progressOf, withProgress } from '#contract/schemas/project-events.ts';

/** Times of a stream in milliseconds. */
export interface StreamTimes {
  /** Between two events: changes in between are merged. */
  readonly coalesce: number;
  /** Between two checks of a project without notifications; the first one is a keep-alive. */
  readonly look: number;
  /** After which the stream ends, so that its caller's session is checked when it is opened again. */
  readonly life: number;
  /** After which the browser reopens an ended stream. */
  readonly retry: number;
}

export const streamTimes: StreamTimes = { coalesce: 500, look: 5000, life: 600_000, retry: 2000 };

export interface StreamSource {
  /** The project as its caller may see it now; rejects where access has ended, which ends the stream. */
  read(): Promise<Project>;
  /** Calls `tell` when the project has changed; returns a disposer. */
  watch(tell: () => void): () => void;
  /** Id of the last event that the caller has, from an earlier stream. */
  readonly lastEventId: string | null;
  readonly times?: StreamTimes;
}

/**
 * The changes of a project as server-sent events (`projectEvents` of the contract). A caller that reconnects with the
 * id of the newest event is sent nothing, others the whole project. A slow reader gets fewer events, never a backlog.
 * Destroying the stream, as at the end of its request, ends all work for it.
 */
export function openProjectStream({
  read,
  watch,
  lastEventId,
  times = streamTimes,
}: StreamSource): PassThrough {
  const stream = new PassThrough();
  const closing = new AbortController();
  let wake = () => {};
  let hasChanged = false;
  const unwatch = watch(() => {
    hasChanged = true;
    wake();
  });
  stream.once('close', () => closing.abort());
  stream.on('error', () => {});

  const untilChange = async () => {
    if (hasChanged) return;
    const waking = new AbortController();
    wake = () => waking.abort();
    const signal = AbortSignal.any([closing.signal, waking.signal]);
    await wait(times.look, undefined, { signal }).catch(() => {});
  };
  const follow = async () => {
    const end = performance.now() + times.life;
    let known = lastEventId;
    let sent: Project | null = null;
    stream.write(`retry: ${times.retry}\n\n`);
    while (!closing.signal.aborted && performance.now() < end) {
      hasChanged = false;
      const project = await read();
      const id = idOf(project);
      if (!stream.writableNeedDrain) {
        stream.write(id === known ? eventText('alive', Date.now()) : changeText(sent, project, id));
        known = id;
        sent = project;
      }
      await wait(times.coalesce, undefined, { signal: closing.signal }).catch(() => {});
      await untilChange();
    }
  };
  follow()
    .catch(() => {})
    .finally(() => {
      unwatch();
      stream.end();
    });
  return stream;
}

/** Only the frequently changing fields, where nothing else changed; else the whole project. */
function changeText(before: Project | null, project: Project, id: string): string {
  const progress = progressOf(project);
  const isAll = before !== null && idOf(withProgress(before, progress)) === id;
  return isAll ? eventText('progress', progress, id) : eventText('project', project, id);
}

function eventText(name: 'project' | 'progress' | 'alive', data: unknown, id?: string): string {
  const head = id === undefined ? '' : `id: ${id}\n`;
  return `${head}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function idOf(project: Project): string {
  return createHash('sha256').update(JSON.stringify(project)).digest('base64url').slice(0, 22);
}
