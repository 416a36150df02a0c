import { describe, expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { DEGREE, INTERNATIONAL_FOOT, METRE, US_SURVEY_FOOT } from '#domain/units/units.ts';
import { cameraFacts } from '#domain/view/camera-facts.ts';
import { createBench, createSurface } from '#tests/support/editor.ts';
import { groundAt } from '#tests/support/fake-viewport.ts';
import type { KnownAccuracy } from '../ports/surface.ts';
import type { AreaMeasurement, VolumeResult } from '../state/measurement.ts';
import type { ToolId } from '../state/state.ts';
import { readable } from './quantities.ts';

/** A cone of radius 20 and height 10 at (50, −50) on flat ground of elevation 100. */
const cone = (x: number, y: number) => 100 + Math.max(0, 10 - Math.hypot(x - 50, y + 50) / 2);

async function createMeasuring(tool: ToolId, options: Parameters<typeof createBench>[0] = {}) {
  const bench = await createBench({ ports: { surface: createSurface(cone) }, ...options });
  await bench.editor.dispatch('tool.choose', { tool }, 'panel');
  const measured = () => bench.editor.views.workspace.measurement;
  const finish = async () => {
    bench.editor.tools.key('Enter');
    await bench.editor.settle();
  };
  return { ...bench, measured, finish };
}

const square = [
  [20, 20],
  [80, 20],
  [80, 80],
  [20, 80],
] as const;

describe('measuring', () => {
  it('reads a location', async () => {
    const { click, measured } = await createMeasuring('location');
    await click(30, 40);
    expect(measured()).toEqual({ kind: 'location', coordinates: [30, -40, groundAt(30, -40)] });
  });

  it('tells plan, slope and vertical distance while drawing', async () => {
    const { click, measured } = await createMeasuring('distance');
    await click(0, 0);
    expect(measured()).toBeNull();
    await click(30, 40);
    expect(measured()).toMatchObject({ plan: 50, slope: Math.hypot(50, 3), vertical: 3 });
  });

  it('brings elevations to the horizontal unit for lengths in space', async () => {
    const { click, measured } = await createMeasuring('distance', {
      facts: { horizontalUnit: INTERNATIONAL_FOOT, verticalUnit: METRE },
    });
    await click(0, 0);
    await click(30, 40);
    expect(measured()).toMatchObject({ plan: 50, vertical: expect.closeTo(3, 9) });
    expect(measured()).toHaveProperty('slope', expect.closeTo(Math.hypot(50, 3 / 0.3048), 9));
  });

  it('measures an angle with three clicks', async () => {
    const { click, measured } = await createMeasuring('angle');
    for (const [x, y] of [
      [0, 30],
      [0, 0],
      [30, 0],
    ] as const)
      await click(x, y);
    expect(measured()).toMatchObject({ kind: 'angle', planRad: Math.PI / 2 });
  });

  it('measures area in plan and on the surface', async () => {
    const { click, measured, finish } = await createMeasuring('area');
    for (const [x, y] of square) await click(x, y);
    await finish();
    expect(measured()).toMatchObject({
      kind: 'area',
      planArea: 3600,
      planPerimeter: 240,
      trueAreaOf: 'Ground',
    });
    const slanted = Math.PI * 20 * Math.hypot(20, 10) - Math.PI * 400;
    const { trueArea } = measured() as AreaMeasurement;
    expect(Math.abs(trueArea / (3600 + slanted) - 1)).toBeLessThan(0.002);
  });

  it('measures a heap within 1 % against every base of flat ground', async () => {
    const { click, measured, finish, editor } = await createMeasuring('volume');
    for (const [x, y] of square) await click(x, y);
    await finish();
    const truth = (Math.PI * 400 * 10) / 3;
    for (const base of ['triangulated', 'lowest', 'highest', 'average', 'best-fit'] as const) {
      await editor.dispatch('measure.volume', { settings: { base } }, 'panel');
      await editor.settle();
      const state = measured()?.kind === 'volume' ? (measured() as { state: unknown }).state : null;
      expect(state).toMatchObject({ kind: 'done', result: { surface: 'Ground', cellSize: 1 } });
      const { result } = state as { result: { cut: number; fill: number; net: number } };
      expect(Math.abs(result.cut / truth - 1)).toBeLessThan(0.01);
      expect(result.net).toBeCloseTo(result.cut - result.fill, 9);
    }
  });

  it('tells a heap that stands on the surface model alone, and measures that one where it is asked to', async () => {
    const flat = { ...createSurface(() => 100), name: 'Bare' };
    const top = { ...createSurface(cone), name: 'Top' };
    const { click, measured, finish, editor } = await createMeasuring('volume', {
      ports: { surface: flat, top },
    });
    for (const [x, y] of square) await click(x, y);
    await finish();
    const resultOf = () => (measured() as unknown as { state: { result: VolumeResult } }).state.result;
    const truth = (Math.PI * 400 * 10) / 3;
    expect(resultOf()).toMatchObject({
      surface: 'Bare',
      isOnTop: false,
      raised: { area: expect.any(Number) },
    });
    expect(Math.abs(resultOf().raised!.volume / truth - 1)).toBeLessThan(0.01);
    expect(resultOf().net).toBeCloseTo(0, 6);
    await editor.dispatch('measure.volume', { settings: { isOnTop: true } }, 'panel');
    await editor.settle();
    expect(resultOf()).toMatchObject({ surface: 'Top', isOnTop: true });
    expect(Math.abs(resultOf().net / truth - 1)).toBeLessThan(0.01);
  });

  it('tells nothing of a surface model that lies on the ground, or cannot be read', async () => {
    const unread = {
      ...createSurface(cone),
      lend: () => Promise.reject(new Error('gone')),
    };
    for (const top of [createSurface(cone), unread, null]) {
      const { click, measured, finish } = await createMeasuring('volume', {
        ports: { surface: createSurface(cone), top },
      });
      for (const [x, y] of square) await click(x, y);
      await finish();
      const { state } = measured() as unknown as { state: { kind: string; result: VolumeResult } };
      expect(state).toMatchObject({ kind: 'done', result: { raised: null, isOnTop: false } });
    }
  });

  it('measures against an elevation of one’s own, and tells the uncertainty with its inputs', async () => {
    const { click, measured, finish, editor } = await createMeasuring('volume');
    for (const [x, y] of square) await click(x, y);
    await finish();
    const settings = { base: 'custom', elevation: 99, statedSigma: 0.05 } as const;
    await editor.dispatch('measure.volume', { settings }, 'panel');
    await editor.settle();
    const { state } = measured() as unknown as { state: { result: Record<string, never> } };
    const { uncertainty, planArea, net } = state.result as unknown as {
      uncertainty: Record<string, number | string>;
      planArea: number;
      net: number;
    };
    expect(net).toBeGreaterThan(3600);
    expect(uncertainty).toMatchObject({
      systematicSource: 'stated',
      systematicSigma: 0.05,
      correlationArea: 1,
      k: 2,
    });
    const noise = uncertainty['noiseSigma'] as number;
    expect(uncertainty['value']).toBeCloseTo(2 * planArea * Math.sqrt(0.05 ** 2 + noise ** 2 / planArea), 6);
  });

  it('averages noise over the points that the model comes from', async () => {
    const { click, measured, finish } = await createMeasuring('volume', {
      ports: { surface: createSurface(cone, null, 2.5) },
    });
    for (const [x, y] of square) await click(x, y);
    await finish();
    const { state } = measured() as unknown as { state: { result: VolumeResult } };
    expect(state.result.uncertainty).toMatchObject({
      correlationArea: 12.5,
      correlationSource: 'points',
    });
  });

  it('takes the accuracy of the project, told by its source, unless the person states another', async () => {
    const uncertainty = async (known: KnownAccuracy | null, statedSigma: number | null = null) => {
      const { click, measured, finish, editor } = await createMeasuring('volume', {
        ports: { surface: createSurface(cone, known) },
      });
      await editor.dispatch('measure.volume', { settings: { statedSigma } }, 'panel');
      for (const [x, y] of square) await click(x, y);
      await finish();
      const { state } = measured() as unknown as { state: { result: VolumeResult } };
      expect(state.result.known).toEqual(known);
      return state.result.uncertainty;
    };
    const tested = { source: 'checkpoints', sigma: 0.03, count: 5 } as const;
    expect(await uncertainty(tested)).toMatchObject({
      systematicSource: 'checkpoints',
      systematicSigma: 0.03,
    });
    const points = { source: 'cloud', sigma: 0.02, count: 0 } as const;
    expect(await uncertainty(points)).toMatchObject({ systematicSource: 'cloud', systematicSigma: 0.02 });
    expect(await uncertainty(tested, 0.1)).toMatchObject({
      systematicSource: 'stated',
      systematicSigma: 0.1,
    });
    expect(await uncertainty(null)).toMatchObject({ systematicSource: 'cell', systematicSigma: 1.5 });
  });

  describe('where a length of the map is half of that on the ground', () => {
    const halved = async (tool: ToolId) => {
      const payload = '+proj=tmerc +lat_0=45 +lon_0=9 +k=0.5 +x_0=0 +y_0=0 +ellps=GRS80 +units=m';
      const { definition } = await readCrs([{ source: 'user', payload }]);
      // A height of 100 m changes map lengths by 1 in 64,000.
      return await createMeasuring(tool, { facts: { system: definition } });
    };

    it('tells distances on the ground, and beside them those of the map', async () => {
      const { click, measured } = await halved('distance');
      await click(0, 0);
      await click(30, 40);
      expect(measured()).toMatchObject({
        plan: expect.closeTo(100, 1),
        grid: { plan: 50, combined: expect.closeTo(0.5, 4) },
        azimuthRad: Math.atan2(30, -40),
      });
    });

    it('tells what the view covers on the ground, at the height of its middle', async () => {
      const { viewport, editor } = await halved('distance');
      viewport.emit('frame', viewport.view);
      expect(editor.views.status).toMatchObject({
        unitsPerPixel: 1,
        groundPerPixel: expect.closeTo(2, 4),
      });
      const { camera } = editor.description.pane('first');
      expect(camera.unitsPerPixel).toBeCloseTo(
        2 * cameraFacts(viewport.camera, viewport.size).unitsPerPixel,
        4,
      );
      expect(camera.width).toBeCloseTo(1000 * camera.unitsPerPixel, 6);
    });

    it('tells areas on the ground', async () => {
      const { click, measured, finish } = await halved('area');
      for (const [x, y] of square) await click(x, y);
      await finish();
      const { planArea, trueArea, grid } = measured() as AreaMeasurement;
      expect(planArea / 14_400).toBeCloseTo(1, 4);
      expect(grid).toMatchObject({ planArea: 3600, planPerimeter: 240 });
      // The cone is half as steep on the ground as on the map.
      const slanted = Math.PI * 40 * Math.hypot(40, 10) - Math.PI * 1600;
      expect(trueArea / (14_400 + slanted)).toBeCloseTo(1, 3);
    });

    it('tells volumes on the ground', async () => {
      const { click, measured, finish } = await halved('volume');
      for (const [x, y] of square) await click(x, y);
      await finish();
      const truth = (Math.PI * 400 * 10) / 3;
      const { state } = measured() as unknown as { state: { result: VolumeResult } };
      expect(state.result.cut / (4 * truth)).toBeCloseTo(1, 2);
      expect(state.result.grid!.cut / truth).toBeCloseTo(1, 2);
      expect((state.result.grid!.cut * 4) / state.result.cut).toBeCloseTo(1, 4);
    });
  });

  it('tells no values of the map where they are those of the ground', async () => {
    const { click, measured } = await createMeasuring('distance');
    await click(0, 0);
    await click(30, 40);
    expect(measured()).toMatchObject({ plan: 50, grid: null });
  });

  it('refuses lengths and areas where coordinates are angles', async () => {
    const { editor } = await createMeasuring('area', {
      facts: { coordinateUnit: DEGREE, horizontalUnit: null },
    });
    expect(editor.views.workspace.tool).toBe('select');
    expect(editor.views.status.notices[0]?.error.code).toBe('geometry.angular-unit');
  });

  it('says when there is no surface', async () => {
    const { click, measured, finish } = await createMeasuring('volume', { ports: { surface: null } });
    for (const [x, y] of square) await click(x, y);
    await finish();
    expect(measured()).toMatchObject({ state: { kind: 'failed', error: { code: 'editor.no-surface' } } });
  });

  it('keeps what was measured as a feature', async () => {
    const { click, finish, editor } = await createMeasuring('area');
    for (const [x, y] of square) await click(x, y);
    await finish();
    await editor.dispatch('measure.keep', null, 'panel');
    expect(Object.values(editor.views.document.features)[0]).toMatchObject({ kind: 'polygon' });
    await editor.dispatch('history.undo', null, 'shortcut');
    expect(editor.views.document.features).toEqual({});
  });
});

describe('figures', () => {
  it('have the digits and unit of what they measure', () => {
    expect(readable('length', 1.23456, METRE)).toEqual({ value: 1.23456, digits: 3, unit: 'm' });
    expect(readable('area', 2, US_SURVEY_FOOT)).toEqual({ value: 2, digits: 2, unit: 'ftUS²' });
    expect(readable('volume', 2, null)).toEqual({ value: 2, digits: 2, unit: '' });
    expect(readable('angle', Math.PI, null)).toEqual({ value: 180, digits: 4, unit: '°' });
  });
});
