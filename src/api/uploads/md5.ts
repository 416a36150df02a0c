import { createMD5 } from 'hash-wasm';

/**
 * MD5 (RFC 1321) of a blob, read piece by piece: S3's ETag of a part, 32 hexadecimal digits. It finds damage; it is no
 * protection against forgery. Rejects with the reader's error, or the signal's reason.
 */
export async function md5OfBlob(
  blob: Blob,
  signal?: AbortSignal,
  onRead?: (bytes: number) => void,
): Promise<string> {
  const md5 = await createMD5();
  const reader = blob.stream().getReader();
  let read = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = await reader.read();
    if (done) return md5.digest();
    md5.update(value);
    read += value.length;
    onRead?.(read);
  }
}
