import type { Editor } from '#core/editor.ts';
import type { StationState } from '#core/stations/camera-stations.ts';
import { stationParts } from '#core/stations/station-layers.ts';
import { clipBounds, type PointClip } from '#domain/cloud/point-filter.ts';
import { appendAll, maxOf, minOf } from '#domain/math/extremes.ts';
import { contourDigits, contourIntervalOf, differenceEnd } from '#domain/view/contour-interval.ts';
import { type DisplaySettings, slopeEnds } from '#viewport/display.ts';
import { className } from '../display/class-name.ts';
import { productName } from './describe-pane.ts';
import { type DescribedPart, type DescribedRow, listed, type Words } from './words.ts';

type Range = readonly [low: number, high: number];

/** Combined range of everything shown; null where none is known. */
function loadedRange(editor: Editor, key: 'elevationRange' | 'intensityRange' | 'timeRange'): Range | null {
  const { workspace, status } = editor.views;
  const ends = workspace.scene.flatMap(({ id, isVisible }) =>
    isVisible ? (status.summaries[id]?.[key] ?? []) : [],
  );
  return ends.length === 0 ? null : [minOf(ends), maxOf(ends)];
}

function rangeText(range: Range, word: (value: number) => string, { t }: Words): string {
  return t('describe.range', { low: word(range[0]), high: word(range[1]) });
}

/** Colour mode of points. */
function pointRows(editor: Editor, words: Words): DescribedRow[] {
  const { t, format } = words;
  const { display } = editor.views.workspace;
  const { colourMode, blendMode, blendShare } = display;
  const colour = t(`colourMode.${colourMode}`);
  const blend = blendMode && {
    colour,
    share: format.percent(blendShare),
    other: t(`colourMode.${blendMode}`),
  };
  const rows = [{ name: t('display.colourBy'), text: blend ? t('describe.blend', blend) : colour }];
  const intensities = display.intensityRange ?? loadedRange(editor, 'intensityRange');
  if ((colourMode === 'intensity' || blendMode === 'intensity') && intensities) {
    const text = rangeText(intensities, (value) => format.number(value), words);
    rows.push({ name: t('colourMode.intensity'), text });
  }
  return rows;
}

/** Colour mode of terrain, its light and its lines. */
function terrainRows(editor: Editor, words: Words): DescribedRow[] {
  const { t, format } = words;
  const { display } = editor.views.workspace;
  const rows = [{ name: t('display.terrainBy'), text: t(`terrainColour.${display.terrainColour}`) }];
  if (display.terrainColour === 'slope') {
    const unit = display.slopeUnit === 'degrees' ? '°' : '\u00a0%';
    const text = rangeText(slopeEnds(display), (value) => `${format.number(value, 1)}${unit}`, words);
    rows.push({ name: t('display.slopeRamp'), text });
  }
  if (display.hasHillshade) {
    const sun = {
      lighting: t(`lighting.${display.lighting}`),
      azimuth: format.number(display.sunAzimuthDeg),
      altitude: format.number(display.sunAltitudeDeg),
    };
    rows.push({ name: t('display.hillshade'), text: t('describe.sun', sun) });
  }
  const loaded = loadedRange(editor, 'elevationRange');
  if (display.hasContours && loaded) {
    const step = contourIntervalOf(display.contourInterval, loaded);
    const interval = words.rough('elevation', step, contourDigits(step));
    const number = display.contourIndexEvery;
    const text =
      number > 1 ? t('describe.contours', { interval, number }) : t('describe.contoursAlike', { interval });
    rows.push({ name: t('display.contours'), text });
  }
  return rows;
}

/** The ramps of elevations and differences. */
function rampRows(editor: Editor, hasPoints: boolean, hasTerrain: boolean, words: Words): DescribedRow[] {
  const { t } = words;
  const { display, scene } = editor.views.workspace;
  const rows: DescribedRow[] = [];
  const loaded = loadedRange(editor, 'elevationRange');
  const range = display.elevationRange ?? loaded;
  const isBy = (point: DisplaySettings['colourMode'], terrain: DisplaySettings['terrainColour']) =>
    (hasPoints && (display.colourMode === point || display.blendMode === point)) ||
    (hasTerrain && display.terrainColour === terrain);
  if (isBy('elevation', 'elevation') && range) {
    const ramp = t(display.ownRamp === null ? `ramp.${display.ramp}` : 'ramp.own');
    const ends = { low: words.rough('elevation', range[0]), high: words.rough('elevation', range[1]) };
    rows.push({ name: t('display.ramp'), text: t('describe.rampRange', { ramp, ...ends }) });
  }
  const compared = scene.find(({ id }) => id === display.comparedWith);
  if (isBy('distance', 'difference') && compared && loaded) {
    const end = words.rough('elevation', differenceEnd(display.differenceRange, loaded));
    const ends = [t('display.fillDown', { depth: end }), t('display.cutUp', { height: end })];
    rows.push({
      name: t('display.comparedWith'),
      text: listed(productName(compared.product, words), ...ends),
    });
  }
  return rows;
}

