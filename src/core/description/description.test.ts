import { describe, expect, it } from 'vitest';
import { fieldOfViewRad } from '#domain/view/camera.ts';
import { createBench, type EditorBench } from '#tests/support/editor.ts';
import { maxDescribed } from './drawing-in-view.ts';

/** From above, 1000 by 800 units round (0, 0), a CSS pixel each. */
async function createPlan(): Promise<EditorBench> {
  const bench = await createBench();
  bench.viewport.setCamera({ mode: '2d', target: [0, 0, 100], distance: 400 / Math.tan(fieldOfViewRad / 2) });
  return bench;
}

type Kind = 'point' | 'polyline' | 'polygon';

function add({ editor }: EditorBench, kind: Kind, ...coordinates: number[]): Promise<boolean> {
  return editor.dispatch('feature.add', { kind, coordinates }, 'program');
}

const square = (size: number) => [0, 0, 5, size, 0, 7, size, size, 9, 0, size, 5];

describe('the drawing in view', () => {
  it('counts what meets the view, and measures it', async () => {
    const bench = await createPlan();
    await add(bench, 'point', 10, 20, 3);
    await add(bench, 'point', 600, 0, 3);
    await add(bench, 'polyline', -900, 0, 1, 900, 0, 4);
    await add(bench, 'polygon', ...square(100));
    const [layer] = bench.editor.description.drawing('first');
    expect(layer).toMatchObject({ counts: { point: 1, polyline: 1, polygon: 1 }, outside: 1 });
    expect(layer?.told).toMatchObject([
      { kind: 'point', position: [10, 20, 3] },
      { kind: 'polyline', length: 1800, elevations: [1, 4] },
      { kind: 'polygon', area: 10_000, perimeter: 400, elevations: [5, 9] },
    ]);
  });

  it('tells no more than so many of a layer, and counts them all', async () => {
    const bench = await createPlan();
    for (let i = 0; i < maxDescribed + 3; i++) await add(bench, 'point', i, 0, 0);
    const [layer] = bench.editor.description.drawing('first');
    expect(layer?.counts.point).toBe(maxDescribed + 3);
    expect(layer?.told).toHaveLength(maxDescribed);
  });

  it('leaves hidden layers out and places what has no elevation on the ground', async () => {
    const bench = await createPlan();
    await add(bench, 'point', 10, 20, Number.NaN);
    const { editor } = bench;
    expect(editor.description.drawing('first')[0]).toMatchObject({
      counts: { point: 1 },
      told: [{ elevations: null }],
    });
    const { activeLayerId: id } = editor.views.workspace;
    await editor.dispatch('layer.update', { id, patch: { isVisible: false } }, 'program');
    expect(editor.description.drawing('first')).toEqual([]);
  });
});

describe('the description of the view', () => {
  it('tells each pane and the products that it shows', async () => {
    const { editor, viewport } = await createPlan();
    editor.addSource({ layer: { id: 'a', kind: 'copc', source: '/a', isVisible: true }, product: 'lidar' });
    editor.addSource({ layer: { id: 'b', kind: 'copc', source: '/b', isVisible: true }, product: 'dense' });
    await editor.dispatch('view.mode', { mode: 'side-by-side' }, 'program');
    await editor.dispatch('pane.show', { pane: 'second', id: 'a', isShown: false }, 'program');
    viewport.setCamera({ mode: '3d', yawRad: Math.PI / 2, pitchRad: 0.1 }, 'second');
    const { description } = editor;
    expect(description.pane('first')).toMatchObject({
      camera: { isPlan: true },
      products: [{ id: 'a' }, { id: 'b' }],
    });
    expect(description.pane('second')).toMatchObject({
      camera: { isPlan: false, towards: 2, tilt: 'shallow' },
      products: [{ id: 'b' }],
    });
  });

  it('is told anew when the camera stands still, not on every frame', async () => {
    const { editor, viewport, clock } = await createPlan();
    let told = 0;
    const stop = editor.description.watch(() => told++);
    for (let x = 0; x < 50; x++) {
      viewport.setCamera({ target: [x, 0, 100] });
      viewport.emit('frame', viewport.view);
      clock.advance(100);
    }
    expect(told).toBe(0);
    clock.advance(2000);
    expect(told).toBe(1);
    clock.advance(5000);
    expect(told).toBe(1);
    await editor.dispatch('feature.add', { kind: 'point', coordinates: [0, 0, 0] }, 'program');
    clock.advance(2000);
    expect(told).toBe(2);
    stop();
    viewport.emit('frame', viewport.view);
    clock.advance(2000);
    expect(told).toBe(2);
  });
});
