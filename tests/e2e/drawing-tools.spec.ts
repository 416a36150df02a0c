import { expect, type Page } from '@playwright/test';
import { createSite, status, tool } from './support/canvas.ts';
import { test } from './support/fixtures.ts';
import { expectAccessible, expectNoSideways } from './support/page.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Place or step' });

async function type(page: Page, ...lines: string[]): Promise<void> {
  for (const line of lines) {
    await field(page).fill(line);
    await field(page).press('Enter');
    await expect(field(page)).toHaveValue('');
  }
}

/** A line is typed: what it leads to is shown first, what does not fit is told with its column. */
async function seeTypedLine(page: Page): Promise<void> {
  const entry = page.getByRole('region', { name: 'Typed places' });
  await expect(entry).toBeHidden();
  await tool(page, 'Polyline').click();
  await type(page, '500000, 4200000, 12');
  await page.getByLabel('Survey', { exact: true }).focus();
  await page.keyboard.press('@');
  await expect(field(page)).toBeFocused();
  await field(page).pressSequentially('30,40');
  await expect(entry).toContainText('500,030.000');
  await expect(entry.getByText('Azimuth')).toBeVisible();
  await field(page).press('Enter');
  await field(page).fill('N45°60\'00"E 10');
  await field(page).press('Enter');
  await expect(entry.getByRole('alert')).toContainText('Column 5');
  await expectAccessible(page);
  await type(page, 'dr 90 10 va 5');
  await entry.getByRole('button', { name: 'What can be typed' }).click();
  const options = page.getByRole('dialog', { name: 'What can be typed' });
  await options.getByRole('radio', { name: 'North, east, height' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await type(page, '4200050, 500100, 20');
  await field(page).press('Enter');
  await page.getByRole('button', { name: 'Drawing', exact: true }).click();
  const drawing = page.getByRole('complementary', { name: 'Drawing' });
  await drawing.getByRole('button', { name: /^Polyline \d/ }).click();
  await expect(drawing.locator('dt:text-is("Vertices") + dd')).toHaveText('4');
  await expect(drawing.locator('dt:text-is("Highest") + dd data')).toHaveAttribute('value', '20');
}

/** The selected line is offset, then extended; what a field lacks is told there, and each edit is one step of undo. */
async function seeEdits(page: Page): Promise<void> {
  const drawing = page.getByRole('complementary', { name: 'Drawing' });
  const lines = drawing.getByRole('button', { name: /^Polyline \d/ });
  const choose = async (name: string) => {
    await drawing.getByRole('button', { name: 'Edit…' }).click();
    await page
      .getByRole('dialog', { name: 'Edits of the selection' })
      .getByRole('button', { name, exact: true })
      .click();
  };
  await drawing.getByRole('button', { name: 'Edit…' }).click();
  await expect(page.getByRole('button', { name: 'Trim line' })).toBeDisabled();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await choose('Offset');
  const offset = page.getByRole('dialog', { name: 'Offset' });
  await offset.getByRole('button', { name: 'Apply' }).click();
  await expect(offset.getByRole('alert')).toContainText('must not be empty');
  await offset.getByLabel('Distance').fill('5 parsec');
  await offset.getByRole('button', { name: 'Apply' }).click();
  await expect(offset.getByRole('alert')).toContainText('column 3');
  await expectAccessible(page);
  await offset.getByLabel('Distance').fill('2 m + 0.5');
  await offset.getByRole('button', { name: 'Apply' }).click();
  await expect(offset).toBeHidden();
  await expect(lines).toHaveCount(2);

  await choose('Extend by length');
  const extend = page.getByRole('dialog', { name: 'Extend by length' });
  await expect(extend.getByLabel('Azimuth')).not.toHaveValue('');
  await extend.getByLabel('Length along the slope').fill('0');
  await extend.getByRole('button', { name: 'Apply' }).click();
  await expect(extend.getByRole('alert')).toHaveText('The length must not be zero.');
  await extend.getByLabel('Length along the slope').fill('7.5');
  await extend.getByLabel('Azimuth').fill('');
  await extend.getByRole('button', { name: 'Apply' }).click();
  await expect(extend.getByRole('alert')).toHaveText('The azimuth must not be empty.');
  await extend.getByLabel('Azimuth').fill('90-30-00');
  await extend.getByRole('button', { name: 'Apply' }).click();
  await expect(extend).toBeHidden();
  await expect(drawing.locator('dt:text-is("Vertices") + dd')).toHaveText('5');
  await page.keyboard.press('Control+z');
  await expect(drawing.locator('dt:text-is("Vertices") + dd')).toHaveText('4');
  await page.keyboard.press('Control+z');
  await expect(lines).toHaveCount(1);

  await lines.click();
  await choose('Clean');
  await expect(page.getByRole('dialog', { name: 'Clean' })).toContainText('Nothing is wrong');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
}

/** A circle is drawn by its centre and a typed radius, and a line goes on in an arc. */
async function seeShapes(page: Page): Promise<void> {
  const drawing = page.getByRole('complementary', { name: 'Drawing' });
  await tool(page, 'Circle').click();
  await expect(page.getByText('Click the centre, then the circle, or type the radius')).toBeVisible();
  await type(page, '500040, 4200040, 12', '5');
  await page.keyboard.press('Escape');
  await page.keyboard.press('v');
  await drawing.getByRole('button', { name: /^Polygon \d/ }).click();
  const area = await drawing.locator('dt:text-is("Plan area") + dd data').getAttribute('value');
  expect(Number(area)).toBeCloseTo(25 * Math.PI, 2);

  await tool(page, 'Polyline').click();
  const segments = page.getByRole('radiogroup', { name: 'Segments' });
  await segments.getByRole('radio', { name: 'Arc' }).click();
  await expectAccessible(page);
  await type(page, '500000, 4200000, 12', '@0,10', '@10,10');
  await field(page).press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('v');
  await drawing
    .getByRole('button', { name: /^Polyline \d/ })
    .last()
    .click();
  const length = await drawing.locator('dt:text-is("Plan distance, grid") + dd data').getAttribute('value');
  expect(Number(length)).toBeCloseTo(10 + 5 * Math.PI, 3);
  await tool(page, 'Polyline').click();
  await segments.getByRole('radio', { name: 'Straight' }).click();
}

test('places are typed, and what is drawn is edited', async ({ page }) => {
  test.setTimeout(420_000);
  const project = await createSite(page);
  await page.goto(`${project}/canvas/lidar`);
  await expect(status(page)).toContainText('Saved');
  await seeTypedLine(page);
  await seeEdits(page);
  await seeShapes(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await tool(page, 'Polyline').click();
  await expectNoSideways(page);
  await expectAccessible(page);
});
