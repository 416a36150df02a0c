import { expect, it } from 'vitest';
import type { CodeEntry } from '#domain/drawing/feature-code.ts';
import { createBench } from '#tests/support/editor.ts';

const entry = (code: string, more: Partial<CodeEntry> = {}): CodeEntry => ({
  ...{ code, name: '', kinds: [], attributes: [] },
  ...more,
});

async function createCoded(...entries: CodeEntry[]) {
  const bench = await createBench();
  const { editor } = bench;
  for (const one of entries) await editor.dispatch('code.add', { entry: one }, 'panel');
  const idOf = (code: string) =>
    Object.values(editor.views.document.codes).find((one) => one.code === code)!.id;
  const codes = () => Object.values(editor.views.document.codes).map(({ code }) => code);
  const refusal = () => editor.views.status.notices.at(-1)?.error.code;
  return { ...bench, idOf, codes, refusal };
}

it('keeps codes apart by more than case, each change a step', async () => {
  const { editor, codes, refusal, idOf } = await createCoded(entry(' MH '), entry('EP'));
  expect(codes()).toEqual(['MH', 'EP']);
  expect(await editor.dispatch('code.add', { entry: entry('mh') }, 'panel')).toBe(false);
  expect(refusal()).toBe('drawing.code-taken');
  expect(await editor.dispatch('code.add', { entry: entry('  ') }, 'panel')).toBe(false);
  expect(refusal()).toBe('drawing.code-empty');
  const change = { id: idOf('EP'), entry: entry('ep', { name: 'Edge' }), isRenaming: false };
  expect(await editor.dispatch('code.update', change, 'panel')).toBe(true);
  await editor.dispatch('code.remove', { ids: [idOf('MH')] }, 'panel');
  expect(codes()).toEqual(['ep']);
  await editor.dispatch('history.undo', null, 'shortcut');
  await editor.dispatch('history.undo', null, 'shortcut');
  expect(new Set(codes())).toEqual(new Set(['MH', 'EP']));
});

it('renames features with their code where that is wanted', async () => {
  const { editor, idOf } = await createCoded(entry('EP'));
  const coordinates = [0, 0, 0, 1, 1, 1];
  for (const code of ['ep', 'EP1']) {
    await editor.dispatch('feature.add', { kind: 'polyline', coordinates, code }, 'panel');
  }
  const update = { id: idOf('EP'), entry: entry('EDGE'), isRenaming: true };
  await editor.dispatch('code.update', update, 'panel');
  const codes = () => Object.values(editor.views.document.features).map(({ code }) => code);
  expect(codes()).toEqual(['EDGE', 'EP1']);
  await editor.dispatch('history.undo', null, 'shortcut');
  expect(codes()).toEqual(['ep', 'EP1']);
});

it('merges a table, or replaces the dictionary by it, in one step', async () => {
  const { editor, codes } = await createCoded(entry('A'), entry('B'), entry('C'));
  const entries = [entry('b', { name: 'changed' }), entry('C'), entry('D')];
  await editor.dispatch('code.import', { entries, isReplacing: false }, 'panel');
  expect(codes().toSorted()).toEqual(['A', 'C', 'D', 'b']);
  await editor.dispatch('history.undo', null, 'shortcut');
  expect(codes().toSorted()).toEqual(['A', 'B', 'C']);
  await editor.dispatch('code.import', { entries, isReplacing: true }, 'panel');
  expect(codes().toSorted()).toEqual(['C', 'D', 'b']);
});

it('draws with the chosen code: its layer is made, its look and attributes given and asked for', async () => {
  const manhole = entry('MH', {
    ...{ symbol: 'manhole', colour: '#112233', lineType: 'dashed', layer: 'Drains', kinds: ['point'] },
    attributes: [
      { name: 'depth', type: 'number', initial: 2 },
      { name: 'note', type: 'text' },
    ],
  });
  const { editor, click, idOf } = await createCoded(manhole);
  await editor.dispatch('code.choose', { id: idOf('MH') }, 'panel');
  await editor.dispatch('tool.choose', { tool: 'point' }, 'panel');
  await click(20, 20);
  const { document, workspace } = editor.views;
  const [point] = Object.values(document.features);
  expect(point).toMatchObject({
    code: 'MH',
    look: { symbol: 'manhole', colour: '#112233' },
    attributes: { depth: 2, note: null },
  });
  expect(point!.look).not.toHaveProperty('lineType');
  expect(document.layers[point!.layerId]).toMatchObject({ name: 'Drains', colour: '#112233' });
  expect(workspace.askedFeatureId).toBe(point!.id);
  await click(60, 20);
  expect(Object.values(document.layers)).toHaveLength(2);
  expect(Object.values(document.features)).toHaveLength(2);

  const asked = editor.views.workspace.askedFeatureId!;
  const attributes = [
    ['depth', 3],
    ['note', 'wet'],
  ] as const;
  await editor.dispatch('feature.attributes', { id: asked, attributes }, 'panel');
  expect(editor.views.workspace.askedFeatureId).toBeNull();
  expect(document.features[asked]?.attributes).toEqual({ depth: 3, note: 'wet' });
  await editor.dispatch('history.undo', null, 'shortcut');
  expect(document.features[asked]?.attributes).toEqual({ depth: 2, note: null });
});

it('draws without a code that is not for what the tool draws', async () => {
  const { editor, click, idOf } = await createCoded(entry('MH', { kinds: ['point'], layer: 'Drains' }));
  await editor.dispatch('code.choose', { id: idOf('MH') }, 'panel');
  await editor.dispatch('tool.choose', { tool: 'polyline' }, 'panel');
  await click(20, 20);
  await click(60, 60);
  await editor.dispatch('draft.finish', null, 'panel');
  expect(Object.values(editor.views.document.features)[0]?.code).toBe('');
  expect(Object.values(editor.views.document.layers)).toHaveLength(1);
});

it('refuses attributes without a name', async () => {
  const { editor, refusal } = await createCoded();
  await editor.dispatch('feature.add', { kind: 'point', coordinates: [0, 0, 0] }, 'panel');
  const [{ id } = { id: '' }] = Object.values(editor.views.document.features);
  expect(await editor.dispatch('feature.attributes', { id, attributes: [['', 1]] }, 'panel')).toBe(false);
  expect(refusal()).toBe('drawing.attribute-unnamed');
});
