import { expect, type Page } from '@playwright/test';

/** Maximum number of stops of a walk, far above that of our pages. */
const maxStops = 250;

/** The defect of the focused element; `null` where the walk is complete. */
function judgeFocused(): { readonly name: string; readonly faults: readonly string[] } | null {
  const walked = window as unknown as { walkedStops?: Set<Element> };
  walked.walkedStops ??= new Set();
  const element = document.activeElement;
  if (element === null || element === document.body || walked.walkedStops.has(element)) return null;
  walked.walkedStops.add(element);
  const { x, y, width, height, right, bottom } = element.getBoundingClientRect();
  const isSeen = right > 0 && bottom > 0 && x < window.innerWidth && y < window.innerHeight;
  // The tooltip of the previous stop may still be fading.
  const top = document
    .elementsFromPoint(x + width / 2, y + height / 2)
    .find((part) => part.closest('[data-radix-popper-content-wrapper]') === null);
  const isOpen = top !== undefined && (element.contains(top) || top.contains(element));
  const hasRing = [element, ...element.querySelectorAll('*')].some((part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(part);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  });
  const faults = [
    ...(isSeen ? [] : ['outside the window']),
    ...(isOpen ? [] : [`covered by ${top?.outerHTML.slice(0, 80)}`]),
    ...(hasRing ? [] : ['focus is not shown']),
  ];
  return { name: element.outerHTML.slice(0, 160), faults };
}

/** Visible focusable elements that were not reached; a group that forwards the focus to a member counts as reached. */
function findMissed(): string[] {
  const walked = (window as unknown as { walkedStops?: Set<Element> }).walkedStops ?? new Set();
  const candidates = document.querySelectorAll<HTMLElement>(
    'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]',
  );
  const isWalked = (element: Element) => [...walked].some((stop) => element.contains(stop));
  const missed = [...candidates].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility() && !isWalked(element),
  );
  return missed.map((element) => element.outerHTML.slice(0, 160));
}

/**
 * Walks through the page by Tab alone: every control is reached once, has a name, is visible and shows its focus, and
 * the walk leaves the page again.
 */
export async function walkByKeyboard(page: Page): Promise<void> {
  await page.evaluate(() => {
    (window as unknown as { walkedStops?: Set<Element> }).walkedStops = new Set();
    // The next Tab continues from where a focused element was removed.
    const start = document.createElement('span');
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
  });
  const faults: string[] = [];
  for (let stop = 0; ; stop++) {
    expect(stop, 'the walk comes to no end').toBeLessThan(maxStops);
    await page.keyboard.press('Tab');
    const judged = await page.evaluate(judgeFocused);
    if (judged === null) break;
    await expect.soft(page.locator(':focus')).toHaveAccessibleName(/\S/);
    faults.push(...judged.faults.map((fault) => `${fault}: ${judged.name}`));
  }
  const missed = await page.evaluate(findMissed);
  expect([...faults, ...missed.map((name) => `not reached: ${name}`)]).toEqual([]);
}
