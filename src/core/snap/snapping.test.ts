import { describe, expect, it } from 'vitest';
import { createBench, type EditorBench } from '#tests/support/editor.ts';
import { createFakeViewport, groundAt } from '#tests/support/fake-viewport.ts';
import type { PickResult } from '#viewport/pick.ts';
import type { ToolId } from '../state/state.ts';

async function createWith(tool: ToolId, bench?: EditorBench): Promise<EditorBench> {
  const made = bench ?? (await createBench());
  await made.editor.dispatch('tool.choose', { tool }, 'panel');
  return made;
}

const lastFeature = ({ editor }: EditorBench) => Object.values(editor.views.document.features).at(-1);

async function addLine({ editor }: EditorBench, ...coordinates: number[]): Promise<void> {
  await editor.dispatch('feature.add', { kind: 'polyline', coordinates }, 'program');
}

function hover({ editor }: EditorBench, x: number, y: number, isFree = false): void {
  editor.tools.pointerMove({ x, y, button: -1, isTouch: false, hasShift: false, clickCount: 0, isFree });
}

/** A viewport with one point of a cloud at screen (300, 40). */
function withPoint() {
  const viewport = createFakeViewport();
  const { pick } = viewport;
  const point: PickResult = {
    kind: 'point',
    layerId: 'cloud',
    position: [300.01, -40.02, 123.456],
    distancePx: 0,
    integers: [30001, -4002, 123456],
    scale: [0.01, 0.01, 0.001],
    offset: [0, 0, 0],
    classification: 2,
    intensity: 7,
    returnNumber: 1,
    numberOfReturns: 1,
    pointSourceId: null,
    gpsTime: null,
    rgb: null,
  };
  viewport.pick = async (x, y, options = {}) => {
    const { kinds, radiusPx = 8 } = options;
    const isNear = Math.hypot(x - 300, y - 40) <= radiusPx;
    return isNear && (!kinds || kinds.includes('point')) ? point : await pick(x, y, options);
  };
  return { viewport, point };
}

