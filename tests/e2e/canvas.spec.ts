import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createSite, status, tool } from './support/canvas.ts';
import { test } from './support/fixtures.ts';
import { walkByKeyboard } from './support/keyboard-walk.ts';
import { expectAccessible, expectNoSideways } from './support/page.ts';

/** Clicks places of the view, given as fractions of its width and height. */
async function clickPlaces(page: Page, places: readonly (readonly [number, number])[]): Promise<void> {
  const box = await page.getByLabel('Survey', { exact: true }).boundingBox();
  if (box === null) throw new Error('there is no picture');
  for (const [x, y] of places) {
    await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
    // A pause between clicks, as a user makes: otherwise they would be a double click.
    await expect(status(page)).toBeVisible();
  }
}

/** Over the previously clicked corner a new point would snap to it, unless Alt is held. */
async function seeSnapping(page: Page): Promise<void> {
  const box = (await page.getByLabel('Survey', { exact: true }).boundingBox())!;
  const name = page.locator('output').filter({ hasText: /^Vertex$/ });
  await tool(page, 'Point').click();
  await page.mouse.move(box.x + 0.35 * box.width, box.y + 0.3 * box.height);
  await expect(name).toBeAttached();
  await page.keyboard.down('Alt');
  await expect(name).not.toBeAttached();
  await page.keyboard.up('Alt');
  await expect(name).toBeAttached();
  await page.getByRole('button', { name: 'What to snap to' }).click();
  const kinds = page.getByRole('dialog', { name: 'What to snap to' });
  await kinds.getByRole('checkbox', { name: 'Midpoint' }).uncheck();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: 'Snap to what is drawn' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await page.keyboard.press('s');
  await page.keyboard.press('v');
}

/** The panel of figures and the list of keys open and close by their keys. */
async function seeFigures(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Figures of the view' });
  await page.keyboard.press('b');
  await expect(panel).toContainText('14,400');
  await expectAccessible(page);
  await page.keyboard.press('b');
  await expect(panel).toBeHidden();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('Figures of the view');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
}

