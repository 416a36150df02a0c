import { describe, expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { createTransform } from '#domain/crs/transform.ts';
import { writeWkt } from '#domain/crs/wkt/wkt-write.ts';
import { US_SURVEY_FOOT } from '#domain/units/units.ts';
import { createBench, type EditorBench } from '#tests/support/editor.ts';
import type { ProjectFacts } from '../state/project-facts.ts';

async function factsOf(code: string): Promise<Pick<ProjectFacts, 'system' | 'wkt' | 'crsName'>> {
  const { definition } = await readCrs([{ source: 'user', payload: code }]);
  return { system: definition, wkt: writeWkt(definition!), crsName: code };
}

const features = ({ editor }: EditorBench) => Object.values(editor.views.document.features);
const notices = ({ editor }: EditorBench) => editor.views.status.notices.map(({ error }) => error.code);

describe('copy and paste', () => {
  it('go from one project to another in its system, heights in its unit, as one step', async () => {
    const clipboard = { text: '' };
    const [west, east] = [await factsOf('EPSG:26917'), await factsOf('EPSG:26918')];
    const from = await createBench({ clipboard, facts: west });
    const to = await createBench({ clipboard, facts: { ...east, verticalUnit: US_SURVEY_FOOT } });
    const coordinates = [500000, 4400000, 100, 500010, 4400000, Number.NaN];
    await from.editor.dispatch('feature.add', { kind: 'polyline', coordinates, code: 'EP' }, 'program');
    expect(await from.editor.dispatch('clip.copy', null, 'shortcut')).toBe(true);
    expect(await to.editor.dispatch('clip.paste', { isInPlace: true }, 'shortcut')).toBe(true);
    const [pasted] = features(to);
    const transform = createTransform(west.system!, east.system!, [500000, 4400000]);
    const [x, y] = transform.point([500000, 4400000]);
    expect(pasted?.coordinates[0]).toBeCloseTo(x!, 6);
    expect(pasted?.coordinates[1]).toBeCloseTo(y!, 6);
    expect(pasted?.coordinates[2]).toBeCloseTo((100 * 3937) / 1200, 9);
    expect(pasted?.coordinates[5]).toBeNaN();
    expect(pasted?.code).toBe('EP');
    expect(notices(to)).toEqual(['clip.transformed', 'clip.heights-scaled']);
    expect(to.editor.views.workspace.selection).toEqual([pasted?.id]);
    await to.editor.dispatch('history.undo', null, 'shortcut');
    expect(features(to)).toEqual([]);
  });

  it('keep coordinates exactly within one system, arcs and turned texts too', async () => {
    const clipboard = { text: '' };
    const facts = await factsOf('EPSG:26917');
    const from = await createBench({ clipboard, facts });
    const coordinates = [500000.123456, 4400000.654321, 1, 500010, 4400000, 2];
    await from.editor.dispatch('feature.add', { kind: 'polyline', coordinates, bulges: [0.5, 0] }, 'program');
    await from.editor.dispatch('clip.copy', null, 'shortcut');
    const to = await createBench({ clipboard, facts });
    await to.editor.dispatch('clip.paste', { isInPlace: true }, 'shortcut');
    expect(features(to)[0]).toMatchObject({ coordinates, bulges: [0.5, 0] });
    expect(notices(to)).toEqual([]);
  });

  it('cut removes what was copied, and pasting at a point shows it there first', async () => {
    const bench = await createBench();
    const { editor, viewport } = bench;
    const coordinates = [100, -100, 5, 120, -90, 6];
    await editor.dispatch('feature.add', { kind: 'polyline', coordinates }, 'program');
    await editor.dispatch('clip.cut', null, 'shortcut');
    expect(features(bench)).toEqual([]);
    await editor.dispatch('clip.paste', { isInPlace: false }, 'shortcut');
    expect(editor.views.workspace.tool).toBe('paste');
    const input = { button: -1, isTouch: false, hasShift: false, clickCount: 0 };
    editor.tools.pointerMove({ ...input, x: 300, y: 200 });
    bench.frame();
    expect([...viewport.vectors.get('preview')!.values()][0]?.positions).toEqual(
      Float64Array.of(300, -200, 5, 320, -190, 6),
    );
    await bench.click(300, 200);
    bench.frame();
    expect(features(bench)[0]?.coordinates).toEqual([300, -200, 5, 320, -190, 6]);
    expect(editor.views.workspace.tool).toBe('select');
    expect(viewport.vectors.get('preview')?.size).toBe(0);
  });

  it('say why nothing was pasted', async () => {
    const clipboard = { text: 'a letter' };
    const bench = await createBench({ clipboard });
    const paste = () => bench.editor.dispatch('clip.paste', { isInPlace: true }, 'shortcut');
    expect(await paste()).toBe(false);
    const degrees = { ...(await factsOf('EPSG:4326')), coordinateUnit: null, horizontalUnit: null };
    const source = await createBench({
      clipboard,
      facts: {
        ...degrees,
        coordinateUnit: {
          kind: 'angular',
          id: 'degrees',
          name: 'degree',
          epsg: 9122,
          radians: Math.PI / 180,
        },
      },
    });
    await source.editor.dispatch('feature.add', { kind: 'point', coordinates: [-81, 40, 0] }, 'program');
    await source.editor.dispatch('clip.copy', null, 'shortcut');
    expect(await paste()).toBe(false);
    expect(notices(bench)).toEqual(['clip.not-features', 'clip.unit-unknown']);
  });
});
