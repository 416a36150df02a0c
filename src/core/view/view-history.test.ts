import { describe, expect, it } from 'vitest';
import { createBench, type EditorBench } from '#tests/support/editor.ts';

/** Moves the camera and waits until it is at rest. */
function look({ viewport, clock }: EditorBench, x: number): void {
  viewport.setCamera({ target: [x, 0, 100] });
  viewport.emit('frame', viewport.view);
  clock.advance(1000);
}

const at = ({ viewport }: EditorBench) => viewport.camera.target[0];

describe('view history', () => {
  it('go back and forward over the places where the camera came to rest', async () => {
    const bench = await createBench();
    const { editor } = bench;
    for (const x of [0, 5000, 9000]) look(bench, x);
    expect(editor.views.workspace.viewHistory).toEqual({ canGoBack: true, canGoForward: false });
    await editor.dispatch('view.back', null, 'panel');
    await editor.dispatch('view.back', null, 'panel');
    expect(at(bench)).toBe(0);
    expect(editor.isEnabled('view.back', null)).toBe(false);
    await editor.dispatch('view.forward', null, 'panel');
    expect(at(bench)).toBe(5000);
  });

  it('going back and then elsewhere drops what was ahead', async () => {
    const bench = await createBench();
    for (const x of [0, 5000, 9000]) look(bench, x);
    await bench.editor.dispatch('view.back', null, 'panel');
    look(bench, -4000);
    expect(bench.editor.views.workspace.viewHistory.canGoForward).toBe(false);
    await bench.editor.dispatch('view.back', null, 'panel');
    expect(at(bench)).toBe(5000);
  });

  it('remember what was cut away, so that going back brings a clip to where it was', async () => {
    const bench = await createBench();
    const { editor, viewport, clock } = bench;
    const clip = { kind: 'box', id: 'clip-1', isInverted: false, half: [9, 9, 9], yawRad: 0 } as const;
    const cut = async (x: number) => {
      const clips = [{ ...clip, center: [x, 0, 0] as const }];
      await editor.dispatch('display.set', { patch: { clips } }, 'panel');
      viewport.emit('frame', viewport.view);
      clock.advance(1000);
    };
    look(bench, 0);
    for (const x of [10, 20]) await cut(x);
    const placeNow = () =>
      editor.views.workspace.display.clips.map((each) => each.kind === 'box' && each.center[0]);
    await editor.dispatch('view.back', null, 'panel');
    expect(placeNow()).toEqual([10]);
    await editor.dispatch('view.back', null, 'panel');
    expect(placeNow()).toEqual([]);
    await editor.dispatch('view.forward', null, 'panel');
    expect(placeNow()).toEqual([10]);
  });

  it('a move that is still going on can be come back to', async () => {
    const bench = await createBench();
    look(bench, 0);
    look(bench, 5000);
    bench.viewport.setCamera({ target: [7000, 0, 100] });
    bench.viewport.emit('frame', bench.viewport.view);
    await bench.editor.dispatch('view.back', null, 'panel');
    expect(at(bench)).toBe(5000);
    await bench.editor.dispatch('view.forward', null, 'panel');
    expect(at(bench)).toBe(7000);
  });
});

describe('saved views', () => {
  it('are kept with the drawing, shown again, and undone like an edit', async () => {
    const bench = await createBench();
    const { editor } = bench;
    look(bench, 1234);
    await editor.dispatch('view.save', { name: 'Dam' }, 'panel');
    look(bench, 0);
    const [view] = Object.values(editor.views.document.views);
    await editor.dispatch('view.show', { id: view!.id }, 'panel');
    expect(at(bench)).toBe(1234);
    await editor.dispatch('save.now', null, 'panel');
    await editor.settle();
    const other = await createBench({ server: bench.server });
    expect(Object.values(other.editor.views.document.views)).toEqual([view]);
    await editor.dispatch('history.undo', null, 'panel');
    expect(editor.views.document.views).toEqual({});
  });

  it('are renamed and deleted, and not by those who may only look', async () => {
    const bench = await createBench();
    const { editor } = bench;
    await editor.dispatch('view.save', { name: 'Dam' }, 'panel');
    const id = Object.keys(editor.views.document.views)[0]!;
    await editor.dispatch('view.rename', { id, name: 'Dam, west' }, 'panel');
    expect(editor.views.document.views[id]?.name).toBe('Dam, west');
    await editor.dispatch('view.delete', { id }, 'panel');
    expect(editor.views.document.views).toEqual({});
    const viewer = await createBench({ facts: { canEdit: false } });
    expect(viewer.editor.isEnabled('view.save', { name: 'Dam' })).toBe(false);
  });
});

describe('standard views', () => {
  it('look down, north, east, south and west', async () => {
    const { editor, viewport } = await createBench();
    const seen: [number, number][] = [];
    for (const from of ['top', 'south', 'west', 'north', 'east'] as const) {
      await editor.dispatch('camera.look', { from }, 'panel');
      const { yawRad, pitchRad, mode } = viewport.camera;
      expect(mode).toBe('3d');
      seen.push([Math.round((yawRad * 180) / Math.PI), Math.round((pitchRad * 180) / Math.PI)]);
    }
    expect(seen).toEqual([
      [0, 90],
      [0, 0],
      [90, 0],
      [180, 0],
      [270, 0],
    ]);
  });

  it('flying leaves the plan, and brings the perspective back', async () => {
    const { editor, viewport } = await createBench();
    await editor.dispatch('camera.parallel', { isParallel: true }, 'panel');
    await editor.dispatch('camera.mode', { mode: '2d' }, 'panel');
    await editor.dispatch('camera.fly', { isFlying: true }, 'panel');
    expect(viewport.camera).toMatchObject({ mode: '3d', isParallel: false });
    expect(editor.views.workspace).toMatchObject({ isFlying: true, isParallel: false });
  });

  it('keep the projection, and saved ones bring their own', async () => {
    const { editor, viewport } = await createBench();
    await editor.dispatch('camera.parallel', { isParallel: true }, 'panel');
    await editor.dispatch('camera.look', { from: 'east' }, 'panel');
    expect(viewport.camera.isParallel).toBe(true);
    await editor.dispatch('view.save', { name: 'East' }, 'panel');
    await editor.dispatch('camera.parallel', { isParallel: false }, 'panel');
    const [view] = Object.values(editor.views.document.views);
    await editor.dispatch('view.show', { id: view!.id }, 'panel');
    expect(viewport.camera.isParallel).toBe(true);
    expect(editor.views.workspace.isParallel).toBe(true);
  });
});
