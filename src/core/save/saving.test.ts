import { describe, expect, it } from 'vitest';
import { parseDrawing } from '#domain/drawing/parse/parse-drawing.ts';
import {
  createBench,
  createMemoryDrawings,
  createMemoryPending,
  type EditorBench,
  type MemoryDrawings,
} from '#tests/support/editor.ts';

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

/** Two windows on a drawing that has two points. */
async function createTwo() {
  const mine = await createDrawn();
  await mine.draw();
  await mine.draw();
  await mine.pass(4000);
  const theirs = await createBench({ server: mine.server });
  const [a, b] = Object.keys(mine.editor.views.document.features) as [string, string];
  const name = (bench: EditorBench, id: string, text: string) =>
    bench.editor.dispatch('feature.update', { ids: [id], patch: { name: text } }, 'program');
  const names = (bench: EditorBench) =>
    [a, b].map((id) => bench.editor.views.document.features[id]?.name ?? null);
  const leave = async () => theirs.editor.dispose();
  return { mine, theirs, a, b, name, names, leave };
}

const inFull = (server: MemoryDrawings) => parseDrawing(server.stored.document);

describe('changes of a drawing', () => {
  it('are sent by themselves, however large the drawing is', async () => {
    const { draw, pass, server, editor } = await createDrawn();
    await editor.dispatch(
      'feature.add',
      { kind: 'polyline', coordinates: Array.from({ length: 30_000 }, (_, i) => i) },
      'program',
    );
    await pass(4000);
    expect(server.sent).toBeGreaterThan(100_000);
    const [id] = Object.keys(editor.views.document.features);
    const move = { featureId: id!, index: 5000, position: [1, 2, 3] as const };
    await editor.dispatch('vertex.move', move, 'program');
    await pass(4000);
    expect(server.sent).toBeLessThan(2048);
    await draw();
    await editor.dispatch('layer.add', { name: 'Kerbs' }, 'program');
    await pass(4000);
    expect(server.sent).toBeLessThan(2048);
    expect(inFull(server).features).toEqual({ ...editor.views.document.features });
    expect(Object.keys(inFull(server).layers)).toHaveLength(2);
  });

  it('that are undone before they were sent are not sent', async () => {
    const { draw, pass, server, editor, state } = await createDrawn();
    await draw();
    await editor.dispatch('history.undo', null, 'shortcut');
    expect(editor.hasUnsaved).toBe(false);
    await pass(4000);
    expect(server.saves).toBe(0);
    expect(state()).toBe('saved');
  });
});

describe('two windows on a drawing', () => {
  it('merge what does not touch the same feature, and neither loses anything', async () => {
    const { mine, theirs, a, b, name, names, leave } = await createTwo();
    await name(theirs, b, 'theirs');
    await leave();
    await name(mine, a, 'mine');
    await mine.pass(4000);
    expect(mine.state()).toBe('saved');
    expect(names(mine)).toEqual(['mine', 'theirs']);
    expect(Object.values(inFull(mine.server).features).map((feature) => feature.name)).toEqual([
      'mine',
      'theirs',
    ]);
  });

  async function createConflict() {
    const two = await createTwo();
    await two.name(two.theirs, two.a, 'theirs');
    await two.name(two.theirs, two.b, 'also theirs');
    await two.leave();
    await two.name(two.mine, two.a, 'mine');
    await two.mine.pass(4000);
    return two;
  }

  it('show a feature that both changed, and overwrite nothing', async () => {
    const { mine, a, names } = await createConflict();
    expect(mine.editor.views.status.save).toMatchObject({
      kind: 'conflict',
      contested: [{ table: 'features', id: a, name: 'mine', theirs: 'changed' }],
    });
    expect(names(mine)).toEqual(['mine', 'also theirs']);
    const { revision } = mine.server.stored;
    await mine.draw();
    await mine.pass(120_000);
    expect(mine.server.stored.revision).toBe(revision);
    expect(mine.editor.hasUnsaved).toBe(true);
  });

  it('go on with mine as the next revision', async () => {
    const { mine, names } = await createConflict();
    await mine.editor.dispatch('conflict.keep-mine', null, 'panel');
    await mine.pass(0);
    expect(mine.state()).toBe('saved');
    expect(names(mine)).toEqual(['mine', 'also theirs']);
    expect(Object.values(inFull(mine.server).features).map(({ name }) => name)).toEqual([
      'mine',
      'also theirs',
    ]);
  });

  it('go on with theirs, and undo brings mine back', async () => {
    const { mine, names } = await createConflict();
    await mine.editor.dispatch('conflict.take-theirs', null, 'panel');
    expect(names(mine)).toEqual(['theirs', 'also theirs']);
    await mine.editor.dispatch('history.undo', null, 'shortcut');
    expect(names(mine)).toEqual(['mine', 'also theirs']);
    await mine.pass(4000);
    expect(inFull(mine.server).features[Object.keys(inFull(mine.server).features)[0]!]?.name).toBe('mine');
  });

  it('say what the others removed', async () => {
    const { mine, theirs, a, name, leave } = await createTwo();
    await theirs.editor.dispatch('feature.delete', { ids: [a] }, 'program');
    await leave();
    await name(mine, a, 'mine');
    await mine.pass(4000);
    expect(mine.editor.views.status.save).toMatchObject({ contested: [{ id: a, theirs: 'removed' }] });
    await mine.editor.dispatch('conflict.take-theirs', null, 'panel');
    expect(mine.editor.views.document.features[a]).toBeUndefined();
  });
});

