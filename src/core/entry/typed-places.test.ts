import { describe, expect, it } from 'vitest';
import { readCrsWith } from '#domain/crs/read-crs.ts';
import { loadCrsTable } from '#domain/crs/table.ts';
import { createBench, type EditorBench } from '#tests/support/editor.ts';
import type { ToolId } from '../state/state.ts';

const table = await loadCrsTable();

async function createWith(tool: ToolId, projectFacts = {}): Promise<EditorBench> {
  const bench = await createBench({ facts: projectFacts });
  await bench.editor.dispatch('tool.choose', { tool }, 'panel');
  return bench;
}

async function type({ editor }: EditorBench, ...lines: string[]): Promise<void> {
  for (const text of lines) await editor.dispatch('draft.enter', { text, hasDecimalComma: false }, 'panel');
}

const features = ({ editor }: EditorBench) => Object.values(editor.views.document.features);
const lastNotice = ({ editor }: EditorBench) => editor.views.status.notices.at(-1)?.error.code;

describe('typed places', () => {
  it('are vertices of the draft, among clicked ones, and one step of undo as a whole', async () => {
    const bench = await createWith('polyline');
    await type(bench, '10,20,5', '@3,4', 'dr 90 5 dz 1');
    expect(bench.editor.views.workspace.draft?.coordinates).toHaveLength(9);
    bench.editor.tools.key('Enter');
    await bench.editor.settle();
    expect(features(bench)[0]?.coordinates.map((value) => Math.round(1e6 * value) / 1e6)).toEqual([
      10, 20, 5, 13, 24, 5, 17, 21, 6,
    ]);
    await bench.editor.dispatch('history.undo', null, 'shortcut');
    expect(features(bench)).toEqual([]);
  });

  it('are points and measured places too', async () => {
    const bench = await createWith('point');
    await type(bench, '1,2,3', '@1,1');
    expect(features(bench).map(({ coordinates }) => coordinates)).toEqual([[1, 2, 3]]);
    expect(lastNotice(bench)).toBe('entry.needs-place');
    await bench.editor.dispatch('tool.choose', { tool: 'distance' }, 'panel');
    await type(bench, '0,0,0', '@3,4');
    expect(bench.editor.views.workspace.measurement).toMatchObject({ kind: 'distance', plan: 5 });
  });

  it('run along the line that was selected when the tool was chosen', async () => {
    const bench = await createBench();
    const { editor } = bench;
    await editor.dispatch('feature.add', { kind: 'polyline', coordinates: [0, 0, 1, 10, 0, 3] }, 'program');
    const [line] = features(bench);
    await editor.dispatch('tool.choose', { tool: 'point' }, 'panel');
    expect(editor.views.workspace.entry.lineId).toBe(line?.id);
    await type(bench, 'sta 5 off 2');
    expect(features(bench)[1]?.coordinates).toEqual([5, -2, 2]);
    await editor.dispatch('feature.delete', { ids: [line!.id] }, 'panel');
    await type(bench, 'sta 5');
    expect(lastNotice(bench)).toBe('entry.needs-line');
  });

  it('keep typed lengths on the ground, or on the map where that is chosen', async () => {
    const { definition } = readCrsWith(table, [{ source: 'user', payload: 'EPSG:32633' }]);
    const bench = await createWith('polyline', { system: definition });
    const stepOf = async () => {
      await type(bench, '500000,5000000,0', 'az 90 1000');
      const [x0, , , x1] = bench.editor.views.workspace.draft!.coordinates;
      await bench.editor.dispatch('draft.cancel', null, 'panel');
      return x1! - x0!;
    };
    // On the central meridian of UTM a kilometre of the ground is 999.6 m of the map.
    expect(await stepOf()).toBeCloseTo(999.6, 2);
    await bench.editor.dispatch('entry.set', { lengths: 'grid' }, 'panel');
    expect(await stepOf()).toBeCloseTo(1000, 6);
  });

  it('are read in the chosen order, and shown before they are placed', async () => {
    const { editor } = await createWith('point');
    await editor.dispatch('entry.set', { order: 'nez' }, 'panel');
    expect(editor.readTypedLine({ text: '1,2,3', hasDecimalComma: false })).toEqual([2, 1, 3]);
  });
});
