import { describe, expect, it } from 'vitest';
import { createBench, type EditorBench } from '#tests/support/editor.ts';
import type { ImageLayer } from '#viewport/scene.ts';
import type { OverlayImages } from '../ports/overlay-images.ts';

const image = { hash: 'ab'.repeat(32), source: 'plan.png', width: 800, height: 600, isPlaced: false };
const map = { ...image, isPlaced: true };
const overlayImages: OverlayImages = {
  address: (hash) => `/pictures/${hash}`,
  add: async () => image,
  save: async () => undefined,
  read: async () => null,
};

async function createOverlayBench() {
  const bench = await createBench({ ports: { overlayImages } });
  const { editor } = bench;
  const run = async (...call: Parameters<typeof editor.dispatch>) => {
    await editor.dispatch(...call);
    await editor.settle();
  };
  await run('overlay.add', { name: ' Plan ', image, fit: 'similarity' }, 'panel');
  return { ...bench, run, overlay: () => Object.values(editor.views.document.overlays)[0]! };
}

/** Picks a place in the image, then one in the view. */
async function pick(
  { run, viewport }: Awaited<ReturnType<typeof createOverlayBench>>,
  place: readonly [number, number],
  at: readonly [number, number],
) {
  await run('overlay.pick-image', { place }, 'panel');
  await run('overlay.pick-site', { at: { x: at[0], y: at[1], view: viewport.view } }, 'tool');
}

const codes = ({ editor }: Pick<EditorBench, 'editor'>) =>
  editor.views.status.notices.map(({ error }) => error.code);

describe('placing an overlay', () => {
  it('begins with picking, is drawn once its pairs determine a map, and is undone pick by pick', async () => {
    const bench = await createOverlayBench();
    const { editor, overlay, run, viewport } = bench;
    expect(overlay()).toMatchObject({ name: 'Plan', opacity: 1, isDraped: true, pairs: [] });
    expect(editor.views.workspace).toMatchObject({ tool: 'pair', overlayEditing: { id: overlay().id } });
    const layer = () => viewport.layers.get(`overlay ${overlay().id}`) as ImageLayer | undefined;
    await pick(bench, [0, 0], [100, 100]);
    expect(layer()).toBeUndefined();
    await pick(bench, [800, 0], [300, 100]);
    expect(overlay().pairs).toHaveLength(2);
    expect(overlay().pairs[0]!.colour).not.toBe(overlay().pairs[1]!.colour);
    expect(layer()).toMatchObject({ source: `/pictures/${image.hash}`, elevation: null });
    expect(layer()!.map).toHaveLength(9);
    await run('history.undo', null, 'shortcut');
    expect(overlay().pairs).toHaveLength(1);
    expect(layer()).toBeUndefined();
    await run('history.undo', null, 'shortcut');
    await run('history.undo', null, 'shortcut');
    expect(editor.views.workspace).toMatchObject({ tool: 'select', overlayEditing: null });
  });

  it('asks for the place in the picture first', async () => {
    const bench = await createOverlayBench();
    await bench.run('overlay.pick-site', { at: { x: 5, y: 5, view: bench.viewport.view } }, 'tool');
    expect(codes(bench)).toContain('overlay.pick-image-first');
  });

  it('picks a chosen pair again, in the picture or on the site', async () => {
    const bench = await createOverlayBench();
    await pick(bench, [0, 0], [100, 100]);
    const { id, site } = bench.overlay().pairs[0]!;
    await bench.run('overlay.repick', { pairId: id }, 'panel');
    await bench.run('overlay.pick-image', { place: [10, 20] }, 'panel');
    expect(bench.overlay().pairs).toMatchObject([{ id, image: [10, 20], site }]);
    await bench.run('overlay.pick-site', { at: { x: 200, y: 120, view: bench.viewport.view } }, 'tool');
    expect(bench.overlay().pairs[0]!.site).not.toEqual(site);
    expect(bench.overlay().pairs).toHaveLength(1);
  });

  it('needs a name', async () => {
    const bench = await createOverlayBench();
    await bench.run('overlay.update', { id: bench.overlay().id, patch: { name: '  ' } }, 'panel');
    expect(codes(bench)).toContain('overlay.no-name');
    expect(bench.overlay().name).toBe('Plan');
  });
});

describe('overlays of a drawing', () => {
  it('change their order, opacity and visibility, and go', async () => {
    const bench = await createOverlayBench();
    const { editor, run, viewport } = bench;
    const first = bench.overlay().id;
    await run('overlay.add', { name: 'Map', image: map, fit: 'file' }, 'panel');
    const second = Object.keys(editor.views.document.overlays).find((id) => id !== first)!;
    expect(viewport.layers.get(`overlay ${second}`)).toMatchObject({ map: null, opacity: 1 });
    await run('overlay.move', { id: first, by: 1 }, 'panel');
    const ranks = editor.views.document.overlays;
    expect(ranks[first]!.rank).toBeGreaterThan(ranks[second]!.rank);
    expect(editor.isEnabled('overlay.move', { id: first, by: 1 })).toBe(false);
    await run('overlay.update', { id: second, patch: { opacity: 0.25, isVisible: false } }, 'panel');
    expect(viewport.layers.get(`overlay ${second}`)).toMatchObject({ opacity: 0.25, isVisible: false });
    await run('overlay.update', { id: second, patch: { isDraped: false, elevation: 7 } }, 'panel');
    expect(viewport.layers.get(`overlay ${second}`)).toMatchObject({ elevation: 7 });
    await run('overlay.remove', { id: second }, 'panel');
    expect(viewport.layers.has(`overlay ${second}`)).toBe(false);
    await run('history.undo', null, 'shortcut');
    expect(viewport.layers.has(`overlay ${second}`)).toBe(true);
  });

  it('cannot be changed by who may only look', async () => {
    const bench = await createBench({ ports: { overlayImages }, facts: { canEdit: false } });
    const wanted = { name: 'Plan', image: map, fit: 'file' } as const;
    expect(bench.editor.isEnabled('overlay.add', wanted)).toBe(false);
    await bench.editor.dispatch('overlay.add', wanted, 'panel');
    expect(bench.editor.views.document.overlays).toEqual({});
  });
});
