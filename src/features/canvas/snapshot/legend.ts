import type { Editor } from '#core/editor.ts';
import { readable } from '#core/measure/quantities.ts';
import { maxOf, minOf } from '#domain/math/extremes.ts';
import { contourDigits, contourIntervalOf, differenceEnd } from '#domain/view/contour-interval.ts';
import type { Text } from '#i18n/use-text.ts';
import { classColour } from '#viewport/class-colours.ts';
import { type DisplaySettings, slopeEnds } from '#viewport/display.ts';
import { aspectStops, differenceStops, rampStops, stopsOf } from '#viewport/ramps.ts';
import type { LayerSummary } from '#viewport/viewport-types.ts';
import { className } from '../display/class-name.ts';

/** Legend of a view's colours and lines: a ramp with its ends, or a list. */
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
      /** A square of colour, or a line of a width in CSS pixels. */
      readonly entries: readonly {
        readonly colour: string;
        readonly text: string;
        readonly linePx?: number;
      }[];
    };

function joinRanges(ranges: readonly (readonly [number, number] | null)[]): readonly [number, number] | null {
  const known = ranges.filter((range) => range !== null);
  if (known.length === 0) return null;
  return [minOf(known.map(([low]) => low)), maxOf(known.map(([, high]) => high))];
}

interface LegendText {
  readonly t: Text['t'];
  readonly format: Text['format'];
}

function slopeLegend(display: DisplaySettings, { t, format }: LegendText): Legend {
  const [low, high] = slopeEnds(display);
  const text = (value: number) =>
    `${format.number(value, 1)}${display.slopeUnit === 'degrees' ? '°' : '\u00a0%'}`;
  const stops = rampStops[display.slopeRamp];
  return { kind: 'ramp', title: t('terrainColour.slope'), stops, low: text(low), high: text(high) };
}

function aspectLegend({ t }: LegendText): Legend {
  const entries = aspectStops.slice(0, -1).map((colour, eighth) => ({
    colour,
    text: t(`compass.${eighth as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7}`),
  }));
  return { kind: 'list', title: t('terrainColour.aspect'), entries };
}

/** The legends of what is shown now; none for natural colours. */
export function legendsOf(editor: Editor, t: Text['t'], format: Text['format']): Legend[] {
  const { workspace, status } = editor.views;
  const { display } = workspace;
  const shown = workspace.scene.filter((entry) => entry.isVisible);
  const summaries = shown.flatMap(({ id }) => status.summaries[id] ?? []);
  const hasCloud = shown.some(({ kind }) => kind === 'copc');
  const hasTerrain = shown.some(({ kind }) => kind === 'terrain');
  const legends: Legend[] = [];
  if (hasCloud && display.colourMode === 'classification') legends.push(classLegend(display, summaries, t));
  const isByElevation = {
    terrain: hasTerrain && display.terrainColour === 'elevation',
    points: hasCloud && display.colourMode === 'elevation',
  };
  const range = display.elevationRange ?? joinRanges(summaries.map((summary) => summary.elevationRange));
  if ((isByElevation.terrain || isByElevation.points) && range !== null) {
    const text = (value: number) => {
      const { unit } = readable('elevation', value, editor.facts.verticalUnit);
      return `${format.number(value, 1)} ${unit}`.trim();
    };
    const ends = { low: text(range[0]), high: text(range[1]) };
    legends.push({ kind: 'ramp', title: t('snapshot.elevation'), stops: stopsOf(display), ...ends });
  }
  if (hasTerrain && display.terrainColour === 'slope') legends.push(slopeLegend(display, { t, format }));
  if (hasTerrain && display.terrainColour === 'aspect') legends.push(aspectLegend({ t, format }));
  const isDifference =
    (hasTerrain && display.terrainColour === 'difference') || (hasCloud && display.colourMode === 'distance');
  if (isDifference) legends.push(differenceLegend(editor, summaries, { t, format }));
  const lines = contourLegend(editor, summaries, { t, format });
  if (hasTerrain && display.hasContours && lines) legends.push(lines);
  if (display.waterLevel !== null && (hasTerrain || hasCloud)) {
    const level = format.number(display.waterLevel, 2);
    const { unit } = readable('elevation', 0, editor.facts.verticalUnit);
    const entries = [{ colour: '#3a8cc4', text: `${level} ${unit}`.trim() }];
    legends.push({ kind: 'list', title: t('display.waterLevel'), entries });
  }
  return legends;
}

function differenceLegend(
  editor: Editor,
  summaries: readonly LayerSummary[],
  { t, format }: LegendText,
): Legend {
  const { differenceRange } = editor.views.workspace.display;
  const loaded = joinRanges(summaries.map((summary) => summary.elevationRange)) ?? [0, 100];
  const end = differenceEnd(differenceRange, loaded);
  const { unit } = readable('elevation', 0, editor.facts.verticalUnit);
  const text = `${format.number(end, 2)} ${unit}`.trim();
  return {
    kind: 'ramp',
    title: t('terrainColour.difference'),
    stops: differenceStops,
    low: t('display.fillDown', { depth: text }),
    high: t('display.cutUp', { height: text }),
  };
}

function contourLegend(
  editor: Editor,
  summaries: readonly LayerSummary[],
  { t, format }: LegendText,
): Legend | null {
  const { contourInterval, contourIndexEvery } = editor.views.workspace.display;
  const loaded = joinRanges(summaries.map((summary) => summary.elevationRange));
  if (!loaded && contourInterval === null) return null;
  const interval = contourIntervalOf(contourInterval, loaded ?? [0, 0]);
  const digits = contourDigits(interval);
  const text = (every: number) => {
    const { unit } = readable('elevation', 0, editor.facts.verticalUnit);
    return `${format.number(interval * every, digits)} ${unit}`.trim();
  };
  const colour = '#291a0f';
  const entries = [
    { colour, text: text(1), linePx: 1 },
    { colour, text: text(contourIndexEvery), linePx: 2 },
  ];
  return {
    kind: 'list',
    title: t('display.contours'),
    entries: contourIndexEvery > 1 ? entries : entries.slice(1),
  };
}

function classLegend(
  { hiddenClasses, classColours }: Pick<DisplaySettings, 'hiddenClasses' | 'classColours'>,
  summaries: readonly LayerSummary[],
  t: Text['t'],
): Legend {
  const classes = [...new Set(summaries.flatMap((summary) => summary.classes))];
  const entries = classes
    .filter((number) => !hiddenClasses.includes(number))
    .map((number) => ({ colour: classColours[number] ?? classColour(number), text: className(number, t) }));
  return { kind: 'list', title: t('display.classes'), entries };
}
