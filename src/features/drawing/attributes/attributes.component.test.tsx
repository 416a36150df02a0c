import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pagePool } from '#app/page-pool.ts';
import type { Editor } from '#core/editor.ts';
import type { CodeEntry } from '#domain/drawing/feature-code.ts';
import { useFeatures } from '#editor-view/use-features.ts';
import { mountPanel } from '#tests/support/components/mount-panel.tsx';
import { createBench } from '#tests/support/editor.ts';
import { AskAttributes } from './AskAttributes.tsx';
import { AttributeList } from './AttributeList.tsx';

const tree: CodeEntry = {
  ...{ code: 'TR', name: 'Tree', kinds: ['point'] },
  attributes: [
    { name: 'height', type: 'number', initial: 2 },
    { name: 'kind', type: 'list', values: ['oak', 'pine'] },
    { name: 'dead', type: 'boolean' },
  ],
};

/** The attributes of the first feature, and what is asked for. */
function Shown({ editor }: { editor: Editor }) {
  const [feature] = Object.values(useFeatures(editor));
  return (
    <div style={{ width: 288 }}>
      {feature && <AttributeList editor={editor} feature={feature} />}
      <AskAttributes editor={editor} />
    </div>
  );
}

async function showTree() {
  const bench = await createBench({ ports: { tasks: pagePool() } });
  const { editor } = bench;
  await editor.dispatch('code.add', { entry: tree }, 'program');
  const [{ id } = { id: '' }] = Object.values(editor.views.document.codes);
  await editor.dispatch('code.choose', { id }, 'program');
  await editor.dispatch('tool.choose', { tool: 'point' }, 'program');
  await bench.click(20, 20);
  const { screen } = await mountPanel(<Shown editor={editor} />);
  const attributes = () => Object.values(editor.views.document.features)[0]?.attributes;
  return { ...bench, screen, attributes };
}

it('asks for what the code wants when a feature is drawn, in one step', async () => {
  const { screen, editor, attributes } = await showTree();
  const dialog = screen.getByRole('dialog', { name: 'Attributes of TR 1' });
  await dialog.getByRole('textbox', { name: 'height' }).fill('tall');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('This is not a number.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'height' }).fill('12,5');
  await dialog.getByRole('combobox', { name: 'kind' }).selectOptions('pine');
  await dialog.getByRole('combobox', { name: 'dead' }).selectOptions('No');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(attributes).toEqual({ height: 12.5, kind: 'pine', dead: false });
  await editor.dispatch('history.undo', null, 'shortcut');
  expect(attributes()).toEqual({ height: 2, kind: null, dead: null });
});

it('changes, adds, renames and removes attributes, a step each', async () => {
  const { screen, editor, attributes } = await showTree();
  await screen.getByRole('button', { name: 'Later' }).click();
  const height = screen.getByRole('textbox', { name: 'height' });
  await height.fill('x');
  await userEvent.tab();
  await expect.element(screen.getByText('This is not a number.')).toBeVisible();
  expect(attributes()?.['height']).toBe(2);
  await height.fill('7');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => attributes()?.['height']).toBe(7);

  await screen.getByRole('button', { name: 'Add attribute' }).click();
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('kind');
  await screen.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(screen.getByText('There is an attribute of this name already.')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('planted');
  await screen.getByRole('combobox', { name: 'Type' }).selectOptions('Date');
  await screen.getByLabelText('Value', { exact: true }).fill('2024-02-29');
  await screen.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => attributes()?.['planted']).toBe('2024-02-29');

  await screen.getByRole('textbox', { name: 'Name of planted' }).fill('set');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => Object.keys(attributes() ?? {})).toEqual(['height', 'kind', 'dead', 'set']);
  await screen.getByRole('button', { name: 'Remove set' }).click();
  await expect.poll(() => Object.keys(attributes() ?? {})).toEqual(['height', 'kind', 'dead']);
  for (let i = 0; i < 4; i++) await editor.dispatch('history.undo', null, 'shortcut');
  expect(attributes()).toEqual({ height: 2, kind: null, dead: null });
});
