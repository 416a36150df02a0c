import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { readOwner } from '#server/services/people/owner.ts';
import { createProject } from '#server/services/projects/projects.ts';
import { createTestApi, type TestApi } from '#tests/support/api.ts';
import { startTestAuthority, type TestAuthority } from '#tests/support/license-authority.ts';
import { listenTo } from '#tests/support/listen-events.ts';
import { makeAll } from '#tests/support/pipelines.ts';

let authority: TestAuthority;
let api: TestApi;

beforeAll(async () => {
  authority = await startTestAuthority();
  api = await createTestApi({
    edition: 'desktop',
    license: { url: authority.url, publicKey: authority.publicKey },
  });
});
afterAll(async () => {
  await api.close();
  await authority.close();
});

const poke = async (name: string) => (await api.call(null, routes.pokeService, { query: { name } })).json();

describe('a desktop', () => {
  it('wakes its services for licensed people: the worker runs once it is there', async () => {
    expect(await poke('heavy_compute')).toMatchObject({ code: 'license.required' });
    await api.call(null, routes.licenseActivate, { query: { license: 'ABCD-EFGH-1234-5678' } });
    expect(await poke('delegator')).toEqual({ name: 'delegator', is_running: true });
    expect(await poke('heavy_compute')).toEqual({ name: 'heavy_compute', is_running: false });
    expect(await poke('supervisor')).toEqual({ name: 'supervisor', is_running: false });

    const wake = vi.fn();
    api.context.kept.worker = { wake };
    expect(await poke('supervisor')).toEqual({ name: 'supervisor', is_running: true });
    expect(await poke('heavy_compute')).toEqual({ name: 'heavy_compute', is_running: false });
    expect(wake).toHaveBeenCalledTimes(2);
    const worker = api.work(makeAll);
    await vi.waitFor(async () => expect(await poke('heavy_compute')).toMatchObject({ is_running: true }));
    await worker.stop();
    expect(await poke('heavy_compute')).toMatchObject({ is_running: false });

    expect(await poke('billing')).toMatchObject({ code: 'api.bad-request' });
    const elsewhere = await api.app.inject({
      method: 'GET',
      url: '/poke-service?name=delegator',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(elsewhere.json()).toMatchObject({ code: 'api.origin-refused' });
  });

  it('writes to nobody, and promises no notices', async () => {
    const body = { name: 'Told', type: 'lidar', notify_finish: true };
    expect((await api.call(null, routes.projectCreate, { body })).json()).toMatchObject({
      code: 'api.no-mail',
    });
    expect((await api.call(null, routes.bootstrap)).json()).toMatchObject({ mail: 'none' });
  });

  it('tells of its projects by events', async () => {
    const owner = await readOwner(api.context.db);
    const { pk } = await createProject(api.context, owner, { name: 'Pit', type: 'lidar' });
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { close, events } = await listenTo(origin, pk, { caller: null });
    await vi.waitFor(() => expect(events()[0]).toMatchObject({ name: 'project', data: { name: 'Pit' } }));
    close();
  });
});
