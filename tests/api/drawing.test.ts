import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import { drawingSchemaVersion, emptyDrawing } from '#domain/drawing/document.ts';
import { parseDrawing } from '#domain/drawing/parse/parse-drawing.ts';
import { serialiseDrawing } from '#domain/drawing/serialise.ts';
import { keptRevisions, maxOperationRevisions } from '#server/services/drawings/save-drawing.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { createProject } from '#tests/support/lidar-upload.ts';

let api: TestApi;
let owner: Caller;

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
});
afterAll(() => api.close());

const drawing = (...names: string[]) => ({ schemaVersion: 1, features: names.map((name) => ({ name })) });

function save(pk: number, base: number, document: object, snapshot?: string) {
  const body = { base_revision: base, document, ...(snapshot === undefined ? {} : { snapshot }) };
  return api.call(owner, routes.drawingPut, { params: { pk }, body });
}

describe('the drawing of a project', () => {
  it('is empty at first, then what was saved, revision by revision', async () => {
    const pk = await createProject(api, owner);
    const read = async (query = {}) =>
      (await api.call(owner, routes.drawingGet, { params: { pk }, query })).json();
    expect(await read()).toEqual({
      revision: 0,
      document: null,
      saved_at: null,
      saved_by: null,
      is_locked: false,
    });
    expect((await save(pk, 0, drawing('a'))).json().revision).toBe(1);
    expect((await save(pk, 1, drawing('a', 'b'))).json().revision).toBe(2);
    expect(await read()).toMatchObject({
      revision: 2,
      document: drawing('a', 'b'),
      saved_by: 'owner@example.com',
    });
    expect(await read({ revision: 1 })).toMatchObject({ revision: 1, document: drawing('a') });
    expect(
      (await api.call(owner, routes.drawingGet, { params: { pk }, query: { revision: 9 } })).statusCode,
    ).toBe(404);
  });

  it('refuses a save from an older revision and answers who saved what', async () => {
    const pk = await createProject(api, owner);
    await save(pk, 0, drawing('mine'));
    const stale = await save(pk, 0, drawing('theirs'));
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      code: 'drawing.conflict',
      params: { base: 0, current: 1 },
      current: { revision: 1, operations: null },
    });
  });

  it('lets exactly one of many simultaneous saves win', async () => {
    const pk = await createProject(api, owner);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => save(pk, 0, drawing(`${index}`))),
    );
    const codes = answers.map((answer) => answer.statusCode).sort();
    expect(codes).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  it('keeps snapshots for good and the newest revisions besides', async () => {
    const pk = await createProject(api, owner);
    await save(pk, 0, drawing('start'), 'As surveyed');
    for (let base = 1; base < keptRevisions + 3; base++) await save(pk, base, drawing(`${base}`));
    const { items } = (await api.call(owner, routes.drawingRevisions, { params: { pk } })).json();
    expect(items).toHaveLength(keptRevisions + 1);
    expect(items[0].revision).toBe(keptRevisions + 3);
    expect(items.at(-1)).toMatchObject({ revision: 1, snapshot: 'As surveyed' });
  });

  it('is refused when it is too large or no document', async () => {
    const pk = await createProject(api, owner);
    const large = await save(pk, 0, drawing('x'.repeat(limits.drawingBody)));
    expect(large.statusCode).toBe(413);
    expect((await save(pk, 0, { features: [] })).json()).toMatchObject({ code: 'api.bad-request' });
  });
});

const record = (id: string, more: object = {}) => ({
  id,
  kind: 'point',
  layerId: 'layer-1',
  code: '',
  name: id,
  coordinates: [1, 2, 3],
  rank: 1,
  ...more,
});
const set = (id: string, more: object = {}) =>
  ({ op: 'set', table: 'features', record: record(id, more) }) as const;

function patch(pk: number, base: number, operations: readonly object[], more: object = {}, query = {}) {
  const body = { base_revision: base, schema_version: drawingSchemaVersion, operations, ...more } as never;
  return api.call(owner, routes.drawingPatch, { params: { pk }, query, body });
}

async function readDocument(pk: number, query = {}) {
  const answer = (await api.call(owner, routes.drawingGet, { params: { pk }, query })).json();
  return { revision: answer.revision, drawing: parseDrawing(answer.document) };
}

async function createDrawn(): Promise<number> {
  const pk = await createProject(api, owner);
  await save(pk, 0, serialiseDrawing(emptyDrawing('Drawing')));
  return pk;
}

