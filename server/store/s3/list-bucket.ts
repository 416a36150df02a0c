import { blocksOf, textOf } from '#contract/store/xml.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { OpenUpload } from '../object-store.ts';
import type { S3Client } from './s3-client.ts';

/** Open uploads under a prefix. Some services do not list uploads: then none can be continued or aborted. */
export async function listUploads(client: S3Client, prefix: string): Promise<OpenUpload[]> {
  try {
    return await listAllUploads(client, prefix);
  } catch (error) {
    if (error instanceof AppError && error.params['status'] === 501) return [];
    throw error;
  }
}

async function listAllUploads(client: S3Client, prefix: string): Promise<OpenUpload[]> {
  const found: OpenUpload[] = [];
  for (let markers: Record<string, string> | null = {}; markers !== null; ) {
    const query: Record<string, string> = { uploads: '', prefix, ...markers };
    const { text } = (await client.call({ method: 'GET', key: '', query })) ?? { text: '' };
    for (const block of blocksOf(text, 'Upload')) {
      const uploadId = textOf(block, 'UploadId');
      const key = textOf(block, 'Key');
      if (uploadId === null || key === null) continue;
      found.push({ key, uploadId, initiated: new Date(textOf(block, 'Initiated') ?? 0) });
    }
    const next = textOf(text, 'NextKeyMarker');
    const isMore = textOf(text, 'IsTruncated') === 'true' && next !== null;
    markers = isMore
      ? { 'key-marker': next, 'upload-id-marker': textOf(text, 'NextUploadIdMarker') ?? '' }
      : null;
  }
  return found;
}

/** Keys under a prefix with the times of their objects, page by page. */
export async function* listObjects(
  client: S3Client,
  prefix: string,
): AsyncGenerator<{ readonly key: string; readonly lastModified: Date }> {
  for (let after = ''; ; ) {
    const query = { 'list-type': '2', prefix, ...(after === '' ? {} : { 'start-after': after }) };
    const { text } = (await client.call({ method: 'GET', key: '', query })) ?? { text: '' };
    let isEmpty = true;
    for (const block of blocksOf(text, 'Contents')) {
      const key = textOf(block, 'Key');
      if (key === null) continue;
      isEmpty = false;
      after = key;
      yield { key, lastModified: new Date(textOf(block, 'LastModified') ?? 0) };
    }
    if (isEmpty || textOf(text, 'IsTruncated') === 'false') return;
  }
}
