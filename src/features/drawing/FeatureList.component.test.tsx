import { expect, it } from 'vitest';
import { pagePool } from '#app/page-pool.ts';
import { mountPanel } from '#tests/support/components/mount-panel.tsx';
import { createBench } from '#tests/support/editor.ts';
import { FeatureList } from './FeatureList.tsx';

it('finds features by name, code, attribute and layer; a press selects and shows them', async () => {
  const { editor, viewport } = await createBench({ ports: { tasks: pagePool() } });
  await editor.dispatch('layer.add', { name: 'Plants' }, 'program');
  const add = async (name: string, code: string, x: number) => {
    const coordinates = [x, 0, 0];
    await editor.dispatch('feature.add', { kind: 'point', coordinates, name, code }, 'program');
    return Object.values(editor.views.document.features).at(-1)!.id;
  };
  const oak = await add('Corner', 'TR', 1000);
  await editor.dispatch('feature.attributes', { id: oak, attributes: [['species', 'Oak']] }, 'program');
  const first = Object.values(editor.views.document.layers)[0]!;
  await editor.dispatch('layer.activate', { id: first.id }, 'program');
  await add('101', 'MH', 0);
  await add('102', 'MH', 50);
  const { screen } = await mountPanel(<FeatureList editor={editor} />);
  const search = screen.getByRole('searchbox', { name: 'Search name, code, attribute, layer' });
  for (const [query, count] of [
    ['mh', 2],
    ['plants', 1],
    ['species=oak', 1],
    ['102', 1],
    ['nothing', 0],
  ] as const) {
    await search.fill(query);
    await expect.element(screen.getByText(count === 1 ? '1 match' : `${count} matches`)).toBeVisible();
    await expect.poll(() => screen.getByRole('listitem').elements().length).toBe(count);
  }
  await search.fill('oak');
  await expect.element(screen.getByText('1 match')).toBeVisible();
  await screen.getByRole('button', { name: 'Corner TR' }).click();
  expect(editor.views.workspace.selection).toEqual([oak]);
  await expect.poll(() => viewport.camera.target[0]).toBeCloseTo(1000, 0);
  await search.fill('mh');
  await screen.getByRole('button', { name: 'Select all' }).click();
  await expect.poll(() => editor.views.workspace.selection.length).toBe(2);
  await screen.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => screen.getByRole('listitem').elements().length).toBe(3);
});
