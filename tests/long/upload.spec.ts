import { createHash } from 'node:crypto';
import { mkdtemp, open, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, request, test } from '@playwright/test';
import { announceLidar } from '#api/uploads/lidar-upload.ts';
import { sendParts } from '#api/uploads/send-parts.ts';
import { routes } from '#contract/routes/table.ts';
import { signInBy } from '#tests/e2e/support/sign-in.ts';
import { startJourneyServer } from '../e2e/support/server.ts';
import { DiskFile } from '../support/disk-file.ts';
import { startS3Server } from '../support/s3-server.ts';
import { createNodeClient, createNodeTransport } from '../support/upload-client.ts';

const mebibyte = 2 ** 20;
const sizeGib = Number(process.env['PLUMBLINE_UPLOAD_GIB'] ?? 20);
/** More than buffers of parts in flight, far less than the file. */
const memoryLimit = 700 * mebibyte;

/** Largest resident memory of a process so far, bytes. */
async function peakOf(pid: number | 'self'): Promise<number> {
  const [, kib] = /VmHWM:\s*(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1024;
}

/** A file of holes with a mark in every GiB, so that pieces cannot be confused. */
async function writeSparse(path: string, size: number): Promise<void> {
  const file = await open(path, 'w');
  await file.truncate(size);
  for (let at = 0; at + 64 < size; at += 2 ** 30) {
    await file.write(createHash('sha256').update(String(at)).digest(), 0, 32, at + 17);
  }
  await file.close();
}

for (const kind of ['local', 's3'] as const) {
  test(`a sparse file of ${sizeGib} GiB goes up to the ${kind} store in bounded memory`, async () => {
    test.setTimeout(3_600_000);
    const size = Math.round(sizeGib * 2 ** 30);
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-sparse-'));
    const { bavail, bsize } = await statfs(folder);
    test.skip(bavail * bsize < 1.1 * size, `the disk has less than ${1.1 * sizeGib} GiB free`);
    test.skip(process.platform !== 'linux', 'peak memory is read from /proc');
    const path = join(folder, 'scan.las');
    await writeSparse(path, size);
    const bucket = kind === 's3' ? await startS3Server(join(folder, 'bucket')) : null;
    const server = await startJourneyServer(
      {
        PLUMBLINE_MODE: 'cloud',
        ...(bucket && {
          PLUMBLINE_S3_URL: bucket.settings.url,
          PLUMBLINE_S3_REGION: bucket.settings.region,
          PLUMBLINE_S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
          PLUMBLINE_S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
        }),
      },
      ['--no-worker'],
    );
    try {
      const owner = await request.newContext();
      await signInBy(owner, server.signInUrl);
      const { cookies } = await owner.storageState();
      await owner.dispose();
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      const client = createNodeClient(server.url, cookie);
      const transport = createNodeTransport(server.url, cookie);
      const { pk } = await client.call(routes.projectCreate, { body: { name: 'Sparse', type: 'lidar' } });
      const file = new DiskFile(path, 'scan.las', 0, size);
      const parts = await announceLidar(client, pk, [file], { epsg: null, wkt: null, uom: null });
      const started = performance.now();
      let sent = 0;
      await sendParts({ client, transport }, pk, parts, {
        isResumed: false,
        signal: new AbortController().signal,
        onReport: (report) => {
          sent = report.sentBytes;
        },
      });
      const seconds = (performance.now() - started) / 1000;
      const { uploaded, missing } = await client.call(routes.uploadRecovery, { params: { pk } });
      expect([sent, uploaded[0]?.[1], missing.length]).toEqual([size, size, 0]);
      const [ofServer, ofClient] = await Promise.all([peakOf(server.pid()), peakOf('self')]);
      const rate = size / mebibyte / seconds;
      const mib = (bytes: number) => `${Math.round(bytes / mebibyte)} MiB`;
      console.log(
        `${kind}: ${sizeGib} GiB in ${seconds.toFixed(0)} s, ${rate.toFixed(0)} MiB/s; peak memory of the server ${mib(ofServer)}, ` +
          `of the sender${bucket ? ' with the object store' : ''} ${mib(ofClient)}`,
      );
      expect(Math.max(ofServer, ofClient)).toBeLessThan(memoryLimit);
    } finally {
      await server.stop();
      await bucket?.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}
