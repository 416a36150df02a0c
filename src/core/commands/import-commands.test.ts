import { expect, it } from 'vitest';
import { placementOf } from '#domain/drawing/import/import-choice.ts';
import { importRecords } from '#domain/drawing/import/import-records.ts';
import { METRE, US_SURVEY_FOOT } from '#domain/units/units.ts';
import { createBench } from '#tests/support/editor.ts';

const { signal } = new AbortController();

const collection = (features: readonly object[]) =>
  new Blob([JSON.stringify({ type: 'FeatureCollection', features })]);

const line = (coordinates: number[][], layer: string) => ({
  type: 'Feature',
  properties: { layer },
  geometry: { type: 'LineString', coordinates },
});

const facts = {
  fileSystem: null,
  fileUnit: null,
  projectSystem: null,
  projectUnit: METRE,
  projectHeightUnit: METRE,
};

it('shows a drawing before it is taken, and takes it in one step that can be undone', async () => {
  const { editor, viewport, frame } = await createBench();
  const file = collection([
    line(
      [
        [10, 20, 1],
        [30, 20, 2],
      ],
      'Kerbs',
    ),
    line(
      [
        [0, 0],
        [5, 5],
      ],
      'Drawing',
    ),
  ]);
  const read = await editor.drawingFiles.read([file], ['site.geojson'], { signal });
  const choice = { system: 'project', other: null, unit: US_SURVEY_FOOT, isSwapped: false } as const;
  const { drawing } = await editor.drawingFiles.place(read, placementOf(facts, choice)!, signal);
  const records = importRecords(drawing, editor.views.document, editor.createId);
  await editor.dispatch('import.show', { records }, 'panel');
  expect(viewport.vectors.get('imported')?.size).toBe(2);
  expect(Object.keys(editor.views.document.features)).toHaveLength(0);

  await editor.dispatch('import.take', null, 'panel');
  frame();
  expect(viewport.vectors.get('imported')?.size).toBe(0);
  expect(viewport.vectors.get('drawing')?.size).toBe(2);
  const { features, layers } = editor.views.document;
  expect(Object.values(layers).map(({ name }) => name)).toEqual(['Drawing', 'Kerbs']);
  const [first] = Object.values(features);
  expect(first!.coordinates[0]).toBeCloseTo((10 * 1200) / 3937, 12);
  await editor.dispatch('history.undo', null, 'shortcut');
  expect(Object.keys(editor.views.document.features)).toHaveLength(0);
  expect(Object.values(editor.views.document.layers)).toHaveLength(1);
});

it('puts nothing on a layer that is locked, or was removed since it was shown', async () => {
  const { editor } = await createBench();
  const file = collection([
    line(
      [
        [0, 0],
        [5, 5],
      ],
      'Drawing',
    ),
  ]);
  const read = await editor.drawingFiles.read([file], ['site.geojson'], { signal });
  const records = importRecords(read, editor.views.document, editor.createId);
  await editor.dispatch('import.show', { records }, 'panel');
  const { id } = Object.values(editor.views.document.layers)[0]!;
  await editor.dispatch('layer.update', { id, patch: { isLocked: true } }, 'panel');
  expect(await editor.dispatch('import.take', null, 'panel')).toBe(false);
  await editor.dispatch('layer.update', { id, patch: { isLocked: null } }, 'panel');
  await editor.dispatch('layer.add', { name: 'Other' }, 'panel');
  await editor.dispatch('layer.delete', { id }, 'panel');
  expect(await editor.dispatch('import.take', null, 'panel')).toBe(false);
  expect(Object.keys(editor.views.document.features)).toHaveLength(0);
});

it('asks for what the file does not say: the system first, then the unit', () => {
  const unsaid = { system: null, other: null, unit: null, isSwapped: false } as const;
  expect(placementOf(facts, unsaid)).toBeNull();
  expect(placementOf(facts, { ...unsaid, system: 'project' })).toBeNull();
  expect(placementOf(facts, { ...unsaid, system: 'other' })).toBeNull();
  expect(placementOf({ ...facts, fileUnit: US_SURVEY_FOOT }, { ...unsaid, system: 'project' })).toMatchObject(
    {
      planScale: 1200 / 3937,
      heightScale: 1200 / 3937,
    },
  );
});

it('refuses files that are no drawing, and several drawings at once', async () => {
  const { editor } = await createBench();
  const read = (names: string[]) =>
    editor.drawingFiles.read(
      names.map(() => collection([])),
      names,
      { signal },
    );
  await expect(read(['photo.jpg'])).rejects.toMatchObject({ code: 'import.no-drawing' });
  await expect(read(['a.geojson', 'b.geojson'])).rejects.toMatchObject({ code: 'import.several-drawings' });
});
