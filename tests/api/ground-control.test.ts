import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { NoticeSettings } from '#contract/rules/notices.ts';
import type { ImagesAnnounced } from '#contract/schemas/images.ts';
import type { Project, ProjectSettings } from '#contract/schemas/project.ts';
import { notice } from '#server/db/schema/notices.ts';
import type { PipelineRequest } from '#server/worker/pipelines/pipeline-port.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { postFile } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';
import { makeAll, makeProduct } from '#tests/support/pipelines.ts';

const photoNames = ['a.jpg', 'b.jpg', 'c.jpg'];
const unmarked = 'label,x,y,z\nA,500000,4000000,10\nB,500100,4000000,11\n';
const marked = 'EPSG:32611\n500000 4000000 10 100 100 a.jpg A\n';

let api: TestApi;
let owner: Caller;
let runs: PipelineRequest['until'][];

beforeEach(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
  runs = [];
  api.work(async (request) => {
    runs.push(request.until);
    await (request.until === 'end' ? makeAll(request) : makeProduct(request, 'bundle_adjustment', 'poses'));
  });
});
afterEach(() => api.close());

/** A flight of three photos, uploaded and queued for the worker. */
async function fly(
  control: string | null,
  settings: ProjectSettings = {},
  notices: NoticeSettings = {},
): Promise<number> {
  const created = await api.call(owner, routes.projectCreate, {
    body: { name: 'Flight', type: 'images', settings, ...notices },
  });
  const { pk } = created.json();
  const contents = [
    ...photoNames.map(() => patternBytes(400, 1, 'jpeg')),
    ...(control === null ? [] : [Buffer.from(control)]),
  ];
  const files = contents.map(({ length: size }, index) =>
    index < photoNames.length
      ? ({ name: photoNames[index]!, size, role: 'image' } as const)
      : ({ name: 'control.csv', size, role: 'control' } as const),
  );
  const announced = await api.call(owner, routes.imagesInitialize, { params: { pk }, body: { files } });
  const { slots } = announced.json() as ImagesAnnounced;
  for (const slot of slots) await postFile(api, owner, slot.upload_url, contents[slot.index]!);
  await api.call(owner, routes.uploadCompleted, { params: { pk }, query: { start_processing: true } });
  return pk;
}

const load = async (pk: number): Promise<Project> =>
  (await api.call(owner, routes.projectLoad, { params: { pk } })).json();
const reach = (pk: number, facts: Partial<Project>) =>
  vi.waitFor(async () => expect(await load(pk)).toMatchObject(facts), 20_000);
const resume = (pk: number) => api.call(owner, routes.projectResume, { params: { pk } });
const notices = async () =>
  (await api.context.db.select().from(notice).orderBy(notice.pk)).map(({ kind }) => kind);
const done = ({ products }: Project) =>
  products.filter(({ status }) => status === 'Done').map(({ name }) => name);

describe('ground control', () => {
  it('without marks has the products wait after the adjustment, until somebody who is told goes on', async () => {
    const pk = await fly(unmarked, {}, { notify_finish: true });
    await reach(pk, {
      state: 'processing',
      added_ground_control_at_start: true,
      gcps_ready_for_correction: true,
      are_gcps_corrected: false,
    });
    expect(done(await load(pk))).toEqual(['bundle_adjustment']);
    expect(await notices()).toEqual(['wait']);

    const resumed: Project = (await resume(pk)).json();
    expect(resumed).toMatchObject({ state: 'processing', are_gcps_corrected: true });
    expect(resumed.products.every(({ status }) => status === 'In Progress')).toBe(true);
    await reach(pk, { state: 'completed' });
    expect(runs).toEqual(['adjustment', 'end']);
    expect(await notices()).toEqual(['wait', 'finish']);
    expect((await load(pk)).products.every(({ status }) => status === 'Done')).toBe(true);
  });

  it('that has marks is used at once, and waited for by nothing', async () => {
    const pk = await fly(marked);
    await reach(pk, {
      state: 'completed',
      added_ground_control_at_start: true,
      are_gcps_corrected: true,
      gcps_ready_for_correction: false,
    });
    expect(runs).toEqual(['end']);
  });

  it('that is not there holds nothing up', async () => {
    const pk = await fly(null);
    await reach(pk, { state: 'completed', added_ground_control_at_start: false });
    expect(runs).toEqual(['end']);
  });

  it('that cannot be read fails the project with its file and reason', async () => {
    const pk = await fly('no coordinates here\n');
    await reach(pk, { state: 'errored' });
    expect((await load(pk)).products[0]?.error_message).toContain('control.csv');
  });

  it('may be waited for where settings say so: the project pauses after the adjustment', async () => {
    const pk = await fly(null, { pause_to_add_gcps: true }, { notify_error: true });
    await reach(pk, { state: 'paused', pause_to_add_gcps: true, gcps_ready_for_correction: true });
    expect(await notices()).toEqual([]);
    expect(done(await load(pk))).toEqual(['bundle_adjustment']);
    await resume(pk);
    await reach(pk, { state: 'completed' });
    expect(runs).toEqual(['adjustment', 'end']);
  });

  it('that is waited for can be paused and cancelled', async () => {
    const pk = await fly(unmarked);
    await reach(pk, { gcps_ready_for_correction: true });
    expect((await api.call(owner, routes.projectPause, { params: { pk } })).json().state).toBe('paused');
    expect((await api.call(owner, routes.projectCancel, { params: { pk } })).json().state).toBe('paused');
    await resume(pk);
    await reach(pk, { state: 'completed', are_gcps_corrected: true });
  });
});
