import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { touchProject } from '#server/db/project-state.ts';
import { imageset, imagesetAcl } from '#server/db/schema/projects.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { uploadProject } from '#tests/support/lidar-upload.ts';
import { listenTo } from '#tests/support/listen-events.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';
import { makeAll, makeProduct } from '#tests/support/pipelines.ts';

let api: TestApi;
let owner: Caller;
let origin: string;
let pk: number;

beforeEach(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
  pk = await uploadProject(api, owner, patternBytes(100));
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => api.close());

const listen = (caller: Caller | null, lastEventId?: string) => listenTo(origin, pk, { caller, lastEventId });

describe('the events of a project', () => {
  it('tell of each change as it is committed, up to the last product', async () => {
    const { close, events, headers } = await listen(owner);
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    await vi.waitFor(() => expect(events()[0]).toMatchObject({ name: 'project', data: { pk, owned: true } }));
    let goOn = () => {};
    const untilSeen = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    api.work(async (request) => {
      request.onProgress({ product: 'lidar_point_cloud', fraction: 0.5, stage: 'octree', peakMiB: 300 });
      await untilSeen;
      await makeProduct(request, 'lidar_point_cloud', 'cloud');
      await makeAll(request);
    });
    await vi.waitFor(() => {
      const half = events().find(({ data }) => data.products?.[0]?.work_units_completed === 500);
      expect([half?.name, half?.data.products?.[0]?.stage]).toEqual(['progress', 'octree']);
      expect(half?.data.name).toBeUndefined();
    }, 20_000);
    goOn();
    await vi.waitFor(() => {
      expect(events().at(-1)).toMatchObject({ name: 'project', data: { state: 'completed', progress: 1 } });
    }, 20_000);
    expect(events().at(-1)?.data).toEqual(
      (await api.call(owner, routes.projectLoad, { params: { pk } })).json(),
    );
    close();
  });

  it('are not sent again to one who has the last of them', async () => {
    const first = await listen(owner);
    await vi.waitFor(() => expect(first.events()).toHaveLength(1));
    const id = first.events()[0]?.id;
    first.close();
    const second = await listen(owner, id);
    await vi.waitFor(() => expect(second.events().map(({ name }) => name)).toEqual(['alive']));
    second.close();
  });

  it('end for whom the project is not shared with any more, and with the server', async () => {
    const viewer = await api.signIn({ email: 'viewer@example.com' });
    await api.context.db.insert(imagesetAcl).values({ imagesetPk: pk, accountPk: viewer.pk, write: false });
    const [shared, own] = [await listen(viewer), await listen(owner)];
    await vi.waitFor(() => expect(shared.events()[0]).toMatchObject({ data: { owned: false } }));
    await api.context.db.delete(imagesetAcl).where(eq(imagesetAcl.accountPk, viewer.pk));
    await touchProject(api.context.db, pk);
    await vi.waitFor(() => expect(shared.hasEnded()).toBe(true), 10_000);
    expect(own.hasEnded()).toBe(false);
    await api.app.close();
    await vi.waitFor(() => expect(own.hasEnded()).toBe(true));
  });

  it('leave no watch behind when their reader goes', async () => {
    const unwatch = vi.fn();
    const { watch } = api.context.changes;
    vi.spyOn(api.context.changes, 'watch').mockImplementation((projectPk, tell) => {
      const end = watch(projectPk, tell);
      return () => {
        unwatch();
        end();
      };
    });
    const readers = [await listen(owner), await listen(owner), await listen(owner)];
    for (const { close } of readers) close();
    await vi.waitFor(() => expect(unwatch).toHaveBeenCalledTimes(3));
  });

  it('of a demo come to anybody, without the people behind it', async () => {
    await api.context.db.update(imageset).set({ isDemoDataset: true }).where(eq(imageset.pk, pk));
    const { close, events } = await listen(null);
    await vi.waitFor(() => expect(events()[0]).toMatchObject({ data: { pk, owner: '', acls: [] } }));
    close();
  });
});