/** Colours and lighting of products. */
export function coloursPart(editor: Editor, words: Words): DescribedPart {
  const { t, format } = words;
  const { display, scene } = editor.views.workspace;
  const has = (kind: string) => scene.some((entry) => entry.isVisible && entry.kind === kind);
  const [hasPoints, hasTerrain] = [has('copc'), has('terrain')];
  const rows = [
    ...(hasPoints ? pointRows(editor, words) : []),
    ...(hasTerrain ? terrainRows(editor, words) : []),
    ...rampRows(editor, hasPoints, hasTerrain, words),
  ];
  if (display.waterLevel !== null) {
    rows.push({ name: t('display.waterLevel'), text: words.exact('elevation', display.waterLevel) });
  }
  const { swipe } = display;
  const nameOf = (id: string) => productName(scene.find((entry) => entry.id === id)?.product ?? '', words);
  if (swipe !== null) {
    const sides = { left: nameOf(swipe.left), right: nameOf(swipe.right), share: format.percent(swipe.at) };
    rows.push({ name: t('display.swipe'), text: t('describe.swipe', sides) });
  }
  if (display.verticalExaggeration !== 1) {
    const number = format.number(display.verticalExaggeration, 1);
    rows.push({ name: t('display.exaggeration'), text: t('describe.times', { number }) });
  }
  return { id: 'colours', title: t('describe.colours'), rows };
}

function clipRow(clip: PointClip, index: number, words: Words): DescribedRow {
  const { t } = words;
  const { min, max } = clipBounds(clip);
  const size = {
    effect: t(clip.isInverted ? 'display.clipHidesInside' : 'display.clipKeepsInside'),
    width: words.rough('length', max[0] - min[0]),
    height: words.rough('length', max[1] - min[1]),
  };
  return {
    name: t(`clipKind.${clip.kind}`, { number: index + 1 }),
    text: t('describe.clipSize', size),
  };
}

/** Filters that hide points. */
export function filtersPart(editor: Editor, words: Words): DescribedPart {
  const { t, format } = words;
  const { hiddenClasses, hiddenReturns, seenElevations, seenTimes, clips } = editor.views.workspace.display;
  const rows: DescribedRow[] = [];
  if (hiddenClasses.length > 0) {
    const text = hiddenClasses.map((number) => className(number, t)).join(', ');
    rows.push({ name: t('describe.hiddenClasses'), text });
  }
  if (hiddenReturns.length > 0) {
    const text = hiddenReturns.map((kind) => t(`returnKind.${kind}`)).join(', ');
    rows.push({ name: t('describe.hiddenReturns'), text });
  }
  const end = (word: (value: number) => string) => (value: number) =>
    Number.isFinite(value) ? word(value) : '–';
  if (seenElevations !== null) {
    const text = rangeText(
      seenElevations,
      end((value) => words.exact('elevation', value)),
      words,
    );
    rows.push({ name: t('describe.seenElevations'), text });
  }
  if (seenTimes !== null) {
    const text = rangeText(
      seenTimes,
      end((value) => format.number(value, 3)),
      words,
    );
    rows.push({ name: t('describe.seenTimes'), text });
  }
  appendAll(
    rows,
    clips.map((clip, index) => clipRow(clip, index, words)),
  );
  if (rows.length === 0) rows.push({ name: '', text: t('describe.allSeen') });
  return { id: 'filters', title: t('describe.filters'), rows };
}

/** Further content besides products and drawing: surfaces of the drawing, camera stations, basemap, section. */
export function besideRows(editor: Editor, stations: StationState | null, words: Words): DescribedRow[] {
  const { t, format } = words;
  const { derived, basemap, profile } = editor.views.workspace;
  const rows: DescribedRow[] = [];
  const made = derived
    .filter(({ isVisible }) => isVisible)
    .map(({ kind, count, interval }) =>
      kind === 'tin'
        ? t('scene.tin', { count, number: format.number(count) })
        : t('scene.contours', { interval: interval ?? 0 }),
    );
  if (made.length > 0) rows.push({ name: t('describe.derived'), text: made.join(', ') });
  if (stations?.isShown && stations.counts) {
    const { counts, parts } = stations;
    const shown = stationParts.filter((part) => parts[part]);
    const text = shown.map((part) => `${t(`stations.${part}`)} ${format.number(counts[part])}`).join(', ');
    rows.push({ name: t('stations.title'), text: text === '' ? t('describe.noFeatures') : text });
  }
  if (basemap.isShown) rows.push({ name: t('basemap.title'), text: basemap.attribution || basemap.template });
  const line = profile && editor.views.document.features[profile.featureId];
  if (line) {
    const text = { width: words.rough('length', profile.width), line: line.name || t('tool.polyline') };
    rows.push({ name: t('describe.section'), text: t('describe.sectionText', text) });
  }
  return rows;
}
