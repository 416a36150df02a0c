import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

/** A file from a user's folder. */
export interface DroppedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** Drops one file, as `dropFiles` does. */
export function dropFile(target: Locator, name: string, content: Buffer): Promise<boolean> {
  return dropFiles(target, [{ name, content }]);
}

/** Drops files on an element as a mouse would; returns whether the page prevented the browser from opening them. */
export async function dropFiles(target: Locator, files: readonly DroppedFile[]): Promise<boolean> {
  const page = target.page();
  const transfer = await page.evaluateHandle(
    (dropped) => {
      const data = new DataTransfer();
      for (const { name, base64 } of dropped) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], name));
      }
      return data;
    },
    files.map(({ name, content }) => ({ name, base64: content.toString('base64') })),
  );
  return target.evaluate((element, dataTransfer) => {
    const fire = (type: string) =>
      !element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    fire('dragenter');
    const isOverHandled = fire('dragover');
    return fire('drop') && isOverHandled;
  }, transfer);
}

/** Fails on any violation of the accessibility rules. */
export async function expectAccessible(page: Page): Promise<void> {
  // Elements still fading in have less contrast than finally; endless animations are not fades.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    (rule) => `${rule.id}: ${rule.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(found).toEqual([]);
}

/** Fails where the page is wider than its window. */
export async function expectNoSideways(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

/** Creates a project by choosing a file on the list, and waits for its page. Returns its address. */
export async function makeProject(page: Page, name: string, content: Buffer): Promise<string> {
  await page.goto('/projects/list');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /LAS or LAZ/ }).click();
  await (await chooser).setFiles({
    name: `${name}.las`,
    mimeType: 'application/octet-stream',
    buffer: content,
  });
  await confirmCreation(page);
  await page.waitForURL(/\/projects\/\d+/);
  return page.url();
}

/** Submits the questions before the upload with their defaults. */
export async function confirmCreation(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Before the upload' });
  await dialog.getByRole('button', { name: 'Create and upload' }).click();
}

/**
 * Drops a file of 66 MiB, the survey and then zeros, with a handle of the browser's own disk, as Chromium provides for
 * files of the user's disk.
 */
export async function dropKept(page: Page, name: string, survey: Buffer): Promise<void> {
  const zone = page.getByRole('button', { name: /^Drop photos/ });
  const transfer = await page.evaluateHandle(
    async ({ fileName, base64 }) => {
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle(fileName, { create: true });
      const writable = await handle.createWritable();
      await writable.write(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
      await writable.truncate(66 * 2 ** 20);
      await writable.close();
      const data = new DataTransfer();
      data.items.add(await handle.getFile());
      Object.defineProperty(DataTransferItem.prototype, 'getAsFileSystemHandle', {
        value: async () => handle,
      });
      return data;
    },
    { fileName: name, base64: survey.toString('base64') },
  );
  await zone.evaluate((element, dataTransfer) => {
    element.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }));
    element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  }, transfer);
}
