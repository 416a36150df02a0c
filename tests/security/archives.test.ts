import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { writeZip } from '#domain/formats/zip/write-zip.ts';
import { imageset } from '#server/db/schema/projects.ts';
import { task } from '#server/db/schema/work.ts';
import { defaultLeaseRules } from '#server/queue/lease.ts';
import { openArchive } from '#server/services/archive/open-archive.ts';
import { runMaintenance } from '#server/services/processing/maintenance.ts';
import { importTask } from '#server/services/processing/tasks.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { createProject } from '#tests/support/lidar-upload.ts';

async function archiveOf(manifest: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip([{ name: 'manifest.json', bytes: Buffer.from(manifest) }]))
    pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('a manifest', () => {
  it.each([
    ['of more bytes than any has', `{"products":[${'"x",'.repeat(5_000_000)}0]}`, 'importReason.size'],
    ['of millions of empty objects', `{"products":[${'{},'.repeat(2_000_000)}{}]}`, 'it-is-not-json'],
    [
      'of a million levels',
      `{"products":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`,
      'it-is-not-json',
    ],
  ])('%s is refused before anything is made of it', async (_, manifest, reason) => {
    const source = memorySource('evil.zip', await archiveOf(manifest));
    const before = process.memoryUsage().heapUsed;
    await expect(openArchive(source)).rejects.toMatchObject({
      code: 'archive.bad-manifest',
      params: { reason },
    });
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 2 ** 20);
  });
});

describe('an archive that kills its workers', () => {
  let api: TestApi;
  let owner: Caller;
  beforeAll(async () => {
    api = await createTestApi();
    owner = await api.signIn({ email: 'owner@example.com' });
  });
  afterAll(() => api.close());

  it('is given to two, and then to none', async () => {
    const { db } = api.context;
    const pk = await createProject(api, owner);
    await db.update(imageset).set({ state: 'processing' }).where(eq(imageset.pk, pk));
    await db.insert(task).values({ imagesetPk: pk, name: importTask, memoryMib: 400 });
    for (let worker = 0; worker < 2; worker++) {
      await db
        .update(task)
        .set({ status: 'running', leaseUntil: new Date(0), leaseOwner: 'killed', leaseHost: 'here' })
        .where(eq(task.imagesetPk, pk));
      await runMaintenance(api.context, defaultLeaseRules);
    }
    const [row] = await db.select().from(task).where(eq(task.imagesetPk, pk));
    expect(row).toMatchObject({ status: 'timed out' });
    const [project] = await db.select().from(imageset).where(eq(imageset.pk, pk));
    expect(project?.state).toBe('errored');
  });
});
