import { describe, expect, it } from 'vitest';
import { createBench, type EditorBench } from '#tests/support/editor.ts';
import { createLocalTasks } from '#tests/support/local-tasks.ts';
import type { TaskRunner } from '../../ports/tasks.ts';

/** Tasks that wait until they are let go, or aborted. */
function createHeldTasks(): { tasks: TaskRunner; letGo: () => void } {
  const local = createLocalTasks();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const tasks: TaskRunner = {
    async run(name, input, options) {
      options?.onProgress?.({ fraction: 0.5, stage: '' });
      const aborted = new Promise<never>((_, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      });
      await Promise.race([held, aborted]);
      return local.run(name, input, options);
    },
  };
  return { tasks, letGo: () => letGo() };
}

async function createHeld(): Promise<EditorBench & { letGo: () => void }> {
  const { tasks, letGo } = createHeldTasks();
  const bench = await createBench({ ports: { tasks } });
  await bench.editor.dispatch(
    'feature.add',
    { kind: 'polyline', coordinates: [0, 0, 0, 10, 0, 0] },
    'program',
  );
  await bench.editor.dispatch('edit.offset', { distance: 2, corner: 'mitre' }, 'panel');
  return { ...bench, letGo };
}

const features = ({ editor }: EditorBench) => Object.values(editor.views.document.features);

describe('edits off this thread', () => {
  it('show their progress, leave the editor free, and are one step', async () => {
    const bench = await createHeld();
    const { editor } = bench;
    expect(editor.views.status.jobs).toMatchObject([{ labelKey: 'command.edit.offset', fraction: 0.5 }]);
    await editor.dispatch('feature.add', { kind: 'point', coordinates: [5, 5, 5] }, 'program');
    bench.letGo();
    await editor.settle();
    expect(features(bench)).toHaveLength(3);
    expect(editor.views.workspace.history.undo).toBe('command.edit.offset');
    await editor.dispatch('history.undo', null, 'shortcut');
    expect(features(bench)).toHaveLength(2);
  });

  it('end without a trace where they are cancelled', async () => {
    const bench = await createHeld();
    await bench.editor.dispatch('job.cancel', { id: 'edit' }, 'panel');
    bench.letGo();
    await bench.editor.settle();
    expect(features(bench)).toHaveLength(1);
    expect(bench.editor.views.status).toMatchObject({ jobs: [], notices: [] });
  });

  it('are not applied to features that changed meanwhile', async () => {
    const bench = await createHeld();
    const { editor } = bench;
    await editor.dispatch('edit.reverse', null, 'panel');
    bench.letGo();
    await editor.settle();
    expect(features(bench)).toHaveLength(1);
    expect(editor.views.status.notices.at(-1)?.error).toEqual({
      code: 'edit.changed-meanwhile',
      params: { count: 1 },
    });
  });

  it('tell at once, or when they know it, what does not fit', async () => {
    const bench = await createBench();
    const { editor } = bench;
    await editor.dispatch('feature.add', { kind: 'point', coordinates: [0, 0, 0] }, 'program');
    expect(await editor.dispatch('edit.buffer', { distance: 0 }, 'panel')).toBe(false);
    expect(await editor.dispatch('edit.buffer', { distance: -1 }, 'panel')).toBe(true);
    await editor.settle();
    expect(editor.views.status.notices.map(({ error }) => error.code)).toEqual([
      'edit.distance-empty',
      'edit.negative',
    ]);
    await editor.dispatch('edit.buffer', { distance: 2 }, 'panel');
    await editor.settle();
    expect(features(bench).map(({ kind }) => kind)).toEqual(['point', 'polygon']);
  });
});
