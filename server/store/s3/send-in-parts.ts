import { readInitiated, type StoredPart, writeCompletion } from '#contract/store/multipart-xml.ts';
import { textOf } from '#contract/store/xml.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ObjectAcl } from '../object-store.ts';
import type { S3Client } from './s3-client.ts';

/** Sends a part by a request with `query`; returns its ETag without quotes. */
export type SendPart = (
  partNumber: number,
  request: (query: Record<string, string>) => Promise<string>,
) => Promise<void>;

/**
 * Opens an upload, lets `send` send its parts and completes it; aborts it on any failure. Throws the errors of
 * `send`, `store.refused`, `store.unreachable`.
 */
export async function sendInParts(
  client: S3Client,
  key: string,
  acl: ObjectAcl,
  send: (sendPart: SendPart) => Promise<void>,
): Promise<void> {
  const refuse = (reason: string) => new AppError('store.refused', { key, status: 200, reason });
  const query = { uploads: '' };
  const opened = await client.call({ method: 'POST', key, query, headers: { 'x-amz-acl': acl } });
  const uploadId = readInitiated(opened?.text ?? '');
  if (uploadId === null) throw refuse('no-uploadid');
  const parts: Pick<StoredPart, 'partNumber' | 'etag'>[] = [];
  try {
    await send(async (partNumber, request) => {
      parts.push({ partNumber, etag: await request({ partNumber: String(partNumber), uploadId }) });
    });
    parts.sort((a, b) => a.partNumber - b.partNumber);
    const done = await client.call({
      method: 'POST',
      key,
      query: { uploadId },
      body: writeCompletion(parts),
    });
    if (done === null || done.text.includes('<Error>')) throw refuse(textOf(done?.text ?? '', 'Code') ?? '');
  } catch (error) {
    await client.call({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}
