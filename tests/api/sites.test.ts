import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { imageset, imagesetAcl } from '#server/db/schema/projects.ts';
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

async function setSite(caller: Caller, pk: number, site: string): Promise<number | null> {
  const answer = await api.call(caller, routes.projectModify, { params: { pk }, body: { site } });
  expect(answer.statusCode).toBe(200);
  return answer.json().site_id;
}
const collect = async (caller: Caller, siteIds: unknown[]) =>
  (await api.call(caller, routes.sitesCollect, { body: { siteIds } })).json();

describe('the site of a project', () => {
  it('is made by its name, shared by an owner’s projects and taken away again', async () => {
    const first = await createProject(api, owner, 'May');
    const second = await createProject(api, owner, 'June');
    const pk = await setSite(owner, first, ' Gravel pit ');
    expect(pk).toBeGreaterThan(0);
    expect(await setSite(owner, second, 'Gravel pit')).toBe(pk);
    expect(await setSite(owner, second, '  ')).toBeNull();
    expect(await collect(owner, [pk])).toEqual([{ pk, name: 'Gravel pit' }]);
    const theirs = await createProject(api, other, 'Elsewhere');
    expect(await setSite(other, theirs, 'Gravel pit')).not.toBe(pk);
  });

  it('is told to those who may see a project of it, in the order asked for', async () => {
    const project = await createProject(api, owner, 'Shared');
    const pk = (await setSite(owner, project, 'Bridge')) ?? 0;
    const quarry = (await setSite(owner, await createProject(api, owner, 'More'), 'Quarry')) ?? 0;
    expect((await collect(owner, [quarry, 999_999, pk])).map((site: { name: string }) => site.name)).toEqual([
      'Quarry',
      'Bridge',
    ]);
    expect(await collect(other, [pk])).toEqual([]);
    expect(await collect(staff, [pk])).toHaveLength(1);
    const { db } = api.context;
    await db.insert(imagesetAcl).values({ imagesetPk: project, accountPk: other.pk, write: false });
    await db.update(imageset).set({ confidentiality: 1 }).where(eq(imageset.pk, project));
    expect(await collect(other, [pk, quarry])).toEqual([{ pk, name: 'Bridge' }]);
    expect(await collect(staff, [pk])).toEqual([]);
    expect(await collect(owner, [])).toEqual([]);
  });

  it('is asked for by whole positive numbers', async () => {
    expect(await collect(owner, ['x'])).toMatchObject({ code: 'api.bad-request' });
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/sites/collect_sites/',
      headers: { cookie: owner.cookie },
      payload: { siteIds: [] },
    });
    expect(answer.json()).toEqual([]);
  });
});
