import { describe, expect, it, vi } from 'vitest';
import type { Project } from '#contract/schemas/project.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { openProjectStream } from './project-stream.ts';

const times = { coalesce: 1, look: 20, life: 60_000, retry: 2000 };

/** The part of a project that a stream needs, which only checks for changes. */
function createProject(change: Partial<Project> = {}): Project {
  const product = { pk: 1, stage: null, work_units_completed: 0, work_units_needed: 10 };
  return { pk: 3, state: 'processing', progress: 0, products: [product], ...change } as unknown as Project;
}

interface Watched {
  tell(): void;
  readonly unwatch: ReturnType<typeof vi.fn<() => void>>;
}

function openStream(read: () => Promise<Project>, lastEventId: string | null = null, change = {}) {
  const watched: Watched & { tell: () => void } = { tell: () => {}, unwatch: vi.fn() };
  const stream = openProjectStream({
    read,
    watch: (tell) => {
      watched.tell = tell;
      return watched.unwatch;
    },
    lastEventId,
    times: { ...times, ...change },
  });
  let said = '';
  stream.on('data', (bytes) => {
    said += bytes;
  });
  const events = () =>
    [...said.matchAll(/event: (\w+)\ndata: (.*)/g)].map(([, name, data]) => [name, JSON.parse(data!)]);
  const lastId = () => [...said.matchAll(/id: (.*)/g)].at(-1)?.[1] ?? null;
  return { stream, watched, events, lastId };
}

describe('the stream of a project', () => {
  it('sends the project, then what changed, and the whole again where more changed', async () => {
    let project = createProject();
    const { stream, watched, events } = openStream(async () => project, null, { look: 60_000 });
    await vi.waitFor(() => expect(events()).toEqual([['project', project]]));
    const product = { ...project.products[0]!, stage: 'ground', work_units_completed: 5 };
    project = { ...project, progress: 0.4, products: [product] };
    watched.tell();
    await vi.waitFor(() =>
      expect(events()[1]).toMatchObject(['progress', { progress: 0.4, products: [product] }]),
    );
    project = { ...project, state: 'completed', progress: 1 };
    watched.tell();
    await vi.waitFor(() => expect(events()[2]).toEqual(['project', project]));
    stream.destroy();
  });

  it('sends nothing again to one who comes back, and says that it is alive', async () => {
    const project = createProject();
    const first = openStream(async () => project);
    await vi.waitFor(() => expect(first.events().length).toBeGreaterThan(1));
    expect(first.events()[1]?.[0]).toBe('alive');
    first.stream.destroy();
    const second = openStream(async () => project, first.lastId());
    await vi.waitFor(() => expect(second.events()[0]?.[0]).toBe('alive'));
    second.stream.destroy();
    const stale = openStream(async () => project, 'of yesterday');
    await vi.waitFor(() => expect(stale.events()[0]).toEqual(['project', project]));
    stale.stream.destroy();
  });

  it('leaves out what a slow reader has no room for, and then sends the newest', async () => {
    let project = createProject({ description: 'x'.repeat(100_000) });
    const reads = vi.fn(async () => project);
    const stream = openProjectStream({ read: reads, watch: () => () => {}, lastEventId: null, times });
    await vi.waitFor(() => expect(reads.mock.calls.length).toBeGreaterThan(3));
    project = createProject({ progress: 0.9 });
    const count = reads.mock.calls.length;
    await vi.waitFor(() => expect(reads.mock.calls.length).toBeGreaterThan(count + 1));
    let said = '';
    stream.on('data', (bytes) => {
      said += bytes;
    });
    await vi.waitFor(() => expect(said).toContain('"progress":0.9'));
    expect(said.match(/event: (project|progress)/g)).toEqual(['event: project', 'event: project']);
    stream.destroy();
  });

  it.each(['its caller', 'the project', 'its time'])(
    'ends with %s, and leaves nothing behind',
    async (end) => {
      let isGone = false;
      const reads = vi.fn(async () => {
        if (isGone) throw new AppError('api.project-not-found', { pk: 3 });
        return createProject();
      });
      const { stream, watched, events } = openStream(reads, null, end === 'its time' ? { life: 1 } : {});
      const closed = new Promise((resolve) => stream.once('close', resolve));
      await vi.waitFor(() => expect(events()).not.toEqual([]));
      if (end === 'its caller') stream.destroy();
      isGone = end === 'the project';
      await closed;
      await vi.waitFor(() => expect(watched.unwatch).toHaveBeenCalledOnce());
      const count = reads.mock.calls.length;
      await new Promise((resolve) => setImmediate(resolve));
      expect(reads.mock.calls.length).toBe(count);
    },
  );
});
