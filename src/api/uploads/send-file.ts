import { limits, uploadPartSize, uploadRules } from '#contract/limits.ts';
import {
  readInitiated,
  readPartPage,
  type StoredPart,
  writeCompletion,
} from '#contract/store/multipart-xml.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { statusOf } from '../client.ts';
import { type RetryRules, retrying } from './retry.ts';
import type { UploadRequest, UploadTransport } from './transport.ts';

/** A file on its way to a place in the store. */
export interface FileToSend {
  readonly file: Blob;
  /** Shown in errors. */
  readonly fileName: string;
  /** Where it goes: `/{pk}/input/{name}`. */
  readonly url: string;
  /** Upload in parts that an earlier attempt left open, to go on from; null to begin anew. */
  readonly openUploadId: string | null;
  readonly signal: AbortSignal;
  /** Bytes that the store holds or that have gone out, 0 to the file's size. */
  onProgress(sentBytes: number): void;
}

/** Sends one file: as one form POST up to 64 MiB, else in parts, four at a time, going on from an open upload. */
export async function sendFile(
  send: UploadTransport,
  job: FileToSend,
  wait?: RetryRules['wait'],
): Promise<void> {
  const { size } = job.file;
  if (size > limits.uploadParts * limits.uploadPartMax) {
    const limit = limits.uploadParts * limits.uploadPartMax;
    throw new AppError('client.upload-too-large', { file: job.fileName, size, limit });
  }
  const rules: RetryRules = {
    attempts: uploadRules.retries + 1,
    delayMs: uploadRules.retryDelay,
    maxDelayMs: uploadRules.retryDelayMax,
    signal: job.signal,
    isWorthRetrying,
    ...(wait === undefined ? {} : { wait }),
  };
  const exchange = (request: Pick<UploadRequest, 'method' | 'url' | 'body' | 'onProgress'>) =>
    retrying(rules, () =>
      send({ ...request, fileName: job.fileName, signal: job.signal, timeoutMs: timeoutFor(request.body) }),
    );
  if (size <= limits.singleUpload) await sendWhole(exchange, job);
  else await sendInParts(exchange, job);
  job.onProgress(size);
}

type Exchange = (
  request: Pick<UploadRequest, 'method' | 'url' | 'body' | 'onProgress'>,
) => ReturnType<UploadTransport>;

function timeoutFor(body: UploadRequest['body']): number {
  const bytes = body instanceof Blob ? body.size : limits.singleUpload;
  return uploadRules.timeout + uploadRules.timeoutPerByte * bytes;
}

/** What the server refuses stays refused; a busy or absent one may come back. */
function isWorthRetrying(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= 500 || status === 408 || status === 429;
}

async function sendWhole(exchange: Exchange, job: FileToSend): Promise<void> {
  const form = new FormData();
  form.append('file', job.file, job.fileName);
  await exchange({
    method: 'POST',
    url: job.url,
    body: form,
    onProgress: (sent) => job.onProgress(Math.min(sent, job.file.size)),
  });
}

async function sendInParts(exchange: Exchange, job: FileToSend): Promise<void> {
  const known = job.openUploadId === null ? [] : await listParts(exchange, job, job.openUploadId);
  const uploadId = job.openUploadId ?? (await openUpload(exchange, job));
  const partSize = known.find((part) => part.partNumber === 1)?.size ?? uploadPartSize(job.file.size);
  const count = Math.ceil(job.file.size / partSize);
  const sizeOf = (number: number) => Math.min(partSize, job.file.size - (number - 1) * partSize);
  const etags = new Map<number, string>();
  const sent = new Map<number, number>();
  for (const part of known) {
    if (part.partNumber > count || part.size !== sizeOf(part.partNumber)) continue;
    etags.set(part.partNumber, part.etag);
    sent.set(part.partNumber, part.size);
  }
  const report = (number: number, bytes: number) => {
    sent.set(number, Math.min(bytes, sizeOf(number)));
    job.onProgress([...sent.values()].reduce((sum, value) => sum + value, 0));
  };

  const waiting = Array.from({ length: count }, (_, index) => index + 1).filter(
    (number) => !etags.has(number),
  );
  const sender = async () => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      const start = (number - 1) * partSize;
      const partNumber = number;
      const { etag } = await exchange({
        method: 'PUT',
        url: `${job.url}?partNumber=${number}&uploadId=${encodeURIComponent(uploadId)}`,
        body: job.file.slice(start, start + sizeOf(number)),
        onProgress: (bytes) => report(partNumber, bytes),
      });
      if (etag === null)
        throw new AppError('client.bad-answer', { method: 'PUT', url: job.url, reason: 'no ETag' });
      etags.set(number, etag.replaceAll('"', ''));
      report(number, sizeOf(number));
    }
  };
  try {
    await Promise.all(Array.from({ length: uploadRules.parallel }, sender));
  } finally {
    waiting.length = 0;
  }

  const parts = [...etags].sort(([a], [b]) => a - b).map(([partNumber, etag]) => ({ partNumber, etag }));
  const url = `${job.url}?uploadId=${encodeURIComponent(uploadId)}`;
  await exchange({ method: 'POST', url, body: writeCompletion(parts) });
}

async function openUpload(exchange: Exchange, job: FileToSend): Promise<string> {
  const { text } = await exchange({ method: 'POST', url: `${job.url}?uploads` });
  const uploadId = readInitiated(text);
  if (uploadId !== null) return uploadId;
  throw new AppError('client.bad-answer', { method: 'POST', url: job.url, reason: 'no UploadId' });
}

async function listParts(exchange: Exchange, job: FileToSend, uploadId: string): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  for (let marker: number | null = 0; marker !== null; ) {
    const query = `uploadId=${encodeURIComponent(uploadId)}&part-number-marker=${marker}&max-parts=${limits.uploadPartsPage}`;
    const { text } = await exchange({ method: 'GET', url: `${job.url}?${query}` });
    const page = readPartPage(text);
    if (page === null) {
      const reason = 'Response malformed: missing part size or number.';
      throw new AppError('client.bad-answer', { method: 'GET', url: job.url, reason });
    }
    parts.push(...page.parts);
    marker = page.nextMarker;
  }
  return parts;
}
