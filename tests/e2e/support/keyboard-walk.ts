import { expect, type Page } from '@playwright/test';

/** Stops of a walk that no page of ours comes near. */
const maxStops = 250;

/** What is wrong with the element that has the focus; `null` where the walk is round. */
function judgeFocused(): { readonly name: string; readonly faults: readonly string[] } | null {
  const walked = window as unknown as { walkedStops?: Set<Element> };
  walked.walkedStops ??= new Set();
  const element = document.activeElement;
  if (element === null || element === document.body || walked.walkedStops.has(element)) return null;
  walked.walkedStops.add(element);
  const { x, y, width, height, right, bottom } = element.getBoundingClientRect();
  const isSeen = right > 0 && bottom > 0 && x < window.innerWidth && y < window.innerHeight;
  // The tooltip of the stop before may be fading still.
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

/** What can take the focus, is seen, and was not come to; a group that hands the focus on to a member was. */
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
 * Goes through the page by Tab alone: every control is come to once, has a name, is seen and shows that it has the
 * focus, and the way leads out again.
 */
export async function walkByKeyboard(page: Page): Promise<void> {
  await page.evaluate(() => {
    (window as unknown as { walkedStops?: Set<Element> }).walkedStops = new Set();
    // The next Tab goes on from where something that had the focus was taken away.
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
