import { describe, expect, it } from 'vitest';
import type { StationState } from '#core/stations/camera-stations.ts';
import { fieldOfViewRad } from '#domain/view/camera.ts';
import { startTranslations } from '#i18n/setup.ts';
import { bindText } from '#i18n/use-text.ts';
import { createBench } from '#tests/support/editor.ts';
import { summaryOf } from './describe-pane.ts';
import { describeView } from './describe-view.ts';
import { createWords, plainText } from './words.ts';

/** An editor with a camera over the middle of a survey, and its texts. */
async function createDescribed() {
  const bench = await createBench();
  const instance = await startTranslations('en-US');
  bench.viewport.setCamera({
    target: [500, 600, 100],
    distance: 400 / Math.tan(fieldOfViewRad / 2),
    yawRad: -Math.PI / 4,
    pitchRad: Math.PI / 3,
  });
  const words = createWords(bindText(instance, instance.t, 'en-US'), bench.editor.facts);
  const layer = { id: 'cloud', kind: 'copc', source: '/cloud', isVisible: true } as const;
  bench.editor.addSource({ layer, product: 'lidar_point_cloud' });
  const text = (stations: StationState | null = null) =>
    plainText(describeView(bench.editor, stations, words)).replaceAll('\u00a0', ' ');
  return { ...bench, words, text };
}

describe('the view in words', () => {
  it('says in one sentence what is looked at and from where', async () => {
    const { editor, words } = await createDescribed();
    expect(summaryOf(editor, 'first', words).replaceAll('\u00a0', ' ')).toBe(
      '3D view of Lidar point cloud, looking steeply down to the north-west, 60° below the horizon: ' +
        '1,000 m by 800 m round easting 500.000 m, northing 600.000 m.',
    );
  });

  it('names colours, filters and clips in force, and what nothing is hidden by', async () => {
    const { editor, text } = await createDescribed();
    expect(text()).toContain('None: all points are shown.');
    const clip = { id: 'a', kind: 'slice', isInverted: true, from: [0, 0], to: [30, 0], width: 4 } as const;
    const patch = {
      colourMode: 'classification',
      blendMode: 'intensity',
      blendShare: 0.25,
      hiddenClasses: [7],
      hiddenReturns: ['last'],
      seenElevations: [90, Number.POSITIVE_INFINITY],
      clips: [clip],
      waterLevel: 101.5,
    } as const;
    await editor.dispatch('display.set', { patch }, 'program');
    const said = text();
    expect(said).toContain('Points by: Class, mixed with 25% of Intensity');
    expect(said).toContain('Water level: 101.500 m');
    expect(said).toContain('Returns not shown: Last of many');
    expect(said).toContain('Elevations shown: 90.000 m to –');
    expect(said).toContain('Slice 1: Hides inside, 30.0 m by 4.00 m in plan');
    expect(said).not.toContain('None: all points are shown.');
  });

  it('lists the drawing by layer with names and measures', async () => {
    const { editor, text } = await createDescribed();
    const line = [400, 600, 100, 500, 600, 110];
    await editor.dispatch('feature.add', { kind: 'polyline', coordinates: line }, 'program');
    const [id] = Object.keys(editor.views.document.features);
    await editor.dispatch('feature.update', { ids: [id!], patch: { name: 'Kerb' } }, 'program');
    await editor.dispatch('feature.add', { kind: 'point', coordinates: [90_000, 0, 0] }, 'program');
    const said = text();
    expect(said).toContain('In the view: 1 line, 1 feature outside');
    expect(said).toContain('Line Kerb: 100.000 m long, elevations 100.000 m to 110.000 m');
  });

  it('tells both panes, and what only one of them shows', async () => {
    const { editor, text } = await createDescribed();
    await editor.dispatch('view.mode', { mode: 'side-by-side' }, 'program');
    await editor.dispatch('pane.show', { pane: 'second', id: 'cloud', isShown: false }, 'program');
    const [first, second] = text().split('Second view of the survey');
    expect(first).toContain('Lidar point cloud: not read yet');
    expect(second).toContain('No product is shown.');
    expect(second).toContain('Not shown: Lidar point cloud');
  });

  it('counts the parts of the camera stations that are shown', async () => {
    const { text } = await createDescribed();
    const stations: StationState = {
      isShown: true,
      parts: { frusta: true, thumbnails: false, ties: true, control: false },
      counts: { frusta: 12, thumbnails: 12, ties: 3400, control: 5 },
      factor: 1,
      chosen: null,
    };
    expect(text(stations)).toContain('Camera stations: Photos 12, Tie points 3,400');
    expect(text({ ...stations, isShown: false })).not.toContain('Camera stations');
  });
});
