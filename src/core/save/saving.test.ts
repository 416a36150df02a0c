import { describe, expect, it } from 'vitest';
import { createBench, createMemoryDrawings } from '#tests/support/editor.ts';

const point = { kind: 'point', coordinates: [1, 2, 3] } as const;

async function createDrawn() {
  const bench = await createBench();
  const draw = () => bench.editor.dispatch('feature.add', point, 'program');
  /** Flushes the promises of a save. */
  const pass = async (ms: number) => {
    bench.clock.advance(ms);
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };
  return { ...bench, draw, pass, state: () => bench.editor.views.status.save.kind };
}

describe('autosave', () => {
  it('saves 4 s after the last change', async () => {
    const { draw, pass, server, state, editor } = await createDrawn();
    await draw();
    expect(state()).toBe('unsaved');
    expect(editor.hasUnsaved).toBe(true);
    await pass(3999);
    expect(server.saves).toBe(0);
    await draw();
    await pass(3999);
    expect(server.saves).toBe(0);
    await pass(1);
    expect(server.saves).toBe(1);
    expect(state()).toBe('saved');
    expect(editor.hasUnsaved).toBe(false);
  });

  it('saves after a minute of changes without a pause', async () => {
    const { draw, pass, server } = await createDrawn();
    for (let second = 0; second < 59; second++) {
      await draw();
      await pass(1000);
    }
    expect(server.saves).toBe(0);
    await draw();
    await pass(1000);
    expect(server.saves).toBe(1);
  });

  it('saves nothing when nothing was changed', async () => {
    const { pass, server, editor } = await createDrawn();
    await editor.dispatch('tool.choose', { tool: 'polygon' }, 'program');
    await editor.dispatch('save.now', null, 'shortcut');
    await pass(120_000);
    expect(server.saves).toBe(0);
  });

  it('restores on reload what was saved', async () => {
    const { draw, pass, server, editor } = await createDrawn();
    await draw();
    await pass(4000);
    const again = await createBench({ server });
    expect(again.editor.views.document.features).toEqual(editor.views.document.features);
  });

  it('saves on leaving', async () => {
    const { draw, server, editor } = await createDrawn();
    await draw();
    await editor.dispose();
    expect(server.saves).toBe(1);
  });

  it('tries again after a failure, keeping what was drawn', async () => {
    const { draw, pass, server, state, editor } = await createDrawn();
    await draw();
    server.failure = new Error('offline');
    await pass(4000);
    expect(state()).toBe('failed');
    expect(editor.hasUnsaved).toBe(true);
    server.failure = null;
    await pass(10_000);
    expect(state()).toBe('saved');
    expect(server.stored.revision).toBe(1);
  });
});

describe('a drawing changed elsewhere', () => {
  async function createConflict() {
    const bench = await createDrawn();
    const other = await createBench({ server: bench.server });
    await other.editor.dispatch('feature.add', { ...point, name: 'theirs' }, 'program');
    await other.editor.dispose();
    await bench.editor.dispatch('feature.add', { ...point, name: 'mine' }, 'program');
    await bench.pass(4000);
    const names = () => Object.values(bench.editor.views.document.features).map(({ name }) => name);
    return { ...bench, names };
  }

  it('is shown, and nothing is lost or overwritten', async () => {
    const { state, names, server, draw, pass, editor } = await createConflict();
    expect(state()).toBe('conflict');
    expect(names()).toEqual(['mine']);
    await draw();
    await pass(120_000);
    expect(server.stored.revision).toBe(1);
    expect(editor.hasUnsaved).toBe(true);
  });

  it('goes on with mine as the next revision', async () => {
    const { state, server, editor, pass } = await createConflict();
    await editor.dispatch('conflict.keep-mine', null, 'panel');
    await pass(0);
    expect(state()).toBe('saved');
    expect(server.stored.revision).toBe(2);
    expect(JSON.stringify(server.stored.document)).toContain('mine');
  });

  it('goes on with theirs, and undo brings mine back', async () => {
    const { names, editor } = await createConflict();
    await editor.dispatch('conflict.take-theirs', null, 'panel');
    expect(names()).toEqual(['theirs']);
    await editor.dispatch('history.undo', null, 'shortcut');
    expect(names()).toEqual(['mine']);
  });
});

describe('a drawing that cannot be written', () => {
  it('is left alone when it cannot be read', async () => {
    const server = createMemoryDrawings();
    server.stored = { revision: 3, document: { schemaVersion: 99 }, savedBy: null };
    const { editor, clock } = await createBench({ server });
    expect(editor.views.status.save).toMatchObject({ kind: 'read-only', error: { code: 'drawing.too-new' } });
    await editor.dispatch('feature.add', point, 'program');
    clock.advance(120_000);
    await editor.dispose();
    expect(server.saves).toBe(0);
  });

  it('is shown to those who may only look', async () => {
    const { editor } = await createBench({ facts: { canEdit: false } });
    await editor.dispatch('feature.add', point, 'program');
    expect(editor.views.document.features).toEqual({});
    expect(editor.isEnabled('feature.add', point)).toBe(false);
  });
});
