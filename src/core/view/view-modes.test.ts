import { describe, expect, it } from 'vitest';
import { drawingSchemaVersion } from '#domain/drawing/document.ts';
import { parseDrawing } from '#domain/drawing/parse/parse-drawing.ts';
import { serialiseDrawing } from '#domain/drawing/serialise.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import { createBench, type EditorBench } from '#tests/support/editor.ts';
import { drawingLayerId } from '../scene/drawing-scene.ts';

const canvas = {} as HTMLCanvasElement;

/** An editor whose view has room for both panes. */
async function createPanes(): Promise<EditorBench> {
  const bench = await createBench();
  await bench.viewport.attach(canvas, 'first');
  await bench.viewport.attach(canvas, 'second');
  bench.viewport.setCamera({ target: [40, 50, 100], distance: 70, yawRad: 1 }, 'first');
  return bench;
}

const enter = ({ editor }: EditorBench, mode: '2d' | 'classic' | '3d' | 'split' | 'side-by-side') =>
  editor.dispatch('view.mode', { mode }, 'panel');

function addProducts({ editor }: EditorBench): void {
  for (const [id, isVisible] of [
    ['ortho', true],
    ['dem', false],
  ] as const) {
    editor.addSource({
      layer: { id, kind: 'terrain', source: '', isVisible, opacity: 1 },
      product: id,
    });
  }
}

