import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { SearchPage } from '#contract/schemas/project.ts';
import { imageset, imagesetAcl, product } from '#server/db/schema/projects.ts';
import { clearDestroyed } from '#server/services/projects/destroyed-projects.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { createProject } from '#tests/support/lidar-upload.ts';

let api: TestApi;
let owner: Caller;
let other: Caller;
let staff: Caller;

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
  other = await api.signIn({ email: 'other@example.com' });
  staff = await api.signIn({ email: 'staff@example.com', isSuperuser: true });
});
afterAll(() => api.close());

async function search(caller: Caller, body: object = {}, query: Record<string, unknown> = {}) {
  const answer = await api.call(caller, routes.projectSearch, { body, query });
  return answer.json() as SearchPage;
}
const namesOf = (page: SearchPage) => page.items.map((item) => item.name);

describe('the list of projects', () => {
  it('comes in pages, newest first, each project once', async () => {
    const lister = await api.signIn({ email: 'lister@example.com' });
    for (let index = 1; index <= 5; index++) await createProject(api, lister, `Site ${index}`);
    const first = await search(lister, {}, { page_size: 2 });
    expect(namesOf(first)).toEqual(['Site 5', 'Site 4']);
    await createProject(api, lister, 'Site 6');
    const second = await search(lister, {}, { page_size: 2, cursor: first.next_cursor });
    expect(namesOf(second)).toEqual(['Site 3', 'Site 2']);
    const third = await search(lister, {}, { page_size: 2, cursor: second.next_cursor });
    expect(namesOf(third)).toEqual(['Site 1']);
    expect(third.next_cursor).toBeNull();
    const bad = await api.call(lister, routes.projectSearch, { body: {}, query: { cursor: "1' or 1=1" } });
    expect(bad.statusCode).toBe(400);
  });

  it('is filtered by name, state, product, system and time, with % and _ meaning themselves', async () => {
    const caller = await api.signIn({ email: 'filter@example.com' });
    const quarry = await createProject(api, caller, '100% Quarry_A');
    const road = await createProject(api, caller, 'Road');
    await api.context.db.insert(product).values({ imagesetPk: road, name: 'surface_model', epsg: 32617 });
    await api.context.db
      .update(imageset)
      .set({ state: 'completed', whenCreated: sql`now() - interval '10 days'` })
      .where(eq(imageset.pk, quarry));
    const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const cases: [object, string[]][] = [
      [{ name: 'quarry' }, ['100% Quarry_A']],
      [{ name: '100%' }, ['100% Quarry_A']],
      [{ name: '%' }, ['100% Quarry_A']],
      [{ name: 'Ro_d' }, []],
      [{ state: ['completed', 'errored'] }, ['100% Quarry_A']],
      [{ state: 'nonsense' }, []],
      [{ has: 'surface_model' }, ['Road']],
      [{ has: ['orthoimage'] }, []],
      [{ system: 'EPSG:32617' }, ['Road']],
      [{ system: ['4326'] }, []],
      [{ before: lastWeek }, ['100% Quarry_A']],
      [{ after: lastWeek }, ['Road']],
      [{ images: '<1' }, ['Road', '100% Quarry_A']],
      [{ images: '>0' }, []],
    ];
    for (const [filter, names] of cases) {
      expect(namesOf(await search(caller, filter)), JSON.stringify(filter)).toEqual(names);
    }
    expect((await api.call(caller, routes.projectSearch, { body: { images: '5' } })).statusCode).toBe(400);
  });

  it('has what is shared with the caller, and everything but confidential projects for staff who ask', async () => {
    const pk = await createProject(api, owner, 'Shared pit');
    const secret = await createProject(api, owner, 'Secret pit');
    await api.context.db.update(imageset).set({ confidentiality: 1 }).where(eq(imageset.pk, secret));
    expect(namesOf(await search(other, { name: 'pit' }))).toEqual([]);
    await api.context.db.insert(imagesetAcl).values({ imagesetPk: pk, accountPk: other.pk, write: false });
    expect(namesOf(await search(other, { name: 'pit' }))).toEqual(['Shared pit']);
    expect(namesOf(await search(staff, { name: 'pit' }))).toEqual([]);
    expect(namesOf(await search(staff, { name: 'pit', as_superuser: true }))).toEqual(['Shared pit']);
    const refused = await api.call(other, routes.projectSearch, { body: { as_superuser: true } });
    expect(refused.statusCode).toBe(403);
    const seen = await api.call(other, routes.projectGet, { params: { pk } });
    expect(seen.json()).toMatchObject({ owned: false, can_edit: false, owner: 'owner@example.com' });
  });
});

