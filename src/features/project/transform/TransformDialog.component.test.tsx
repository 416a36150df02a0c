import { expect, it } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { Product } from '#contract/schemas/product.ts';
import { mountPanel } from '#tests/support/components/mount-panel.tsx';
import { makeProduct, makeProject } from '#tests/support/components/project.ts';
import { createMemoryServer } from '#tests/support/components/server.ts';
import type { Viewer } from '../viewer.ts';
import { TransformDialog } from './TransformDialog.tsx';

const viewer: Viewer = { edition: 'cloud', isStaff: false };
const model = makeProduct();
const cloud = makeProduct({ pk: 22, name: 'lidar_point_cloud', resolution: null });
const image = makeProduct({
  pk: 23,
  name: 'orthoimage',
  resolution: 0.05,
  pixel_width: 90_000,
  pixel_height: 400,
});

const show = async (products: readonly Product[], selected: Product | null = products[0] ?? null) => {
  const project = makeProject({ products: [...products] });
  const closed: true[] = [];
  const panel = await mountPanel(
    <TransformDialog
      project={project}
      viewer={viewer}
      selected={selected}
      onClose={() => closed.push(true)}
    />,
    createMemoryServer().answer(routes.productTransform, project),
  );
  return { ...panel, closed };
};

it('keeps length and percent of a pixel size together, and asks for both as the person left them', async () => {
  const { screen, server, closed } = await show([model]);
  await screen.getByRole('radio', { name: 'As the original' }).click();
  const size = screen.getByRole('textbox', { name: 'Pixel size, m' });
  const ratio = screen.getByRole('textbox', { name: 'Of the original, %' });
  await expect.element(size).toHaveValue('0.5000');
  await ratio.fill('400');
  await expect.element(size).toHaveValue('2.0000');
  await size.fill('1');
  await expect.element(ratio).toHaveValue('200');
  await screen.getByRole('button', { name: 'Transform' }).click();
  await expect.poll(() => closed.length).toBe(1);
  expect(server.bodies(routes.productTransform)).toMatchObject([
    { ordered_product: model.pk, resolution: 1, epsg_code: 32617, unit_of_measure: 'meters' },
  ]);
});

it.each([
  ['0.25', 'It cannot be smaller than that of the original.'],
  ['6', 'It must be at most 1000 percent of the original.'],
  ['wide', 'Enter a number.'],
  ['', 'This field is required.'],
])('refuses a pixel size of “%s” where it was typed', async (typed, fault) => {
  const { screen, server } = await show([model]);
  await screen.getByRole('radio', { name: 'As the original' }).click();
  await screen.getByRole('textbox', { name: 'Pixel size, m' }).fill(typed);
  await expect.element(screen.getByText(fault)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Transform' })).toBeDisabled();
  expect(server.requests).toEqual([]);
});

it('asks for a system before anything is sent', async () => {
  const { screen, server } = await show([model]);
  await screen.getByRole('button', { name: 'Transform' }).click();
  await expect.element(screen.getByText('This field is required.')).toBeVisible();
  expect(server.requests).toEqual([]);
});

it('says that a product is there already instead of making it twice', async () => {
  const { screen } = await show([model]);
  await screen.getByRole('radio', { name: 'As the original' }).click();
  await expect.element(screen.getByRole('button', { name: 'Transform' })).toBeDisabled();
  await expect.element(screen.getByRole('alert')).not.toBeEmptyDOMElement();
});

it('asks for no pixel size of a point cloud', async () => {
  const { screen } = await show([model, cloud], cloud);
  await expect.element(screen.getByRole('combobox', { name: 'Product' })).toHaveValue(String(cloud.pk));
  await expect.element(screen.getByRole('textbox', { name: 'Pixel size, m' })).not.toBeInTheDocument();
});

it('offers a single JPEG only where the picture fits one', async () => {
  const { screen } = await show([image]);
  await screen.getByRole('radio', { name: 'As the original' }).click();
  const jpeg = screen.getByRole('checkbox', { name: 'Also as a single JPEG' });
  await expect.element(jpeg).toBeDisabled();
  await screen.getByRole('textbox', { name: 'Of the original, %' }).fill('200');
  await expect.element(jpeg).toBeEnabled();
});
