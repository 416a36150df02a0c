import type { LightMyRequestResponse } from 'fastify';
import { routes } from '#contract/routes/table.ts';
import type { LidarProduct } from '#contract/schemas/lidar.ts';
import type { Caller, TestApi } from './api.ts';

/** Creates an empty lidar project and returns its key. */
export async function createProject(api: TestApi, caller: Caller, name = 'Quarry'): Promise<number> {
  const answer = await api.call(caller, routes.projectCreate, { body: { name, type: 'lidar' } });
  return answer.json().pk;
}

/** Announces one LAZ file per size in bytes. */
export async function announce(
  api: TestApi,
  caller: Caller,
  pk: number,
  sizes: readonly number[],
): Promise<LidarProduct> {
  const answer = await api.call(caller, routes.lidarCreate, {
    params: { pk },
    body: {
      num_clusters: sizes.length,
      file_size_mb: sizes.map((size) => Math.ceil(size / 2 ** 20)),
      is_compressed: true,
      file_names: sizes.map((_, index) => `flight ${index + 1}.laz`),
    },
  });
  return answer.json();
}

/** Sends a file by one form POST, as a browser does. */
export function postFile(
  api: TestApi,
  caller: Caller | null,
  url: string,
  bytes: Buffer,
): Promise<LightMyRequestResponse> {
  const boundary = 'plumbline-test-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="flight.laz"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return api.app.inject({
    method: 'POST',
    url,
    headers: {
      ...(caller ? { cookie: caller.cookie } : {}),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}

async function sendLidar(api: TestApi, caller: Caller, pk: number, bytes: Buffer): Promise<void> {
  const product = await announce(api, caller, pk, [bytes.length]);
  await postFile(api, caller, product.slots[0]?.upload_url ?? '', bytes);
  await api.call(caller, routes.lidarPatch, {
    params: { pk, lidarPk: product.pk },
    body: { index: 0, size: bytes.length },
  });
}

/** Uploads the one file of a created lidar project, and has it processed. */
export async function processLidar(api: TestApi, caller: Caller, pk: number, bytes: Buffer): Promise<void> {
  await sendLidar(api, caller, pk, bytes);
  await api.call(caller, routes.uploadCompleted, { params: { pk }, query: { start_processing: true } });
}

/** Creates a project with one uploaded file and by default queues its processing; returns its key. */
export async function uploadProject(
  api: TestApi,
  caller: Caller,
  bytes: Buffer,
  isProcessed = true,
): Promise<number> {
  const pk = await createProject(api, caller);
  if (isProcessed) await processLidar(api, caller, pk, bytes);
  else await sendLidar(api, caller, pk, bytes);
  return pk;
}