describe('the name of a revision', () => {
  const name = (pk: number, revision: number, text: string | null) =>
    api.call(owner, routes.drawingNameRevision, { params: { pk, revision }, body: { name: text } });

  it('keeps it when the changes that it was made of are gone, and can be taken away', async () => {
    const pk = await createDrawn();
    await patch(pk, 1, [set('a')]);
    await patch(pk, 2, [set('b')]);
    expect((await name(pk, 2, ' First stage ')).statusCode).toBe(200);
    const mine = (await patch(pk, 1, [set('mine')])).json();
    expect(mine.merged).toHaveLength(2);
    const whole = serialiseDrawing(emptyDrawing('Drawing'));
    for (let base = 4; base < keptRevisions + 6; base++) await save(pk, base, whole);
    const list = async () =>
      (await api.call(owner, routes.drawingRevisions, { params: { pk } })).json().items;
    expect((await list()).at(-1)).toMatchObject({ revision: 2, snapshot: 'First stage' });
    expect(Object.keys((await readDocument(pk, { revision: 2 })).drawing.features)).toEqual(['a']);
    await name(pk, 2, null);
    await save(pk, keptRevisions + 6, whole);
    expect((await list()).at(-1).revision).toBeGreaterThan(2);
  });

  it('is refused for a revision that there is not, and to viewers', async () => {
    const pk = await createDrawn();
    expect((await name(pk, 9, 'Nine')).statusCode).toBe(404);
    expect((await name(pk, 1, '')).statusCode).toBe(400);
  });
});

describe('changes of a drawing', () => {
  it('are saved by themselves and read as a whole drawing, at any revision', async () => {
    const pk = await createDrawn();
    for (let base = 1; base <= maxOperationRevisions + 5; base++) {
      expect((await patch(pk, base, [set(`p${base}`)])).json().revision).toBe(base + 1);
    }
    const { revision, drawing } = await readDocument(pk);
    expect(revision).toBe(maxOperationRevisions + 6);
    expect(Object.keys(drawing.features)).toHaveLength(maxOperationRevisions + 5);
    expect(Object.keys((await readDocument(pk, { revision: 3 })).drawing.features)).toEqual(['p1', 'p2']);
    const { items } = (await api.call(owner, routes.drawingRevisions, { params: { pk } })).json();
    const whole = items.filter(({ changes }: { changes: object | null }) => changes === null);
    expect(whole).toHaveLength(2);
    expect(items.at(-2).changes).toEqual({ set: 1, changed: 0, removed: 0 });
    expect(items.at(-2).size).toBeLessThan(300);
  });

  it('merge where they concern other records, and say so', async () => {
    const pk = await createDrawn();
    await patch(pk, 1, [set('theirs')]);
    const mine = (await patch(pk, 1, [set('mine')])).json();
    expect(mine).toMatchObject({ revision: 3, merged: [{ op: 'set', record: { id: 'theirs' } }] });
    expect(Object.keys((await readDocument(pk)).drawing.features).sort()).toEqual(['mine', 'theirs']);
  });

  it('are refused where both change one record, with what the others changed', async () => {
    const pk = await createDrawn();
    await patch(pk, 1, [set('a')]);
    await patch(pk, 2, [
      { op: 'change', table: 'features', id: 'a', fields: { name: 'theirs' }, dropped: [] },
    ]);
    const mine = await patch(pk, 2, [{ op: 'remove', table: 'features', id: 'a' }]);
    expect(mine.statusCode).toBe(409);
    expect(mine.json()).toMatchObject({
      code: 'drawing.conflict',
      current: { revision: 3, saved_by: 'owner@example.com', operations: [{ op: 'change', id: 'a' }] },
    });
    await save(pk, 3, serialiseDrawing(emptyDrawing('Drawing')));
    expect((await patch(pk, 3, [set('b')])).json().current).toMatchObject({ revision: 4, operations: null });
    expect((await patch(pk, 99, [set('b')])).statusCode).toBe(409);
  });

  it('lose nothing of many windows at once', async () => {
    const pk = await createDrawn();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => patch(pk, 1, [set(`w${i}`)])));
    expect(answers.map((answer) => answer.statusCode)).toEqual(new Array(8).fill(200));
    expect(Object.keys((await readDocument(pk)).drawing.features)).toHaveLength(8);
  });

  it('are refused where they do not fit the saved drawing, which stays', async () => {
    const pk = await createDrawn();
    const missing = await patch(pk, 1, [{ op: 'splice', id: 'x', index: 0, remove: 1, insert: [] }]);
    expect([missing.statusCode, missing.json().code]).toEqual([400, 'drawing.bad-operation']);
    expect((await patch(pk, 1, [set('a')], { schema_version: 3 })).json().code).toBe('drawing.bad-operation');
    expect((await patch(pk, 1, [{ op: 'explode' }])).statusCode).toBe(400);
    const fresh = await createProject(api, owner);
    expect((await patch(fresh, 0, [set('a')])).json().code).toBe('drawing.bad-operation');
    expect((await readDocument(pk)).revision).toBe(1);
  });

  it('are refused where they do not fit, however many were saved since the last whole drawing', async () => {
    const pk = await createDrawn();
    await patch(pk, 1, [set('a')]);
    await patch(pk, 2, [set('b')]);
    const splice = { op: 'splice', id: 'a', index: 5, remove: 1, insert: [] };
    expect((await patch(pk, 3, [splice])).json().code).toBe('drawing.bad-operation');
    expect((await patch(pk, 3, [set('__proto__')])).statusCode).toBe(400);
    const { revision, drawing } = await readDocument(pk);
    expect([revision, Object.keys(drawing.features)]).toEqual([3, ['a', 'b']]);
  });

  it('never leave a feature without its layer', async () => {
    const pk = await createDrawn();
    const kerbs = { id: 'kerbs', name: 'Kerbs', colour: '#ff0000', isVisible: true, rank: 2 };
    await patch(pk, 1, [{ op: 'set', table: 'layers', record: kerbs }]);
    await patch(pk, 2, [{ op: 'remove', table: 'layers', id: 'kerbs' }]);
    const late = await patch(pk, 2, [set('a', { layerId: 'kerbs' })]);
    expect(late.json()).toMatchObject({
      code: 'drawing.conflict',
      current: { operations: [{ op: 'remove' }] },
    });
    expect((await patch(pk, 3, [set('a', { layerId: 'kerbs' })])).json().code).toBe('drawing.bad-operation');
    expect((await readDocument(pk)).drawing.features).toEqual({});
  });

  it('tell at once which shapes change products', async () => {
    const pk = await createDrawn();
    const ring = { kind: 'polygon', purpose: 'crop-bounds', coordinates: [0, 0, 0, 9, 0, 0, 9, 9, 0] };
    const shapes = async () =>
      (await api.call(owner, routes.projectGet, { params: { pk } })).json().drawing_shapes?.['crop-bounds'] ??
      0;
    await patch(pk, 1, [set('crop', ring)]);
    expect(await shapes()).toBe(1);
    await patch(pk, 2, [set('other')]);
    expect(await shapes()).toBe(1);
    await patch(pk, 3, [
      { op: 'change', table: 'layers', id: 'layer-1', fields: { isVisible: false }, dropped: [] },
    ]);
    expect(await shapes()).toBe(0);
  });
});