describe('view modes', () => {
  it('look at the same place, beside each other from above and in space', async () => {
    const bench = await createPanes();
    await enter(bench, 'split');
    const { viewport, editor } = bench;
    // Farther away by as much as the panes are narrower.
    expect(viewport.cameraOf('first')).toMatchObject({ mode: '2d', target: [40, 50, 100], distance: 112 });
    expect(viewport.cameraOf('second')).toMatchObject({ mode: '3d', target: [40, 50, 100], yawRad: 1 });
    viewport.setCamera({ target: [1, 2, 3] }, 'first');
    viewport.setCamera({ yawRad: 2 }, 'second');
    await enter(bench, '3d');
    expect(viewport.camera).toMatchObject({ mode: '3d', target: [1, 2, 3], distance: 70, yawRad: 2 });
    expect(editor.views.workspace.activePane).toBe('first');
  });

  it('show images, lines and areas alone in the plain plan', async () => {
    const bench = await createPanes();
    await enter(bench, 'classic');
    expect(bench.viewport.looks.get('first')).toEqual({ hidden: [], isMap: true });
    expect(bench.viewport.camera.mode).toBe('2d');
    await bench.editor.dispatch('camera.look', { from: 'south' }, 'panel');
    expect(bench.editor.views.workspace.viewMode).toBe('3d');
    expect(bench.viewport.looks.get('first')).toEqual({ hidden: [], isMap: false });
  });

  it('look from a side in the pane that is in space', async () => {
    const bench = await createPanes();
    await enter(bench, 'split');
    await bench.editor.dispatch('camera.look', { from: 'east' }, 'panel');
    expect(bench.viewport.cameraOf('first').mode).toBe('2d');
    expect(bench.viewport.cameraOf('second')).toMatchObject({ mode: '3d', pitchRad: 0 });
    expect(bench.editor.views.workspace.activePane).toBe('second');
  });

  it('side by side: panes look from above or in space, together while locked', async () => {
    const bench = await createPanes();
    const { editor, viewport } = bench;
    await enter(bench, 'side-by-side');
    const modes = () => (['first', 'second'] as const).map((pane: PaneId) => viewport.cameraOf(pane).mode);
    await editor.dispatch('camera.mode', { mode: '2d', pane: 'second' }, 'panel');
    expect(modes()).toEqual(['2d', '2d']);
    await editor.dispatch('view.lock', { isLocked: false }, 'panel');
    await editor.dispatch('camera.mode', { mode: '3d', pane: 'second' }, 'panel');
    expect(modes()).toEqual(['2d', '3d']);
    expect(editor.views.workspace.paneModes).toEqual({ first: '2d', second: '3d' });
  });

  it('bring the middle of what panels left free to the middle of the panes, and back', async () => {
    const bench = await createPanes();
    const { editor, viewport } = bench;
    await editor.dispatch('view.insets', { left: 50, right: 350, isStacked: false }, 'program');
    const before = viewport.camera;
    await enter(bench, 'split');
    expect(viewport.camera.target[0]).not.toBeCloseTo(before.target[0], 1);
    await enter(bench, '3d');
    expect(viewport.camera.distance).toBeCloseTo(before.distance, 9);
    for (const axis of [0, 1, 2] as const) {
      expect(viewport.camera.target[axis]).toBeCloseTo(before.target[axis], 9);
    }
  });

  it('side by side: each pane has its products, and what the pane in use showed is what stays', async () => {
    const bench = await createPanes();
    const { editor, viewport } = bench;
    addProducts(bench);
    await enter(bench, 'side-by-side');
    expect(viewport.looks.get('first')?.hidden).toEqual(['dem']);
    expect(viewport.looks.get('second')?.hidden).toEqual(['ortho']);
    await editor.dispatch('pane.show', { pane: 'first', id: 'dem', isShown: true }, 'panel');
    await editor.dispatch('pane.show', { pane: 'first', id: 'ortho', isShown: false }, 'panel');
    expect(viewport.looks.get('first')?.hidden).toEqual(['ortho']);
    await editor.dispatch('pane.show', { pane: 'second', id: 'dem', isShown: false }, 'panel');
    await editor.dispatch('pane.show', { pane: 'second', id: 'ortho', isShown: true }, 'panel');
    expect(viewport.looks.get('second')?.hidden).toEqual(['dem']);
    await editor.dispatch('pane.show', { pane: 'second', id: drawingLayerId, isShown: false }, 'panel');
    expect(viewport.looks.get('second')?.hidden).toEqual(['dem', drawingLayerId]);
    expect(viewport.looks.get('first')?.hidden).toEqual(['ortho']);
    await enter(bench, '3d');
    expect(editor.views.workspace.scene.map(({ isVisible }) => isVisible)).toEqual([false, true]);
    expect(viewport.looks.get('first')?.hidden).toEqual([]);
    expect(editor.isEnabled('pane.show', { pane: 'first', id: 'dem', isShown: true })).toBe(false);
  });

  it('are saved with a view and gone back to', async () => {
    const bench = await createPanes();
    const { editor, viewport, clock } = bench;
    const rest = () => {
      viewport.emit('frame', viewport.view);
      clock.advance(1000);
    };
    rest();
    await enter(bench, 'split');
    viewport.setCamera({ distance: 9 }, 'second');
    rest();
    await editor.dispatch('view.save', { name: 'Both' }, 'panel');
    await enter(bench, '2d');
    rest();
    await editor.dispatch('view.back', null, 'panel');
    expect(editor.views.workspace.viewMode).toBe('split');
    expect(viewport.cameraOf('second').distance).toBe(9);
    await enter(bench, 'classic');
    const [view] = Object.values(editor.views.document.views);
    await editor.dispatch('view.show', { id: view!.id }, 'panel');
    expect(editor.views.workspace).toMatchObject({ viewMode: 'split', isLocked: true });
    expect(viewport.cameraOf('second').distance).toBe(9);
  });

  it('bring back what each pane showed, with a saved view and going back', async () => {
    const bench = await createPanes();
    const { editor, viewport, clock } = bench;
    const rest = () => {
      viewport.emit('frame', viewport.view);
      clock.advance(1000);
    };
    addProducts(bench);
    await enter(bench, 'side-by-side');
    rest();
    await editor.dispatch('view.save', { name: 'Ortho and DEM' }, 'panel');
    const [view] = Object.values(editor.views.document.views);
    const read = parseDrawing(
      serialiseDrawing({ schemaVersion: drawingSchemaVersion, ...editor.views.document }),
    );
    expect(read.views[view!.id]?.second?.products).toEqual({ first: ['ortho'], second: ['dem'] });
    await editor.dispatch('pane.show', { pane: 'second', id: 'ortho', isShown: true }, 'panel');
    rest();
    await editor.dispatch('view.back', null, 'panel');
    expect(viewport.looks.get('second')?.hidden).toEqual(['ortho']);
    await enter(bench, '3d');
    await editor.dispatch('scene.set', { id: 'dem', patch: { isVisible: false } }, 'panel');
    await editor.dispatch('view.show', { id: view!.id }, 'panel');
    expect(editor.views.workspace.scene.map(({ isVisible }) => isVisible)).toEqual([true, true]);
    expect(viewport.looks.get('first')?.hidden).toEqual(['dem']);
    expect(viewport.looks.get('second')?.hidden).toEqual(['ortho']);
  });

  it('keep both panes in sight', async () => {
    const { editor } = await createPanes();
    for (const [share, kept] of [
      [0.3, 0.3],
      [0, 0.15],
      [1, 0.85],
    ] as const) {
      await editor.dispatch('view.divide', { share }, 'panel');
      expect(editor.views.workspace.divider).toBe(kept);
    }
  });
});
