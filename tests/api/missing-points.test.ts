import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import { createProjectPipeline } from '#server/worker/pipelines/project-pipeline.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { flatCloud } from '#tests/support/flat-survey.ts';
import { processLidar } from '#tests/support/lidar-upload.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';

const declared = 80 * 80;
const available = 4500;

let api: TestApi;
let owner: Caller;
let cut: Buffer;

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
  const whole = Buffer.from(await flatCloud());
  cut = whole.subarray(0, whole.readUInt32LE(96) + 30 * available + 7);
  api.work(createProjectPipeline(createLocalPool(), { nodeodm: null }));
});
afterAll(() => api.close());

/** Uploads the file that was cut short as a project of its own, and waits for what becomes of it. */
async function processCut(settings: object): Promise<Project> {
  const body = { name: `Quarry ${Math.random()}`, type: 'lidar', settings };
  const { pk } = (await api.call(owner, routes.projectCreate, { body })).json();
  await processLidar(api, owner, pk, cut);
  return vi.waitFor(async () => {
    const project: Project = (await api.call(owner, routes.projectLoad, { params: { pk } })).json();
    expect(['completed', 'errored']).toContain(project.state);
    return project;
  }, 50_000);
}

describe('a project of a cloud that was cut short', () => {
  it('is not processed without consent, and says how many points are there', async () => {
    const project = await processCut({});
    expect(project.state).toBe('errored');
    for (const { status, error_message: message } of project.products) {
      expect(status).toBe('Failed');
      expect(message).toContain(`${available} of ${declared} points`);
      expect(message).not.toContain('--');
    }
  }, 60_000);

  it('is processed with consent, and its report tells what is missing', async () => {
    const project = await processCut({ accept_truncated: true });
    expect(project.state).toBe('completed');
    expect(project.products.map(({ status }) => status)).toEqual(['Done', 'Done', 'Done', 'Done', 'Done']);
    const report = project.products.find(({ name }) => name === 'project_report');
    const params = expect.objectContaining({ declared, available });
    const warnings = expect.arrayContaining([{ code: 'las.fewer-points', params }]);
    expect(report?.meta_tile_data).toMatchObject({ points: available, warnings });
    const url = report?.downloads['json'] ?? '';
    const file = (await api.app.inject({ url, headers: { cookie: owner.cookie } })).json();
    expect(file).toMatchObject({ points: available, warnings });
  }, 60_000);
});
