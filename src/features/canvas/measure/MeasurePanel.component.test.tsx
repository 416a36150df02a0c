import { expect, it } from 'vitest';
import { pagePool } from '#app/page-pool.ts';
import type { KnownAccuracy } from '#core/ports/surface.ts';
import { US_SURVEY_FOOT } from '#domain/units/units.ts';
import { mountPanel } from '#tests/support/components/mount-panel.tsx';
import { createBench, createSurface } from '#tests/support/editor.ts';
import { MeasurePanel } from './MeasurePanel.tsx';

/** A frustum on flat ground of 100 m: 20 m by 20 m at the top, slopes of 1:1, 10 m high, about (50, −50). */
const heap = (x: number, y: number) =>
  100 + Math.min(10, Math.max(0, 20 - Math.max(Math.abs(x - 50), Math.abs(y + 50))));
/** Of 20 m and 40 m side: h/3 · (A + B + √AB). */
const truth = (10 / 3) * (400 + 1600 + 800);

const ring = [
  [20, 20],
  [80, 20],
  [80, 80],
  [20, 80],
] as const;

interface Shown {
  readonly surface?: (x: number, y: number) => number;
  readonly known?: KnownAccuracy | null;
  readonly facts?: NonNullable<Parameters<typeof createBench>[0]>['facts'];
}

/** The panel of a volume drawn around the heap. */
async function showVolume({ surface = heap, known = null, facts = {} }: Shown = {}) {
  const ports = { surface: createSurface(surface, known), tasks: pagePool() };
  const { editor, click } = await createBench({ ports, facts });
  await editor.dispatch('tool.choose', { tool: 'volume' }, 'panel');
  for (const [x, y] of ring) await click(x, y);
  editor.tools.key('Enter');
  const { screen } = await mountPanel(<MeasurePanel editor={editor} />);
  /** The displayed figure of a row of the panel. */
  const row = (name: string) =>
    screen.getByText(name, { exact: true }).element().parentElement?.textContent ?? '';
  const figure = (name: string) =>
    Number.parseFloat(
      row(name)
        .replace(name, '')
        .replaceAll(/[^\d.−-]/g, '')
        .replace('−', '-'),
    );
  await expect.element(screen.getByText('Cut', { exact: true })).toBeVisible();
  return { editor, screen, row, figure };
}

it('shows cut, fill, net and what the uncertainty is made of, with units', async () => {
  const { screen, figure, row } = await showVolume();
  expect(Math.abs(figure('Cut') / truth - 1)).toBeLessThan(0.01);
  expect(figure('Fill')).toBeLessThan(1);
  expect(row('Cut')).toContain('m³');
  expect(figure('A: plan area')).toBe(3600);
  await expect.element(screen.getByText('sz: 1.5 cells, no accuracy known')).toBeVisible();
  await expect.element(screen.getByText(/Net = cut − fill/)).toBeVisible();
});

it('measures again against another base, and against an elevation as typed', async () => {
  const { screen, figure } = await showVolume();
  const base = screen.getByRole('combobox', { name: 'Measured against' });
  await base.selectOptions('Custom elevation');
  await screen.getByRole('textbox', { name: 'Elevation of the base' }).fill('99,5');
  await screen.getByRole('textbox', { name: 'Elevation of the base' }).click();
  screen.getByRole('textbox', { name: 'Elevation of the base' }).element().blur();
  await expect.poll(() => Math.abs(figure('Cut') / (truth + 1800) - 1)).toBeLessThan(0.01);
});

it('takes a stated accuracy over what is known, and puts back what is no number', async () => {
  const known = { sigma: 0.04, source: 'checkpoints', count: 5 } as const;
  const { screen, figure } = await showVolume({ known });
  await expect.element(screen.getByText('sz: height RMSE at 5 checkpoints')).toBeVisible();
  const stated = screen.getByRole('textbox', { name: 'Stated vertical accuracy (1σ)' });
  await stated.fill('rough');
  stated.element().blur();
  await expect.element(stated).toHaveValue('');
  await stated.fill('0.5');
  stated.element().blur();
  await expect.element(screen.getByText('sz: stated accuracy')).toBeVisible();
  await expect.poll(() => figure('Uncertainty (k = 2)')).toBeGreaterThan(2 * 0.5 * 3600 * 0.99);
});

it('warns of ground without elevations and of a unit of heights that nothing declares', async () => {
  const surface = (x: number, y: number) =>
    x > 60 && x < 75 && y < -60 && y > -75 ? Number.NaN : heap(x, y);
  const { screen, figure } = await showVolume({
    surface,
    facts: { isVerticalUnitAssumed: true, verticalUnit: US_SURVEY_FOOT },
  });
  await expect.element(screen.getByText('Area without elevations')).toBeVisible();
  expect(figure('Area without elevations')).toBeGreaterThan(150);
  await expect.element(screen.getByText(/US survey feet/)).toBeVisible();
});
