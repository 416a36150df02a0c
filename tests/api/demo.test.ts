import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { imageset } from '#server/db/schema/projects.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';

let api: TestApi;
let owner: Caller;
let stranger: Caller;

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
  stranger = await api.signIn({ email: 'stranger@example.com' });
});
afterAll(() => api.close());

/** A project of the owner with a saved drawing, as the facts say. */
async function makeProject(facts: Partial<typeof imageset.$inferInsert>): Promise<number> {
  const made = await api.call(owner, routes.projectCreate, { body: { name: 'Shown', type: 'lidar' } });
  const pk: number = made.json().pk;
  const body = { base_revision: 0, document: { schemaVersion: 2 } };
  await api.call(owner, routes.drawingPut, { params: { pk }, body });
  await api.context.db.update(imageset).set(facts).where(eq(imageset.pk, pk));
  return pk;
}

it('shows a demo to everybody, without the people who made it', async () => {
  const params = { pk: await makeProject({ isDemoDataset: true }) };
  for (const caller of [null, stranger]) {
    const project = await api.call(caller, routes.projectLoad, { params });
    expect(project.statusCode).toBe(200);
    expect(project.json()).toMatchObject({
      name: 'Shown',
      owner: '',
      acls: [],
      owned: false,
      can_edit: false,
    });
    const drawing = await api.call(caller, routes.drawingGet, { params });
    expect(drawing.json()).toMatchObject({ revision: 1, saved_by: null });
    const revisions = await api.call(caller, routes.drawingRevisions, { params });
    expect(revisions.json().items).toMatchObject([{ revision: 1, saved_by: null }]);
    expect((await api.call(caller, routes.imagesList, { params })).statusCode).toBe(200);
  }
  const own = await api.call(owner, routes.drawingGet, { params });
  expect(own.json().saved_by).toBe('owner@example.com');
});

it('lets nobody but those who may change a demo', async () => {
  const params = { pk: await makeProject({ isDemoDataset: true }) };
  const save = { params, body: { base_revision: 1, document: { schemaVersion: 2 } } };
  const rename = { params, body: { name: 'Mine' } };
  expect((await api.call(null, routes.drawingPut, save)).json().code).toBe('api.unauthenticated');
  expect((await api.call(null, routes.projectModify, rename)).json().code).toBe('api.unauthenticated');
  expect((await api.call(stranger, routes.drawingPut, save)).json().code).toBe('api.forbidden');
  expect((await api.call(stranger, routes.projectModify, rename)).json().code).toBe('api.forbidden');
  expect((await api.call(owner, routes.drawingPut, save)).statusCode).toBe(200);
});

it('tells nobody of other projects, deleted demos and confidential ones', async () => {
  for (const facts of [
    { isDemoDataset: false },
    { isDemoDataset: true, isDeleted: true },
    { isDemoDataset: true, confidentiality: 1 },
  ]) {
    const params = { pk: await makeProject(facts) };
    expect((await api.call(null, routes.projectLoad, { params })).json().code).toBe('api.unauthenticated');
    const answer = await api.call(stranger, routes.projectLoad, { params });
    expect(answer.json().code).toBe('api.project-not-found');
  }
  const missing = await api.call(null, routes.projectLoad, { params: { pk: 999_999 } });
  expect(missing.json().code).toBe('api.unauthenticated');
});
