import { expect, it } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { mountPanel } from '#tests/support/components/mount-panel.tsx';
import { makeProject } from '#tests/support/components/project.ts';
import { createMemoryServer } from '#tests/support/components/server.ts';
import type { Viewer } from '../viewer.ts';
import { DeleteDialog } from './DeleteDialog.tsx';

const desktop: Viewer = { edition: 'desktop', isStaff: true };
const customer: Viewer = { edition: 'cloud', isStaff: false };

const project = makeProject();
const cleaned = makeProject({
  size: { ...project.size, cleanable: { intermediate: 0, exportable: 0, canvas: 500_000 } },
});

const show = async (viewer: Viewer, server = createMemoryServer(), shown = project) => {
  const closed: boolean[] = [];
  const panel = await mountPanel(
    <DeleteDialog open project={shown} viewer={viewer} onOpenChange={(open) => closed.push(!open)} />,
    server,
  );
  return { ...panel, closed, pathOf: () => panel.path };
};

it('adds up what the chosen kinds hold, removes those and closes', async () => {
  const { screen, server, closed } = await show(
    desktop,
    createMemoryServer().answer(routes.projectClean, cleaned),
  );
  await screen.getByRole('radio', { name: 'Delete some of its files' }).click();
  const clean = screen.getByRole('button', { name: 'Delete files' });
  await expect.element(clean).toBeDisabled();
  await screen.getByRole('checkbox', { name: 'Intermediate files' }).click();
  await screen.getByRole('checkbox', { name: 'Exported files' }).click();
  await expect.element(screen.getByRole('status').filter({ hasText: /4\.3.MB/ })).toBeVisible();
  await clean.click();
  await expect.poll(() => closed).toEqual([true]);
  expect(server.bodies(routes.projectClean)).toEqual([{ options: ['intermediate', 'exportable'] }]);
  await expect.element(screen.getByText(/4\.3.MB were freed/)).toBeVisible();
});

it('offers no kind of file that holds nothing', async () => {
  const { screen } = await show(desktop, createMemoryServer(), cleaned);
  await screen.getByRole('radio', { name: 'Delete some of its files' }).click();
  await expect.element(screen.getByRole('checkbox', { name: 'Intermediate files' })).toBeDisabled();
  await expect.element(screen.getByRole('checkbox', { name: 'Canvas files' })).toBeEnabled();
});

it('removes no files of a project that is still being made', async () => {
  const running = makeProject({ size: { ...project.size, safe_to_clean: false } });
  const { screen } = await show(desktop, createMemoryServer(), running);
  await expect.element(screen.getByRole('radio', { name: 'Delete some of its files' })).toBeDisabled();
});

it('lets a customer of the cloud only mark it, and goes to the list', async () => {
  const server = createMemoryServer().answer(routes.projectDestroy, { ok: true });
  const { screen, uploads, pathOf } = await show(customer, server);
  await expect.element(screen.getByRole('radio').first()).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(pathOf).toBe('/projects/list');
  expect(server.bodies(routes.projectDestroy)).toEqual([{ destroy_data: false }]);
  expect(uploads.cancelled).toEqual([project.pk]);
});

it('tells why it was refused and stays open', async () => {
  const server = createMemoryServer().refuse(routes.projectClean, 409, 'project.not-cleanable');
  const { screen, closed } = await show(desktop, server);
  await screen.getByRole('radio', { name: 'Delete some of its files' }).click();
  await screen.getByRole('checkbox', { name: 'Canvas files' }).click();
  await screen.getByRole('button', { name: 'Delete files' }).click();
  await expect.element(screen.getByRole('alert')).not.toBeEmptyDOMElement();
  expect(closed).toEqual([]);
});