describe('a layer that one window removes while the other draws on it', () => {
  async function createLayered() {
    const mine = await createDrawn();
    await mine.editor.dispatch('layer.add', { name: 'Kerbs' }, 'program');
    await mine.pass(4000);
    const theirs = await createBench({ server: mine.server });
    const kerbs = Object.values(mine.editor.views.document.layers).find(({ name }) => name === 'Kerbs')!;
    const drawOn = async (bench: EditorBench) => {
      await bench.editor.dispatch('layer.activate', { id: kerbs.id }, 'program');
      await bench.editor.dispatch('feature.add', point, 'program');
    };
    const whole = () => {
      const { layers, features } = inFull(mine.server);
      return [Object.values(layers).some(({ id }) => id === kerbs.id), Object.keys(features).length];
    };
    return { mine, theirs, kerbs, drawOn, whole };
  }

  it('stays where mine has features on it', async () => {
    const { mine, theirs, kerbs, drawOn, whole } = await createLayered();
    await theirs.editor.dispatch('layer.delete', { id: kerbs.id }, 'program');
    await theirs.editor.dispose();
    await drawOn(mine);
    await mine.pass(4000);
    await mine.pass(4000);
    expect(mine.state()).toBe('saved');
    expect(whole()).toEqual([true, 1]);
    expect(mine.editor.views.document.layers[kerbs.id]).toBeDefined();
  });

  it('comes back where theirs has features on it', async () => {
    const { mine, theirs, kerbs, drawOn, whole } = await createLayered();
    await drawOn(theirs);
    await theirs.editor.dispose();
    await mine.editor.dispatch('layer.delete', { id: kerbs.id }, 'program');
    await mine.pass(4000);
    await mine.pass(4000);
    expect(mine.state()).toBe('saved');
    expect(whole()).toEqual([true, 1]);
    expect(mine.editor.views.document.layers[kerbs.id]).toBeDefined();
    expect(Object.keys(mine.editor.views.document.features)).toHaveLength(1);
  });
});

