import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pagePool } from '#app/page-pool.ts';
import type { CodeEntry } from '#domain/drawing/feature-code.ts';
import { mountPanel } from '#tests/support/components/mount-panel.tsx';
import { createBench } from '#tests/support/editor.ts';
import { CodesPanel } from './CodesPanel.tsx';

const entry = (code: string, more: Partial<CodeEntry> = {}): CodeEntry => ({
  ...{ code, name: '', kinds: [], attributes: [] },
  ...more,
});

async function showCodes(entries: readonly CodeEntry[] = []) {
  const bench = await createBench({ ports: { tasks: pagePool() } });
  await bench.editor.dispatch('code.import', { entries, isReplacing: false }, 'program');
  const panel = (
    <div style={{ height: 700, width: 320 }}>
      <CodesPanel editor={bench.editor} canEdit onClose={() => undefined} />
    </div>
  );
  const { screen } = await mountPanel(panel);
  const codes = () => Object.values(bench.editor.views.document.codes);
  return { ...bench, screen, codes };
}

it('adds a code with an attribute, told first what is missing', async () => {
  const { screen, codes } = await showCodes();
  await expect.element(screen.getByText(/has no feature codes yet/)).toBeVisible();
  await screen.getByRole('button', { name: 'Add code' }).click();
  await screen.getByRole('button', { name: 'Add attribute' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('The code must not be empty.')).toBeVisible();
  await expect.element(screen.getByText('The attribute needs a name.')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Code', exact: true }).fill('TR');
  await screen.getByRole('textbox', { name: 'Full name' }).fill('Tree');
  await screen.getByRole('checkbox', { name: 'Point' }).click();
  await screen.getByRole('textbox', { name: 'Attribute 1', exact: true }).fill('height');
  await screen.getByRole('combobox', { name: 'Type', exact: true }).selectOptions('Number');
  await screen.getByRole('textbox', { name: 'First value height' }).fill('tall');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('This is not a number.')).toBeVisible();
  await screen.getByRole('textbox', { name: 'First value height' }).fill('2,5');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: /^TR/ })).toBeVisible();
  expect(codes()).toMatchObject([
    {
      ...{ code: 'TR', name: 'Tree', kinds: ['point'] },
      attributes: [{ name: 'height', type: 'number', initial: 2.5 }],
    },
  ]);
});

it('chooses a symbol by its drawing and keeps a code from being taken twice', async () => {
  const { screen, codes } = await showCodes([entry('MH'), entry('EP')]);
  await screen.getByRole('button', { name: /^EP/ }).click();
  await screen.getByRole('textbox', { name: 'Code', exact: true }).fill('mh');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(/has the code MH already/)).toBeVisible();
  await screen.getByRole('textbox', { name: 'Code', exact: true }).fill('HY');
  await screen.getByRole('button', { name: 'Symbol No symbol' }).click();
  const picker = screen.getByRole('dialog', { name: 'Symbols' });
  await picker.getByRole('searchbox').fill('hydr');
  await picker.getByRole('button', { name: 'Hydrant' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('button', { name: /^HY/ })).toBeVisible();
  expect(codes().find(({ code }) => code === 'HY')?.symbol).toBe('hydrant');
});

it('says how many features have a code before it is removed', async () => {
  const { screen, editor, codes } = await showCodes([entry('EP')]);
  for (const code of ['EP', 'EP2 B']) {
    await editor.dispatch('feature.add', { kind: 'point', coordinates: [0, 0, 0], code }, 'program');
  }
  await screen.getByRole('button', { name: /^EP/ }).click();
  await screen.getByRole('button', { name: 'Remove code' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Remove EP?' });
  await expect.element(dialog.getByText(/^2 features have this code/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove code' }).click();
  await expect.element(screen.getByText(/has no feature codes yet/)).toBeVisible();
  expect(codes()).toHaveLength(0);
  expect(Object.values(editor.views.document.features)).toHaveLength(2);
});

it('makes only the rows in sight of ten thousand codes, and finds one of them', async () => {
  const many = Array.from({ length: 10_000 }, (_, i) => entry(`C${i}`, { name: `Name ${i}` }));
  const { screen } = await showCodes(many);
  await expect.element(screen.getByRole('button', { name: /^C0 / })).toBeVisible();
  expect(screen.getByRole('listitem').elements().length).toBeLessThan(60);
  await screen.getByRole('searchbox').fill('name 9876');
  await expect.element(screen.getByRole('button', { name: /^C9876/ })).toBeVisible();
  await expect.poll(() => screen.getByRole('listitem').elements().length).toBe(1);
});

it('shows what a table would change before it is merged or replaces the dictionary', async () => {
  const { screen, codes, files } = await showCodes([entry('A'), entry('B', { layer: 'Old' }), entry('C')]);
  const csv = 'Code,Layer,Control\nB,New,\nC,,\nD,"line\nbreak",\n+5,,begin\n';
  const choose = async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await userEvent.upload(input, new File([csv], 'codes.csv'));
  };
  await choose();
  await expect.element(screen.getByRole('radio', { name: 'New 1' })).toBeVisible();
  await expect.element(screen.getByText(/word of a control code is left out \(\+5\)/)).toBeVisible();
  await screen.getByRole('radio', { name: 'Changed 1' }).click();
  await expect.element(screen.getByText('Changed: layer')).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: 'Same 1' })).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: 'Only in the drawing 1' })).toBeVisible();
  await screen.getByRole('radio', { name: 'Replace' }).click();
  await screen.getByRole('radio', { name: 'Removed 1' }).click();
  await expect.element(screen.getByText('A', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Apply' }).click();
  await expect.element(screen.getByRole('button', { name: /^D/ })).toBeVisible();
  expect(
    codes()
      .map(({ code }) => code)
      .toSorted(),
  ).toEqual(['B', 'C', 'D']);

  await screen.getByRole('button', { name: 'Export as CSV' }).click();
  expect(files.at(-1)?.name).toMatch(/codes\.csv$/);
  expect(files.at(-1)?.text).toContain('D,,any,"line\nbreak",,,,\r\n');
  await choose();
  await expect.element(screen.getByText('The dictionary has all of it already.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
});