describe('a project', () => {
  it('is renamed by the rules for names', async () => {
    const pk = await createProject(api, owner, 'Old name');
    const rename = (name: string) =>
      api.call(owner, routes.projectModify, { params: { pk }, body: { name } });
    expect((await rename('  New name ')).json().name).toBe('New name');
    for (const name of ['', '   ', 'New name', 'x'.repeat(256)]) {
      expect((await rename(name)).json(), name).toMatchObject({ code: 'api.invalid-field' });
    }
    const described = await api.call(owner, routes.projectModify, {
      params: { pk },
      body: { description: 'Pit\0 3' },
    });
    expect(described.json(), 'no database keeps a NUL').toMatchObject({
      name: 'New name',
      description: 'Pit 3',
    });
    expect(namesOf(await search(owner, { name: 'New\0 name' }))).toEqual(['New name']);
  });

  it('keeps what several people change of it at once', async () => {
    const pk = await createProject(api, owner, 'Shared');
    const changes = [{ name: 'Renamed' }, { description: 'North pit' }, { site: 'Quarry' }];
    await Promise.all(changes.map((body) => api.call(owner, routes.projectModify, { params: { pk }, body })));
    const project = (await api.call(owner, routes.projectGet, { params: { pk } })).json();
    expect(project).toMatchObject({ name: 'Renamed', description: 'North pit' });
    expect(project.site_id).not.toBeNull();
  });

  it('that is deleted is gone for its owner and marked for staff, who alone may destroy its data', async () => {
    const pk = await createProject(api, owner, 'Doomed');
    const destroy = (caller: Caller, destroyData: boolean) =>
      api.call(caller, routes.projectDestroy, { params: { pk }, body: { destroy_data: destroyData } });
    expect((await destroy(owner, true)).statusCode).toBe(403);
    expect((await destroy(owner, false)).json()).toEqual({ ok: true });
    expect((await api.call(owner, routes.projectGet, { params: { pk } })).statusCode).toBe(404);
    expect(namesOf(await search(owner, { name: 'Doomed' }))).toEqual([]);
    const marked = await search(staff, { name: 'Doomed', as_superuser: true, deleted: true });
    expect(marked.items).toMatchObject([{ name: 'Doomed', is_deleted: true, state: 'deleted' }]);
    await destroy(staff, true);
    expect((await api.call(staff, routes.projectGet, { params: { pk } })).statusCode).toBe(404);
  });

  it('whose removal was cut off is seen by nobody, and is removed by the maintenance', async () => {
    const pk = await createProject(api, owner, 'Half gone');
    const { store, db } = api.context;
    const key = `${pk}/input/a.jpg`;
    await store.put(key, Readable.from([Buffer.from('photo')]));
    const cut = vi.spyOn(store, 'removeProject').mockRejectedValueOnce(new Error('killed'));
    const body = { destroy_data: true };
    expect((await api.call(staff, routes.projectDestroy, { params: { pk }, body })).statusCode).toBe(500);
    cut.mockRestore();
    expect((await api.call(staff, routes.projectGet, { params: { pk } })).statusCode).toBe(404);
    const seen = await search(staff, { name: 'Half gone', as_superuser: true, deleted: true });
    expect([seen.items, (await store.stat(key))?.size]).toEqual([[], 5]);
    await clearDestroyed(api.context);
    expect(await store.stat(key)).toBeNull();
    expect(await db.select().from(imageset).where(eq(imageset.pk, pk))).toEqual([]);
  });
});
