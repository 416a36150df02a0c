import { describe, expect, it } from 'vitest';
import { emptyDrawing } from '#domain/drawing/document.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { createStore, type Store } from '../store/store.ts';
import { applyEdit, type Edit, type OperationEdit } from './edit.ts';
import { createHistory, type History } from './history.ts';
import { spliceVertices } from './splice-vertices.ts';

const line: DrawingFeature = {
  id: 'line',
  kind: 'polyline',
  layerId: 'layer-1',
  code: '',
  name: '',
  coordinates: [0, 0, 0, 1, 1, 1, 2, 2, 2],
  rank: 1,
};

interface Bench {
  store: Store;
  history: History;
  run(edit: Edit): void;
  merge(edit: Edit): void;
}

function createBench(budget?: number): Bench {
  const store = createStore();
  store.loadDocument({ ...emptyDrawing('Drawing'), features: { line } });
  const history = createHistory(store, budget);
  return {
    store,
    history,
    run(edit) {
      void applyEdit(edit, store);
      history.record('step', edit);
    },
    merge(edit) {
      void applyEdit(edit, store);
      history.merge('step', edit);
    },
  };
}

const names = (store: Store) => Object.keys(store.views.document.features).sort();
const coordinates = (store: Store) => store.views.document.features['line']?.coordinates;

function addition(id: string): Edit {
  return { kind: 'patch', changes: [{ table: 'features', id, before: null, after: { ...line, id } }] };
}

/** An operation that counts what happens to it. */
function createCounted(byteSize = 10) {
  const calls: string[] = [];
  const edit: OperationEdit = {
    kind: 'operation',
    byteSize,
    apply: () => void calls.push('apply'),
    revert: () => void calls.push('revert'),
    dispose: () => void calls.push('dispose'),
  };
  return { edit, calls };
}

describe('history', () => {
  it('undoes and redoes patches to the exact state', async () => {
    const { store, history, run } = createBench();
    run(addition('a'));
    run(addition('b'));
    expect(await history.undo()).toBe(true);
    expect(names(store)).toEqual(['a', 'line']);
    await history.undo();
    expect(await history.undo()).toBe(false);
    expect(names(store)).toEqual(['line']);
    await history.redo();
    await history.redo();
    expect(await history.redo()).toBe(false);
    expect(names(store)).toEqual(['a', 'b', 'line']);
  });

  it('disposes what a new step makes unreachable', async () => {
    const { history, run } = createBench();
    const { edit, calls } = createCounted();
    run(edit);
    await history.undo();
    run(addition('a'));
    expect(calls).toEqual(['apply', 'revert', 'dispose']);
    expect(history.redoLabel).toBeNull();
  });

  it('keeps to its byte budget, oldest first, but never drops the newest', async () => {
    const { history, run } = createBench(25);
    const counted = [createCounted(), createCounted(), createCounted()];
    for (const { edit } of counted) run(edit);
    expect(counted.map(({ calls }) => calls.includes('dispose'))).toEqual([true, false, false]);
    expect(history.bytes).toBeLessThanOrEqual(25);
    const huge = createCounted(1000);
    run(huge.edit);
    expect(await history.undo()).toBe(true);
    expect(huge.calls).toEqual(['apply', 'revert']);
  });

  it('moves its cursor only after the step succeeded', async () => {
    const { history, run } = createBench();
    let isBroken = true;
    run({
      kind: 'operation',
      byteSize: 1,
      apply: () => undefined,
      revert: () => {
        if (isBroken) throw new Error('no');
      },
      dispose: () => undefined,
    });
    await expect(history.undo()).rejects.toThrow('no');
    expect(history.undoLabel).toBe('step');
    isBroken = false;
    await history.undo();
    expect(history.undoLabel).toBeNull();
  });

  it('clears everything', async () => {
    const { history, run } = createBench();
    const { edit, calls } = createCounted();
    run(edit);
    history.clear();
    expect(calls).toEqual(['apply', 'dispose']);
    expect(await history.undo()).toBe(false);
  });
});

describe('gestures', () => {
  it('make one step of many moves, holding only what was before and after', async () => {
    const { store, history, merge } = createBench();
    history.beginGesture('move');
    for (let i = 1; i <= 100; i++) merge(spliceVertices(store, 'line', 1, 1, [i, i, i]));
    history.commitGesture();
    expect(history.undoLabel).toBe('move');
    expect(history.bytes).toBeLessThan(200);
    await history.undo();
    expect(coordinates(store)).toEqual(line.coordinates);
    await history.redo();
    expect(coordinates(store)?.slice(3, 6)).toEqual([100, 100, 100]);
  });

  it('restore the state at begin when cancelled, and leave the redo stack', async () => {
    const { store, history, run, merge } = createBench();
    run(addition('a'));
    await history.undo();
    history.beginGesture('move');
    merge(spliceVertices(store, 'line', 1, 0, [9, 9, 9]));
    merge(spliceVertices(store, 'line', 1, 1, [8, 8, 8]));
    await history.cancelGesture();
    expect(coordinates(store)).toEqual(line.coordinates);
    expect(history.redoLabel).toBe('step');
  });

  it('without a change make no step', () => {
    const { history } = createBench();
    history.beginGesture('move');
    history.commitGesture();
    expect(history.undoLabel).toBeNull();
  });

  it('that are open are committed by undo, then undone', async () => {
    const { store, history, merge } = createBench();
    history.beginGesture('move');
    merge(spliceVertices(store, 'line', 0, 1, [7, 7, 7]));
    await history.undo();
    expect(coordinates(store)).toEqual(line.coordinates);
    expect(history.isGestureOpen).toBe(false);
  });
});

describe('vertex edits', () => {
  it('refuse to leave too few vertices', () => {
    const { store } = createBench();
    expect(() => spliceVertices(store, 'line', 0, 2, [])).toThrow(/drawing.too-few-vertices/);
    expect(() => spliceVertices(store, 'gone', 0, 1, [])).toThrow(/drawing.unknown-feature/);
  });
});
