import { uploadRules } from '#contract/limits.ts';
import type { StoreCall } from '#contract/store/signed-call.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Gate } from './gate.ts';
import { md5OfBlob } from './md5.ts';
import { type NetworkRetry, retryTransient, storeRules } from './retry-transient.ts';
import type { StoreEndpoint } from './store-endpoint.ts';
import type { UploadRequest, UploadResponse, UploadTransport } from './transport.ts';

/** Environment of an upload's requests. */
export interface UploadLine {
  readonly transport: UploadTransport;
  readonly endpoint: StoreEndpoint;
  /** Counts all requests of a project's upload. */
  readonly gate: Gate;
  readonly network: NetworkRetry;
}

/** A file being uploaded to a place in the store. */
export interface FileToSend {
  readonly file: Blob;
  /** Shown in errors. */
  readonly fileName: string;
  /** Name in the store. */
  readonly name: string;
  /** Upload in parts that an earlier attempt left open, to resume; null to start over. */
  readonly openUploadId: string | null;
  /** Bytes that the store holds or that have been sent, 0 to the file's size. */
  onProgress(sentBytes: number): void;
  /** Bytes of the file that have been compared with what the store holds from an earlier attempt. */
  onCheck(checkedBytes: number): void;
}

/** Time that a request may take, ms: 180 s and 0.005 ms a byte (spec part 2, section 9). */
export const timeoutFor = (bytes: number): number =>
  Math.ceil(uploadRules.timeout + uploadRules.timeoutPerByte * bytes);

/** Sends one call of a file, with retries, through the gate. */
export function exchange(
  line: UploadLine,
  name: string,
  call: StoreCall,
  request: Pick<UploadRequest, 'body' | 'onProgress' | 'timeoutMs'>,
): Promise<UploadResponse> {
  const { signal } = line.network;
  return retryTransient(line.network, storeRules, () =>
    line.gate(async () =>
      line.transport({ ...(await line.endpoint.address(name, call)), ...request, signal }),
    ),
  );
}

/** The ETag of a response, without quotes; a store that hides it cannot be checked. */
export function etagOf(answer: UploadResponse, name: string): string {
  if (answer.etag !== null) return answer.etag.replaceAll('"', '');
  throw new AppError('client.bad-answer', { method: 'PUT', url: name, reason: 'no-etag' });
}

/** MD5 of a piece of the file. Throws `client.upload-unreadable` when the file was removed or changed. */
export async function hashPiece(
  job: FileToSend,
  piece: Blob,
  signal: AbortSignal,
  onRead?: (bytes: number) => void,
): Promise<string> {
  try {
    return await md5OfBlob(piece, signal, onRead);
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new AppError('client.upload-unreadable', { file: job.fileName }, { cause });
  }
}