/** Commands are found by name and run by keys; disabled ones are shown as such. */
async function seeCommands(page: Page): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const figures = page.getByRole('complementary', { name: 'Figures of the view' });
  await page.keyboard.press('Control+k');
  const field = palette.getByRole('combobox', { name: 'Search commands' });
  await expect(field).toBeFocused();
  await expect(palette.getByRole('option', { name: 'Take the last vertex back' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessible(page);
  await field.fill('figures');
  await expect(palette.getByRole('option')).toHaveCount(1);
  await field.press('Enter');
  await expect(palette).toBeHidden();
  await expect(figures).toBeVisible();
  await page.keyboard.press('b');
  await expect(figures).toBeHidden();
  await page.keyboard.press('Control+k');
  await field.fill('zebra');
  await expect(palette.getByRole('status')).toContainText('No command');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
}

/** The points are cut by a box, whose sides are moved by keys and by the pointer, and which is turned. */
async function seeClips(page: Page): Promise<void> {
  const drawing = page.getByRole('complementary', { name: 'Drawing' });
  await drawing.getByRole('button', { name: 'Polygon 1' }).click();
  await page.getByRole('button', { name: 'Layers and display', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Layers and display' });
  await panel.getByRole('radio', { name: 'Box', exact: true }).click();
  await panel.getByRole('button', { name: 'Show only inside' }).click();
  const right = page.getByRole('button', { name: /^Right side of Box 1/ });
  const turn = page.getByRole('button', { name: /^Turn Box 1/ });
  const first = (await right.getAttribute('aria-label')) ?? '';
  await right.press('ArrowRight');
  await expect(right).not.toHaveAttribute('aria-label', first);
  const keyed = (await right.getAttribute('aria-label')) ?? '';
  const { x, y } = (await right.boundingBox())!;
  await page.mouse.move(x + 22, y + 22);
  await page.mouse.down();
  await page.mouse.move(x - 18, y + 22, { steps: 4 });
  await page.mouse.up();
  await expect(right).not.toHaveAttribute('aria-label', keyed);
  await turn.press('ArrowLeft');
  await expect(turn).toHaveAttribute('aria-label', /1\.0000°$/);
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Remove Box 1' }).click();
  await expect(right).toBeHidden();
  await page.getByRole('button', { name: 'Drawing', exact: true }).click();
}

/** Every control is reachable by Tab; arrows move along a toolbar; Escape closes a panel and restores the focus. */
async function seeKeyboard(page: Page): Promise<void> {
  await walkByKeyboard(page);
  await tool(page, 'Select').focus();
  await page.keyboard.press('ArrowDown');
  await expect(tool(page, 'Select by box')).toBeFocused();
  const opener = page.getByRole('button', { name: 'Layers and display', exact: true });
  const panel = page.getByRole('complementary', { name: 'Layers and display' });
  await panel.getByRole('slider', { name: 'Size', exact: true }).focus();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel).toBeVisible();
  const words = page.getByRole('region', { name: 'The view in words' });
  await page.keyboard.press('t');
  await expect(words).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(words).toBeHidden();
  await expect(opener).toBeFocused();
}

/** A plan beside a 3D view: divided by keys, drawn in, shown orthographically, saved and restored. */
async function seeViews(page: Page): Promise<void> {
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });
  await page.keyboard.press('4');
  await expect(radio('Split')).toBeChecked();
  const divider = page.getByRole('separator', { name: 'Divider between the views' });
  await divider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(divider).toHaveAttribute('aria-valuenow', '48');
  await page.keyboard.press('Enter');
  await expect(divider).toHaveAttribute('aria-valuenow', '50');
  await tool(page, 'Polyline').click();
  const plan = page.getByLabel('First view of the survey', { exact: true });
  await plan.click({ position: { x: 140, y: 200 } });
  await expect(page.getByText('1 more place needed')).toBeVisible();
  await plan.click({ position: { x: 260, y: 330 } });
  await page.keyboard.press('Enter');
  await page.keyboard.press('v');
  const parallel = page.getByRole('button', { name: 'Orthographic view' });
  await parallel.click();
  await expect(parallel).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  const views = page.getByRole('complementary', { name: 'Views' });
  await views.getByRole('textbox', { name: 'Name of the view' }).fill('Both');
  await views.getByRole('button', { name: 'Save', exact: true }).click();
  await expectAccessible(page);
  await page.keyboard.press('1');
  await expect(radio('2D Classic')).toBeChecked();
  await expect(divider).toBeHidden();
  await views.getByRole('button', { name: 'Show Both' }).click();
  await expect(radio('Split')).toBeChecked();
  await expect(parallel).toHaveAttribute('aria-pressed', 'false');

  await page.getByRole('button', { name: 'Drawing', exact: true }).click();
  await page.getByRole('button', { name: /^Polyline \d/ }).click();
  await page.getByRole('button', { name: 'Profile', exact: true }).click();
  const section = page.getByRole('region', { name: 'Profile' });
  await expect(section.getByLabel(/^Profile: arrow keys/)).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await walkByKeyboard(page);
  await section.getByRole('button', { name: 'Close profile' }).click();

  await page.keyboard.press('5');
  await expect(radio('Side by side')).toBeChecked();
  const products = page.getByRole('button', { name: /^Products in this view/ }).last();
  await expect(products).toHaveText('Digital elevation model');
  await products.click();
  const choice = page.getByRole('dialog', { name: 'Products in this view' });
  await choice.getByRole('checkbox', { name: 'Lidar point cloud' }).click();
  await expect(products).toHaveText('2 products');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('3');
}

/** Terrain's range is moved by keys, its slope coloured, and two products are shown on either side of a line. */
async function seeTerrain(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Layers and display' });
  await panel.getByRole('slider', { name: 'From elevation' }).press('ArrowRight');
  await expect(panel.getByRole('textbox', { name: 'From elevation' })).not.toHaveValue('');
  await panel.getByLabel('Coloured by').selectOption({ label: 'Slope' });
  await panel.getByLabel('Contour lines on terrain').check();
  await panel.getByLabel('Compare across a line').check();
  const line = page.getByRole('separator', { name: 'Line between the two products' });
  await line.press('ArrowLeft');
  await expect(line).toHaveAttribute('aria-valuenow', '48');
  await expectAccessible(page);
  await panel.getByLabel('Compare across a line').uncheck();
  await expect(line).toBeHidden();
}

/** The card of a feature has its measures; what lies on a locked layer stays, and says why. */
async function seeLayers(page: Page): Promise<void> {
  const drawing = page.getByRole('complementary', { name: 'Drawing' });
  await drawing.getByRole('button', { name: 'Polygon 1' }).click();
  await expect(drawing.locator('dt:text-is("Plan area") + dd data')).toHaveAttribute('value', /\d/);
  await expect(drawing.locator('dt:text-is("Vertices") + dd')).toHaveText('4');
  await drawing.getByRole('button', { name: 'Properties of' }).click();
  const dialog = page.getByRole('dialog', { name: 'Properties of' });
  await expect(dialog).toContainText('1 feature lies on it');
  await dialog.getByLabel('Description').fill('Edges of the pit');
  await dialog.getByLabel('Line weight').selectOption({ label: '0.50\u00a0mm' });
  await dialog.getByLabel('Locked').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await drawing.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(/is locked. Unlock it/).first()).toBeVisible();
  await expect(drawing.getByRole('button', { name: 'Polygon 1' })).toBeVisible();
  await drawing.getByRole('button', { name: 'Properties of' }).click();
  await expect(dialog.getByLabel('Description')).toHaveValue('Edges of the pit');
  await dialog.getByLabel('Locked').uncheck();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(status(page)).toContainText('Saved', { timeout: 30_000 });
}