describe('snapping in the editor', () => {
  it('finds centres and tangents of arcs, away from them', async () => {
    const bench = await createWith('polyline');
    const half = { kind: 'polyline', coordinates: [100, -100, 5, 200, -100, 5], bulges: [1, 0] } as const;
    await bench.editor.dispatch('feature.add', half, 'program');
    await bench.click(151, 101);
    expect(bench.editor.views.workspace.draft?.coordinates.slice(-3, -1)).toEqual([150, -100]);
    await bench.editor.dispatch('draft.cancel', null, 'shortcut');
    await createWith('polyline', bench);
    await bench.click(150, 250);
    // The half circle of 50 about (150, −100) lies below: the touch is at 50² / 150 from its centre.
    const angle = Math.acos(50 / 150);
    await bench.click(150 + 50 * Math.sin(angle) + 1, 100 + 50 * Math.cos(angle));
    const [x, y] = bench.editor.views.workspace.draft!.coordinates.slice(-3);
    expect(x).toBeCloseTo(150 + 50 * Math.sin(angle), 9);
    expect(y).toBeCloseTo(-100 - 50 * Math.cos(angle), 9);
  });

  it('places vertices on a grid where nothing else is near, where that is asked for', async () => {
    const bench = await createWith('point');
    await bench.click(47, 303);
    expect(lastFeature(bench)?.coordinates.slice(0, 2)).toEqual([47, -303]);
    await bench.editor.dispatch('snap.set', { kinds: { grid: true }, gridStep: 10 }, 'panel');
    await bench.click(38, 203);
    expect(lastFeature(bench)?.coordinates).toEqual([40, -200, groundAt(40, -200)]);
    await bench.click(45, 302);
    expect(lastFeature(bench)?.coordinates.slice(0, 2)).toEqual([47, -303]);
  });

  it('has neither a grid nor locked directions where coordinates are degrees', async () => {
    const bench = await createWith('polyline', await createBench({ facts: { horizontalUnit: null } }));
    await bench.editor.dispatch('snap.set', { kinds: { grid: true }, gridStep: 10 }, 'panel');
    await bench.editor.dispatch('lock.set', { isOn: true, stepDeg: 90 }, 'panel');
    await bench.click(38, 203);
    await bench.click(61, 222);
    const places = bench.editor.views.workspace.draft!.coordinates.filter((_, i) => i % 3 !== 2);
    expect(places).toEqual([38, -203, 61, -222]);
  });

  it.each([7, Number.NaN])('finds each vertex of a line of many, at an elevation of %d', async (z) => {
    const bench = await createWith('point');
    const line = Array.from({ length: 300 }, (_, i) => [10 * i, -100 - 30 * (i % 2), z]).flat();
    await addLine(bench, ...line);
    for (const i of [0, 150, 299]) {
      await bench.click(10 * i + 2, 100 + 30 * (i % 2) + 1);
      expect(lastFeature(bench)?.coordinates.slice(0, 2)).toEqual([10 * i, -100 - 30 * (i % 2)]);
    }
    // Between the second and the third vertex, off both and off the edge.
    await bench.click(1505, 400);
    expect(lastFeature(bench)?.coordinates.slice(0, 2)).toEqual([1505, -400]);
  });

  it('puts a vertex on the very crossing, middle and foot', async () => {
    const bench = await createWith('point');
    await addLine(bench, 0, -100, 1, 200, -100, 3);
    await addLine(bench, 50, -20, 1, 50, -180, 1);
    await bench.click(53, 102);
    expect(lastFeature(bench)?.coordinates).toEqual([50, -100, 1.5]);
    await bench.click(103, 98);
    expect(lastFeature(bench)?.coordinates).toEqual([100, -100, 2]);
    await createWith('polyline', bench);
    await bench.click(150, 20);
    await bench.click(152, 96);
    expect(bench.editor.views.workspace.draft?.coordinates.slice(3)).toEqual([150, -100, 2.5]);
  });

  it('measures between the very vertices', async () => {
    const bench = await createWith('distance');
    await addLine(bench, 0.123, -100.456, 7, 300.789, -100.456, 7);
    await bench.click(2, 98);
    await bench.click(298, 103);
    bench.editor.tools.key('Enter');
    await bench.editor.settle();
    expect(bench.editor.views.workspace.measurement?.coordinates).toEqual([
      0.123, -100.456, 7, 300.789, -100.456, 7,
    ]);
  });

  it('takes the point of a cloud as the file holds it, unless points are switched off', async () => {
    const { viewport, point } = withPoint();
    const bench = await createWith('point', await createBench({ viewport }));
    hover(bench, 306, 44);
    await expect.poll(() => bench.editor.views.status.snapped?.kind).toBe('point');
    await bench.click(306, 44);
    expect(lastFeature(bench)?.coordinates).toEqual(point.position);
    await bench.editor.dispatch('feature.delete', { ids: [lastFeature(bench)!.id] }, 'program');
    await bench.editor.dispatch('snap.set', { kinds: { point: false } }, 'panel');
    await bench.click(306, 44);
    expect(lastFeature(bench)?.coordinates).toEqual([306, -44, groundAt(306, -44)]);
  });

  it('snaps to the vertices and edges of a TIN', async () => {
    const bench = await createWith('select');
    for (const at of [
      [0, 0, 1],
      [200, 0, 5],
      [0, -200, 9],
    ]) {
      await bench.editor.dispatch('feature.add', { kind: 'point', coordinates: at }, 'program');
    }
    const ids = Object.keys(bench.editor.views.document.features);
    await bench.editor.dispatch('selection.set', { ids }, 'panel');
    await bench.editor.dispatch('surface.tin', null, 'panel');
    await bench.editor.settle();
    await bench.editor.dispatch('feature.delete', { ids }, 'program');
    await createWith('point', bench);
    await bench.click(197, 2);
    expect(lastFeature(bench)?.coordinates).toEqual([200, 0, 5]);
    await bench.click(50, 3);
    expect(lastFeature(bench)?.coordinates).toEqual([50, 0, 2]);
  });

  it('shows the kind under the pointer, and the draft goes there', async () => {
    const bench = await createWith('polyline');
    await addLine(bench, 100, -100, 7, 100, -300, 7);
    await bench.click(20, 20);
    hover(bench, 103, 99);
    expect(bench.editor.views.status.snapped).toMatchObject({ kind: 'vertex', position: [100, -100, 7] });
    bench.frame();
    const shape = bench.viewport.vectors.get('draft')?.get('shape')?.positions;
    expect([...(shape ?? [])].slice(3)).toEqual([100, -100, 7]);
    hover(bench, 400, 400);
    expect(bench.editor.views.status.snapped).toBeNull();
  });

  it('rests while it is held off or switched off', async () => {
    const bench = await createWith('point');
    await addLine(bench, 100, -100, 7, 100, -300, 7);
    hover(bench, 103, 99, true);
    expect(bench.editor.views.status.snapped).toBeNull();
    await bench.click(103, 99, { isFree: true });
    expect(lastFeature(bench)?.coordinates).toEqual([103, -99, groundAt(103, -99)]);
    await bench.editor.dispatch('feature.delete', { ids: [lastFeature(bench)!.id] }, 'program');
    await bench.editor.dispatch('snap.set', { isOn: false }, 'shortcut');
    await bench.click(103, 99);
    expect(lastFeature(bench)?.coordinates).toEqual([103, -99, groundAt(103, -99)]);
  });

  it('looks as far as the tolerance', async () => {
    const bench = await createWith('point');
    await addLine(bench, 100, -100, 7, 100, -300, 7);
    hover(bench, 85, 100);
    expect(bench.editor.views.status.snapped).toBeNull();
    await bench.editor.dispatch('snap.set', { radiusPx: 20 }, 'panel');
    hover(bench, 85, 100);
    expect(bench.editor.views.status.snapped?.kind).toBe('vertex');
  });

  it('drops a dragged vertex on another feature and not on its own', async () => {
    const bench = await createWith('select');
    await addLine(bench, 400.5, -400.25, 33, 500, -400, 33);
    await addLine(bench, 100, -100, 7, 100, -300, 7);
    const moved = lastFeature(bench)!;
    await bench.editor.dispatch('selection.set', { ids: [moved.id] }, 'panel');
    await bench.drag([100, 100], [250, 250], [403, 398]);
    expect(bench.editor.views.document.features[moved.id]?.coordinates).toEqual([
      400.5, -400.25, 33, 100, -300, 7,
    ]);
    expect(bench.editor.views.status.snapped).toBeNull();
    await bench.drag([400.5, 400.25], [300, 300], [104, 297]);
    const own = bench.editor.views.document.features[moved.id]!.coordinates;
    expect(own.slice(0, 2)).toEqual([104, -297]);
  });

  it('follows edits, hidden layers and other drawings', async () => {
    const bench = await createWith('point');
    const { editor } = bench;
    for (let i = 0; i < 300; i++) await addLine(bench, 20 * i, -500, 1, 20 * i, -600, 1);
    hover(bench, 41, 501);
    expect(editor.views.status.snapped?.position).toEqual([40, -500, 1]);
    const id = Object.values(editor.views.document.features)[2]!.id;
    await editor.dispatch('vertex.move', { featureId: id, index: 0, position: [43, -495, 2] }, 'program');
    hover(bench, 42, 497);
    expect(editor.views.status.snapped?.position).toEqual([43, -495, 2]);
    const { activeLayerId } = editor.views.workspace;
    await editor.dispatch('layer.update', { id: activeLayerId, patch: { isVisible: false } }, 'panel');
    hover(bench, 41, 501);
    expect(editor.views.status.snapped).toBeNull();
  });
});
