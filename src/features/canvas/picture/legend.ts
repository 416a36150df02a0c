import type { Editor } from '#core/editor.ts';
import { readable } from '#core/measure/quantities.ts';
import { classColour } from '#domain/view/class-colours.ts';
import { stopsOf } from '#domain/view/ramps.ts';
import type { Text } from '#i18n/use-text.ts';
import { className } from '../class-name.ts';

/** What the colours of a picture mean: a ramp with its ends, or a list. */
export type Legend =
  | {
      readonly kind: 'ramp';
      readonly title: string;
      readonly stops: readonly string[];
      readonly low: string;
      readonly high: string;
    }
  | {
      readonly kind: 'list';
      readonly title: string;
      readonly entries: readonly { readonly colour: string; readonly text: string }[];
    };

function joinRanges(ranges: readonly (readonly [number, number] | null)[]): readonly [number, number] | null {
  const known = ranges.filter((range) => range !== null);
  if (known.length === 0) return null;
  return [Math.min(...known.map(([low]) => low)), Math.max(...known.map(([, high]) => high))];
}

/** The legend of what is shown now; null where its colours are the things' own. */
export function legendOf(editor: Editor, t: Text['t'], format: Text['format']): Legend | null {
  const { workspace, status } = editor.views;
  const shown = workspace.scene.filter((entry) => entry.isVisible);
  const summaries = shown.flatMap(({ id }) => status.summaries[id] ?? []);
  const { colourMode, elevationRange, hiddenClasses, classColours } = workspace.display;
  const hasCloud = shown.some(({ kind }) => kind === 'copc');
  if (hasCloud && colourMode === 'classification') {
    const classes = [...new Set(summaries.flatMap(({ classes }) => classes))];
    const entries = classes
      .filter((number) => !hiddenClasses.includes(number))
      .map((number) => ({ colour: classColours[number] ?? classColour(number), text: className(number, t) }));
    return { kind: 'list', title: t('display.classes'), entries };
  }
  const hasRamp = shown.some(({ kind }) => kind === 'terrain') || (hasCloud && colourMode === 'elevation');
  const range = elevationRange ?? joinRanges(summaries.map((summary) => summary.elevationRange));
  if (!hasRamp || range === null) return null;
  const text = (value: number) => {
    const { unit } = readable('elevation', value, editor.facts.verticalUnit);
    return `${format.number(value, 1)} ${unit}`.trim();
  };
  return {
    kind: 'ramp',
    title: t('picture.elevation'),
    stops: stopsOf(workspace.display),
    low: text(range[0]),
    high: text(range[1]),
  };
}
