import { expect, type Page } from '@playwright/test';
import { createSite, status, tool } from './support/canvas.ts';
import { test } from './support/fixtures.ts';
import { expectAccessible, expectNoSideways } from './support/page.ts';

const codes = [
  'Code,Name,Types,Layer,Colour,Symbol,Line type,Attributes',
  'MH,Manhole,point,Drains,#3fb8e8,manhole,,"depth:number=1.5; cover:list(round|square)=round"',
  'TR,Tree,point,Plants,#7fd05f,tree-deciduous,,species:text',
  'HY,Hydrant,point,Drains,#ff7a59,hydrant,,',
  'EP,Edge of pavement,polyline,Road,#ffc233,,dashed,',
  'BD,Building,polygon,Buildings,,,,storeys:number',
  '',
].join('\r\n');

/** Three shots of a line and one of a manhole: easting before northing, decimal commas, no headings. */
const shots = [
  '1;500010,5;4500010,25;100,5;EP BEG',
  '2;500020,5;4500012,25;100,6;EP',
  '3;500030,5;4500015,25;100,7;EP END',
  '4;500015;4500030;101,25;MH',
].join('\n');

const drawingPanel = (page: Page) => page.getByRole('complementary', { name: 'Drawing' });

/** A table of codes is shown, taken, and a code of it changed. */
async function seeDictionary(page: Page): Promise<void> {
  const panel = drawingPanel(page);
  await panel.getByRole('button', { name: /^Feature codes/ }).click();
  await expect(panel.getByText('has no feature codes yet')).toBeVisible();
  const file = { name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(codes) };
  await panel.locator('input[type=file]').setInputFiles(file);
  await expect(panel.getByRole('radio', { name: 'New 5' })).toBeChecked();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(5);
  await expectAccessible(page);

  await panel.getByRole('searchbox').fill('edge');
  await panel.getByRole('button', { name: /^EP/ }).click();
  await panel.getByRole('button', { name: /^Symbol/ }).click();
  const picker = page.getByRole('dialog', { name: 'Symbols' });
  await expect(picker.getByRole('button', { name: 'Sewer manhole' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await panel.getByRole('textbox', { name: 'Full name' }).fill('Edge of the pavement');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Edge of the pavement')).toBeVisible();
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/codes\.csv$/);
  await panel.getByRole('button', { name: 'Back to the drawing' }).click();
}

/** A point is drawn with a code: its layer is made, its attributes are asked for and shown on its card. */
async function seeCodedPoint(page: Page): Promise<void> {
  const panel = drawingPanel(page);
  await tool(page, 'Point').click();
  await page.getByRole('button', { name: 'Draw with code: No code' }).click();
  const choice = page.getByRole('dialog', { name: 'Choose the code to draw with' });
  await expect(choice.getByRole('button', { name: /^EP/ })).toBeDisabled();
  await expectAccessible(page);
  await choice.getByRole('button', { name: /^MH/ }).click();
  const entry = page.getByRole('textbox', { name: 'Place or step' });
  await entry.fill('500000, 4200000, 12');
  await entry.press('Enter');
  const asked = page.getByRole('dialog', { name: 'Attributes of MH 1' });
  await expect(asked.getByLabel('depth')).toHaveValue('1.5');
  await asked.getByLabel('depth').fill('2.25');
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Save' }).click();
  await expect(asked).toBeHidden();
  await tool(page, 'Select').click();
  await expect(panel.getByRole('textbox', { name: 'Name of Drains' })).toBeVisible();
  await panel.getByRole('button', { name: /^1 MH/ }).click();
  const attributes = panel.getByRole('region', { name: 'Attributes' });
  await expect(attributes.getByLabel('depth', { exact: true })).toHaveValue('2.25');
  await attributes.getByLabel('cover', { exact: true }).selectOption('square');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(attributes.getByLabel('cover', { exact: true })).toHaveValue('round');
}

/** The columns of a point file are said on its first lines, and its codes become a line before it is taken. */
async function seeLinework(page: Page): Promise<void> {
  const panel = drawingPanel(page);
  const file = { name: 'shots.txt', mimeType: 'text/plain', buffer: Buffer.from(shots) };
  await panel.locator('input[type=file][multiple]').setInputFiles(file);
  await expect(panel.getByLabel('Separator')).toHaveValue(';');
  await panel.getByLabel('Column 2 holds').selectOption({ label: 'Easting' });
  await expect(panel.getByRole('alert')).toContainText('Say which column is the northing');
  await panel.getByLabel('Column 3 holds').selectOption({ label: 'Northing' });
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await panel.getByRole('checkbox', { name: 'Make lines of the codes' }).check();
  await expect(panel.getByText('1 line', { exact: true })).toBeVisible();
  await panel.getByRole('radio', { name: /UTM zone 17N/ }).click();
  await panel.getByLabel('Unit of the file').selectOption({ label: 'Meters' });
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Import 5 features' }).click();
  await expect(panel.getByRole('textbox', { name: 'Name of Road' })).toBeVisible();
  await expect(panel.getByText('shots.txt')).toBeHidden();
}

test('a dictionary of codes is imported and drawn with', async ({ page }) => {
  test.setTimeout(420_000);
  const project = await createSite(page);
  await page.goto(`${project}/canvas/lidar`);
  await expect(status(page)).toContainText('Saved');
  await page.getByRole('button', { name: 'Drawing', exact: true }).click();
  await seeDictionary(page);
  await seeCodedPoint(page);
  await seeLinework(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await drawingPanel(page)
    .getByRole('button', { name: /^Feature codes/ })
    .click();
  await expectNoSideways(page);
  await expectAccessible(page);
});
