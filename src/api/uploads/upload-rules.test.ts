import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { planUpload } from '#contract/rules/upload-plan.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { hashPiece, timeoutFor, type UploadLine } from './exchange.ts';
import { createGate } from './gate.ts';
import { md5OfBlob } from './md5.ts';
import { isTransient } from './retry-transient.ts';
import { sendFile } from './send-file.ts';

const mebibyte = 2 ** 20;

test('files go whole or in parts by size and store, and 10,000 parts never limit', () => {
  expect(planUpload(limits.singleUpload, true)).toEqual({ kind: 'form' });
  expect(planUpload(limits.singleUpload + 1, true)).toMatchObject({ kind: 'parts', count: 5 });
  expect(planUpload(16 * mebibyte - 1, false)).toEqual({ kind: 'put' });
  expect(planUpload(16 * mebibyte, false)).toMatchObject({ kind: 'parts', count: 1 });
  for (const size of [200e9, 1e12, limits.uploadParts * limits.uploadPartMax]) {
    const plan = planUpload(size, true);
    if (plan.kind !== 'parts') throw new Error('it goes in parts');
    expect(plan.count).toBeLessThanOrEqual(limits.uploadParts);
    expect(plan.partSize).toBeLessThanOrEqual(limits.uploadPartMax);
    expect(plan.count * plan.partSize).toBeGreaterThanOrEqual(size);
  }
});

test('a request may take 180 s and 0.005 ms a byte', () => {
  expect([timeoutFor(0), timeoutFor(16 * mebibyte)]).toEqual([180_000, 263_887]);
});

test('a file that no parts can hold, or that is gone, is named before anything is lost', async () => {
  const job = (file: object) => ({
    file: file as Blob,
    fileName: 'scan.laz',
    name: 'lidar.laz',
    openUploadId: null,
    onProgress: () => {},
    onCheck: () => {},
  });
  const never = () => Promise.reject(new Error('nothing may be sent'));
  const { signal } = new AbortController();
  const line: UploadLine = {
    transport: never,
    endpoint: { isLocal: true, address: never },
    gate: createGate(1),
    network: { signal, onWaiting: () => {} },
  };
  const size = limits.uploadParts * limits.uploadPartMax + 1;
  await expect(sendFile(line, job({ size }))).rejects.toMatchObject({
    code: 'client.upload-too-large',
    params: { file: 'scan.laz', size },
  });
  const gone = { size: 9, slice: () => gone, stream: () => new ReadableStream({ start: (c) => c.error() }) };
  await expect(hashPiece(job(gone), gone as never, signal)).rejects.toMatchObject({
    code: 'client.upload-unreadable',
    params: { file: 'scan.laz' },
  });
});

test('what may pass is waited for, what is refused is not', () => {
  const failed = (status: number) => new AppError('client.upload-failed', { status });
  expect([500, 502, 503, 504, 408, 429].every((status) => isTransient(failed(status)))).toBe(true);
  expect([400, 401, 403, 404, 409, 413, 507].some((status) => isTransient(failed(status)))).toBe(false);
  expect(isTransient(new AppError('client.unreachable'))).toBe(true);
  expect(isTransient(new AppError('client.upload-timed-out'))).toBe(true);
  expect(isTransient(new Error('a bug'))).toBe(false);
});

test('MD5 equals that of Node at every length around a block', async () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 127, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => index * 31);
    const blob = new Blob([bytes.subarray(0, length >> 1), bytes.subarray(length >> 1)]);
    expect(await md5OfBlob(blob)).toBe(createHash('md5').update(bytes).digest('hex'));
  }
});
