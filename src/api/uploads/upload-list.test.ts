import { expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors/app-error.ts';
import type { ApiClient } from '../client.ts';
import { parseLidarName } from './lidar-upload.ts';
import { matchMissing } from './match-missing.ts';
import { createUploadList } from './upload-list.ts';

const mebibyte = 1024 * 1024;

/** A server that takes files; `failures` sends are refused first. */
function createServer(failures = 0) {
  const calls: string[] = [];
  let left = failures;
  const client: ApiClient = {
    call: async (route) => {
      calls.push(route.id);
      return {} as never;
    },
  };
  const transport = async ({ method, url }: { method: string; url: string }) => {
    calls.push(`${method} ${url}`);
    if (left-- > 0) throw new AppError('api.forbidden', { status: 403 });
    return { text: '', etag: null };
  };
  return { client, transport, calls };
}

const file = (name: string, size: number) => new File([new Uint8Array(size)], name);
const part = () => ({
  file: file('quarry.laz', 10),
  name: 'lidar_point_cloud_7_0.laz',
  lidar: { pk: 7, index: 0 },
});
const project = { pk: 1, name: 'Quarry' };

test('sends, confirms, completes, and then leaves the list', async () => {
  const { client, transport, calls } = createServer();
  const done: number[] = [];
  const list = createUploadList({
    client,
    transport,
    now: () => 0,
    onDone: async (pk) => void done.push(pk),
  });
  list.start(project, [part()]);
  expect(list.state.uploads).toMatchObject([{ pk: 1, status: 'loading', totalBytes: 10 }]);
  await vi.waitFor(() => expect(list.state.uploads).toEqual([]));
  expect(done).toEqual([1]);
  expect(calls).toEqual(['POST /1/input/lidar_point_cloud_7_0.laz', 'lidar.patch', 'upload.completed']);
});

test('a failure stays in the list and a retry sends it', async () => {
  const { client, transport, calls } = createServer(1);
  const done: number[] = [];
  const list = createUploadList({
    client,
    transport,
    now: () => 0,
    onDone: async (pk) => void done.push(pk),
  });
  list.start(project, [part()]);
  await vi.waitFor(() => expect(list.state.uploads[0]?.status).toBe('error'));
  list.retry(1);
  await vi.waitFor(() => expect(done).toEqual([1]));
  expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(2);
});

test('missing files are found by kind and size, in bytes or whole MiB', () => {
  const files = [file('b.las', 2 * mebibyte), file('a.laz', 10), file('c.laz', 3 * mebibyte - 1)];
  const missing = [
    ['lidar_point_cloud_7_0.laz', 3],
    ['lidar_point_cloud_7_1.laz', 10],
    ['lidar_point_cloud_7_2.laz', 5],
  ] as const;
  expect(matchMissing(missing, files).map((part) => [part.lidar?.index, part.file.name])).toEqual([
    [0, 'c.laz'],
    [1, 'a.laz'],
  ]);
  expect(parseLidarName('thumbnail.jpg')).toBeNull();
});

test('missing images are found by name and size', () => {
  const files = [file('DJI 1.JPG', 7), file('DJI 2.JPG', 9), file('gcp_list.txt', 3)];
  const missing = [
    ['DJI_1.JPG', 8],
    ['DJI_2.JPG', 9],
    ['gcp_list.txt', 3],
  ] as const;
  expect(matchMissing(missing, files).map((part) => part.name)).toEqual(['DJI_2.JPG', 'gcp_list.txt']);
});

test('images go up several at a time and need no word of their own', async () => {
  const { client, transport, calls } = createServer();
  const list = createUploadList({ client, transport, now: () => 0, onDone: async () => {} });
  const parts = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => ({ file: file(name, 5), name, lidar: null }));
  list.start(project, parts);
  await vi.waitFor(() => expect(list.state.uploads).toEqual([]));
  expect([...calls].sort()).toEqual([
    'POST /1/input/a.jpg',
    'POST /1/input/b.jpg',
    'POST /1/input/c.jpg',
    'upload.completed',
  ]);
  expect(calls.at(-1)).toBe('upload.completed');
});