describe('several drawings of a project', () => {
  const create = (pk: number, body: { name: string; copy_of?: number; revision?: number }) =>
    api.call(owner, routes.drawingsPost, { params: { pk }, body });
  const list = async (pk: number) =>
    (await api.call(owner, routes.drawingsGet, { params: { pk } })).json().items;

  it('are made, copied, named, locked and removed', async () => {
    const pk = await createDrawn();
    await patch(pk, 1, [set('a')]);
    const [main] = await list(pk);
    expect(main).toMatchObject({ name: '', is_main: true, revision: 2, saved_by: 'owner@example.com' });
    const copy = (await create(pk, { name: 'Plan', copy_of: main.pk, revision: 1 })).json();
    expect(copy).toMatchObject({ name: 'Plan', is_main: false, revision: 1 });
    expect((await create(pk, { name: 'plan' })).json().code).toBe('drawing.name-used');
    const query = { drawing: copy.pk };
    expect((await patch(pk, 1, [set('b')], {}, query)).json().revision).toBe(2);
    expect(Object.keys((await readDocument(pk, query)).drawing.features)).toEqual(['b']);
    expect(Object.keys((await readDocument(pk)).drawing.features)).toEqual(['a']);
    const params = { pk, drawing: copy.pk };
    await api.call(owner, routes.drawingModify, { params, body: { is_locked: true } });
    expect((await patch(pk, 2, [set('c')], {}, query)).json().code).toBe('drawing.locked');
    expect((await api.call(owner, routes.drawingDelete, { params })).json().code).toBe('drawing.locked');
    await api.call(owner, routes.drawingModify, { params, body: { is_locked: false, name: 'As built' } });
    expect((await list(pk)).map(({ name }: { name: string }) => name)).toEqual(['', 'As built']);
    expect((await api.call(owner, routes.drawingDelete, { params })).json()).toEqual({ ok: true });
    expect(await list(pk)).toHaveLength(1);
    const ofMain = { pk, drawing: main.pk };
    expect((await api.call(owner, routes.drawingDelete, { params: ofMain })).json().code).toBe(
      'drawing.is-main',
    );
  });

  it('belong to their project alone', async () => {
    const [pk, other] = [await createDrawn(), await createDrawn()];
    const [{ pk: foreign }] = await list(other);
    expect((await patch(pk, 1, [set('a')], {}, { drawing: foreign })).json().code).toBe('drawing.not-found');
    const answer = await api.call(owner, routes.drawingGet, { params: { pk }, query: { drawing: foreign } });
    expect(answer.statusCode).toBe(404);
  });
});
