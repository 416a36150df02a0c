import type { DrawingItem } from '#contract/schemas/drawing.ts';
import type { Text } from '#i18n/use-text.ts';
import type { ShownDrawing } from './shown-drawing.ts';

/** The drawing that is open; undefined for one that was never saved. */
export function openItem(items: readonly DrawingItem[], { drawing }: ShownDrawing): DrawingItem | undefined {
  return items.find((item) => (drawing === null ? item.is_main : item.pk === drawing));
}

/** The name of a drawing; the main one may have none of its own. */
export function drawingName(item: DrawingItem | undefined, t: Text['t']): string {
  return item === undefined || item.name === '' ? t('drawings.main') : item.name;
}

/** How a drawing is addressed: the main one without its pk. */
export function shownOf(item: DrawingItem, version: number | null = null): ShownDrawing {
  return { drawing: item.is_main ? null : item.pk, version };
}
