import { expect, type Locator, type Page } from '@playwright/test';
import { makeProject } from './page.ts';
import { surveyFile } from './survey-file.ts';

/** The status bar of the canvas. */
export const status = (page: Page): Locator => page.getByRole('region', { name: 'Status' });

/** A button of the tool strip. */
export const tool = (page: Page, name: string): Locator =>
  page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name, exact: true });

/** Creates the small hill's project and waits for its elevation model. Returns the project's address. */
export async function createSite(page: Page): Promise<string> {
  const url = await makeProject(page, 'Canvas site', await surveyFile({ hasSystem: true }));
  const tiles = page.getByRole('navigation', { name: 'Products' }).getByRole('link');
  await expect(tiles.filter({ hasText: 'Digital elevation model' })).toContainText('Done', {
    timeout: 240_000,
  });
  await expect(tiles.filter({ hasText: 'Lidar point cloud' })).toContainText('Done');
  return url.replace(/(\/projects\/\d+).*/, '$1');
}