test('a survey is seen, measured, drawn on, saved and exported', async ({ page }) => {
  test.setTimeout(420_000);
  const project = await createSite(page);

  await page.goto(`${project}/canvas/lidar`);
  await expect(page).toHaveTitle('Canvas site / Canvas / Lidar');
  await expect(status(page)).toContainText('14,400 points drawn', { timeout: 60_000 });
  await expect(status(page)).toContainText('NAD83 / UTM zone 17N');
  await expect(status(page)).toContainText('Saved');
  await expectAccessible(page);
  await seeKeyboard(page);

  await page.keyboard.press('2');
  await expect(page.getByRole('radio', { name: '2D', exact: true })).toBeChecked();
  await tool(page, 'Volume').click();
  await clickPlaces(page, [
    [0.35, 0.3],
    [0.55, 0.3],
    [0.55, 0.7],
    [0.35, 0.7],
  ]);
  const finish = page.getByRole('button', { name: 'Finish' });
  await expect(finish).toBeEnabled({ timeout: 60_000 });
  await expect(page.getByText('Click on, or double-click to finish')).toBeVisible();
  await finish.click();
  const inspector = page.getByRole('complementary', { name: 'Measurement' });
  await expect(inspector.getByText('Net', { exact: true })).toBeVisible({ timeout: 60_000 });
  const net = await inspector.locator('dt:text-is("Net") + dd data').getAttribute('value');
  expect(Number(net)).toBeGreaterThan(0);
  const label = page.locator('output').filter({ hasText: /m³$/ });
  await expect(label).toHaveText((await inspector.locator('dt:text-is("Net") + dd').textContent()) ?? '');
  await inspector.getByLabel('Measured against').selectOption({ label: 'Lowest corner' });
  await expect(inspector.locator('dt:text-is("Net") + dd data')).not.toHaveAttribute('value', net ?? '', {
    timeout: 60_000,
  });
  await expect(inspector.getByText(/Net = cut − fill/)).toBeVisible();
  await expectAccessible(page);

  await inspector.getByRole('button', { name: 'Keep as a feature' }).click();
  await expect(status(page)).toContainText('Not saved yet');
  await inspector.getByRole('button', { name: 'Contours' }).click();
  await inspector.getByRole('button', { name: 'TIN' }).click();
  await page.getByRole('button', { name: 'Drawing', exact: true }).click();
  const drawing = page.getByRole('complementary', { name: 'Drawing' });
  await expect(drawing.getByRole('button', { name: 'Polygon 1' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(drawing.getByRole('button', { name: 'Polygon 1' })).toBeHidden();
  await page.keyboard.press('Control+y');
  await expect(drawing.getByRole('button', { name: 'Polygon 1' })).toBeVisible();
  await expect(status(page)).toContainText('Saved', { timeout: 30_000 });
  await seeLayers(page);
  await seeSnapping(page);
  await seeFigures(page);
  await seeCommands(page);
  await seeClips(page);

  await drawing.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export the drawing' });
  await expect(dialog.getByLabel(/TINs shown \(1\)/)).toBeChecked({ timeout: 60_000 });
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Canvas site.dxf');
  const text = await readFile(await file.path(), 'latin1');
  expect(text).toContain('AC1015');
  expect(text).toContain('3DFACE');

  await page.reload();
  await page.getByRole('button', { name: 'Drawing', exact: true }).click();
  await expect(drawing.getByRole('button', { name: 'Polygon 1' })).toBeVisible();
  await seeViews(page);

  await page.goto(`${project}/canvas/digital-elevation-model?theme=light`);
  await expect(page).toHaveTitle('Canvas site / Canvas / Digital elevation model');
  await expect(page.getByLabel('Digital elevation model')).toBeChecked();
  await seeTerrain(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideways(page);
  await expect(page.getByRole('combobox', { name: 'Product shown' })).toHaveValue('digital-elevation-model');
  await expectAccessible(page);
});

test('a picture that cannot be drawn, or was lost, is told and what is safe', async ({ page }) => {
  test.setTimeout(420_000);
  const project = await createSite(page);
  await page.addInitScript(() => {
    const { requestDevice } = GPUAdapter.prototype;
    GPUAdapter.prototype.requestDevice = async function (...options) {
      const device = await requestDevice.apply(this, options);
      Object.assign(window, { lastDevice: device });
      return device;
    };
  });
  await page.goto(`${project}/canvas`);
  await expect(status(page)).toContainText('14,400 points drawn', { timeout: 60_000 });
  await expect(status(page)).toHaveAttribute('aria-busy', 'false');
  const picture = await page.getByLabel('Survey', { exact: true }).screenshot();
  await page.evaluate(() => {
    const shared = window as unknown as { lastDevice: GPUDevice; firstDevice: GPUDevice };
    shared.firstDevice = shared.lastDevice;
    shared.firstDevice.destroy();
  });
  // The notice may disappear before it can be observed: a new device is the proof.
  await page.waitForFunction(() => {
    const shared = window as unknown as { lastDevice: GPUDevice; firstDevice: GPUDevice };
    return shared.lastDevice !== shared.firstDevice;
  });
  await expect(page.getByText('The graphics device was lost')).toBeHidden({ timeout: 60_000 });
  await expect
    .poll(async () => (await page.getByLabel('Survey', { exact: true }).screenshot()).equals(picture), {
      timeout: 60_000,
    })
    .toBe(true);

  await page.addInitScript(() => Object.defineProperty(navigator, 'gpu', { value: undefined }));
  await page.goto(`${project}/canvas`);
  await expect(page.getByRole('alert')).toContainText('This browser has no WebGPU');
  await expect(page.getByText(/the drawing are safe/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to the overview' }).click();
  await expect(page.getByRole('navigation', { name: 'Products' })).toBeVisible();
});
