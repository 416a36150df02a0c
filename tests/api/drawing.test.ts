import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import { keptRevisions } from '#server/services/projects/drawings.ts';
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
    expect(await read()).toEqual({ revision: 0, document: null, saved_at: null, saved_by: null });
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

  it('refuses a save from an older revision and answers the newer drawing', async () => {
    const pk = await createProject(api, owner);
    await save(pk, 0, drawing('mine'));
    const stale = await save(pk, 0, drawing('theirs'));
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      code: 'drawing.conflict',
      params: { base: 0, current: 1 },
      current: { revision: 1, document: drawing('mine') },
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