describe('changes that could not be sent', () => {
  it('are kept of a drawing that was never saved', async () => {
    const [pending, server] = [createMemoryPending(), createMemoryDrawings()];
    const first = await createBench({ server, ports: { pending } });
    await first.editor.dispatch('feature.add', { ...point, name: 'first' }, 'program');
    server.failure = new Error('offline');
    await first.editor.dispose();
    server.failure = null;
    const again = await createBench({ server, ports: { pending } });
    expect(namesOf(again)).toEqual(['first']);
    await again.editor.dispose();
    expect(Object.values(inFull(server).features).map(({ name }) => name)).toEqual(['first']);
  });

  it('are left as they are where they cannot be taken up, and nothing is saved over them', async () => {
    const { pending, server } = await createLost();
    const kept = pending.kept!;
    const broken = [{ op: 'set', table: 'features', record: { id: 'x', kind: 'moat' } }] as const;
    pending.kept = { ...kept, records: broken };
    const again = await createBench({ server, ports: { pending } });
    expect(again.editor.views.status.save).toMatchObject({
      kind: 'read-only',
      error: { code: 'drawing.bad-record' },
    });
    expect(pending.kept).toEqual({ ...kept, records: broken });
  });

  const addKept = (bench: EditorBench) =>
    bench.editor.dispatch('feature.add', { ...point, name: 'kept' }, 'program');
  const rename = ({ editor }: EditorBench, name: string) => {
    const ids = Object.keys(editor.views.document.features);
    return editor.dispatch('feature.update', { ids, patch: { name } }, 'program');
  };

  async function createLost(edit: (bench: EditorBench) => Promise<unknown> = addKept) {
    const pending = createMemoryPending();
    const server = createMemoryDrawings();
    const first = await createBench({ server, ports: { pending } });
    await first.editor.dispatch('feature.add', point, 'program');
    await first.editor.dispatch('save.now', null, 'shortcut');
    await first.editor.settle();
    await edit(first);
    server.failure = new Error('offline');
    await first.editor.dispose();
    server.failure = null;
    expect(pending.kept?.operations).toHaveLength(1);
    return { pending, server };
  }
  const namesOf = ({ editor }: EditorBench) =>
    Object.values(editor.views.document.features).map(({ name }) => name);

  it('are kept on this machine and sent when the drawing is opened again', async () => {
    const { pending, server } = await createLost();
    const again = await createBench({ server, ports: { pending } });
    expect(namesOf(again)).toEqual(['1', 'kept']);
    await again.editor.dispose();
    expect(Object.values(inFull(server).features).map(({ name }) => name)).toEqual(['1', 'kept']);
    expect(pending.kept).toBeNull();
  });

  it('are merged with what others saved meanwhile', async () => {
    const { pending, server } = await createLost();
    const other = await createBench({ server });
    await other.editor.dispatch('layer.add', { name: 'Theirs' }, 'program');
    await other.editor.dispose();
    const again = await createBench({ server, ports: { pending } });
    expect(namesOf(again)).toEqual(['1', 'kept']);
    expect(Object.values(again.editor.views.document.layers).map(({ name }) => name)).toContain('Theirs');
    expect(pending.kept).toBeNull();
  });

  it('are asked about where others changed the same', async () => {
    const { pending, server } = await createLost((bench) => rename(bench, 'kept'));
    const other = await createBench({ server });
    await rename(other, 'theirs');
    await other.editor.dispose();
    const again = await createBench({ server, ports: { pending } });
    expect(again.editor.views.status.save).toMatchObject({ kind: 'conflict', contested: [{ name: 'kept' }] });
    expect(namesOf(again)).toEqual(['kept']);
    await again.editor.dispatch('conflict.take-theirs', null, 'panel');
    expect(namesOf(again)).toEqual(['theirs']);
  });
});

describe('a drawing that cannot be written', () => {
  it('is left alone when it cannot be read', async () => {
    const server = createMemoryDrawings();
    server.stored = { revision: 3, document: { schemaVersion: 99 }, savedBy: null, readOnlyReason: null };
    const { editor, clock } = await createBench({ server });
    expect(editor.views.status.save).toMatchObject({ kind: 'read-only', error: { code: 'drawing.too-new' } });
    await editor.dispatch('feature.add', point, 'program');
    clock.advance(120_000);
    await editor.dispose();
    expect(server.saves).toBe(0);
  });

  it('is shown as far as it is known where a newer program saved it', async () => {
    const { draw, pass, server } = await createDrawn();
    await draw();
    await pass(4000);
    server.stored = {
      ...server.stored,
      document: { ...(server.stored.document as object), schemaVersion: 99 },
    };
    const { editor } = await createBench({ server });
    expect(Object.keys(editor.views.document.features)).toHaveLength(1);
    expect(editor.views.status.save).toMatchObject({
      kind: 'read-only',
      error: { code: 'drawing.newer-shown' },
    });
    expect(editor.isEnabled('feature.add', point)).toBe(false);
  });

  it('is left alone when it is locked', async () => {
    const server = createMemoryDrawings();
    server.stored = { ...server.stored, readOnlyReason: { code: 'drawing.locked', params: {} } };
    const { editor } = await createBench({ server });
    expect(editor.views.status.save).toMatchObject({ kind: 'read-only', error: { code: 'drawing.locked' } });
    expect(editor.isEnabled('feature.add', point)).toBe(false);
  });

  it('is shown to those who may only look', async () => {
    const { editor } = await createBench({ facts: { canEdit: false } });
    await editor.dispatch('feature.add', point, 'program');
    expect(editor.views.document.features).toEqual({});
    expect(editor.isEnabled('feature.add', point)).toBe(false);
  });
});
