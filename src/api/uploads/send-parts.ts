import { limits, uploadRules } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import type { ApiClient } from '../client.ts';
import { retrying } from './retry.ts';
import { sendFile } from './send-file.ts';
import type { UploadTransport } from './transport.ts';

/** One file and the place in the store that waits for it. */
export interface UploadPart {
  readonly file: File;
  /** Name in the store. */
  readonly name: string;
  /** The lidar product and the index of the file in it, which the server is told of; null for all other files. */
  readonly lidar: { readonly pk: number; readonly index: number } | null;
}

interface SendOptions {
  readonly signal: AbortSignal;
  /** Bytes of all parts together. */
  onProgress(sentBytes: number): void;
}

/**
 * Sends the parts of a project, several small ones at a time, tells the server of each lidar file, then ends the
 * upload, which starts processing.
 */
export async function sendParts(
  client: ApiClient,
  transport: UploadTransport,
  pk: number,
  parts: readonly UploadPart[],
  { signal, onProgress }: SendOptions,
): Promise<void> {
  const sent = parts.map(() => 0);
  const failure = new AbortController();
  const together = AbortSignal.any([signal, failure.signal]);
  const send = async (index: number) => {
    const part = parts[index];
    if (part === undefined) return;
    await sendPart(client, transport, pk, part, together, (bytes) => {
      sent[index] = bytes;
      onProgress(sent.reduce((sum, value) => sum + value, 0));
    });
  };
  const isSmall = parts.every((part) => part.file.size <= limits.singleUpload);
  const waiting = parts.keys();
  const sender = async () => {
    for (const index of waiting) await send(index);
  };
  const senders = Array.from({ length: isSmall ? uploadRules.parallel : 1 }, sender);
  await Promise.all(senders).catch((error: unknown) => {
    failure.abort(error);
    throw error;
  });
  await client.call(routes.uploadCompleted, { params: { pk }, query: { start_processing: true }, signal });
}

async function sendPart(
  client: ApiClient,
  transport: UploadTransport,
  pk: number,
  { file, name, lidar }: UploadPart,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
): Promise<void> {
  const url = `/${pk}/input/${name}`;
  const openUploadId = await findOpenUpload(client, pk, url, file.size);
  await sendFile(transport, { file, fileName: file.name, url, openUploadId, signal, onProgress });
  if (lidar === null) return;
  const rules = {
    attempts: uploadRules.lidarAttempts,
    delayMs: uploadRules.retryDelay,
    maxDelayMs: uploadRules.lidarDelayMax,
    signal,
  };
  await retrying(rules, () =>
    client.call(routes.lidarPatch, {
      params: { pk, lidarPk: lidar.pk },
      body: { index: lidar.index, size: file.size },
      signal,
    }),
  );
}

async function findOpenUpload(
  client: ApiClient,
  pk: number,
  url: string,
  size: number,
): Promise<string | null> {
  if (size <= limits.singleUpload) return null;
  const open = await client.call(routes.uploadMultipartList, {
    params: { pk },
    query: { canonical_uri: url },
  });
  return open[0]?.upload_id ?? null;
}
