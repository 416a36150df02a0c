import { AppError } from '#domain/errors/app-error.ts';
import { systemReason } from '#domain/errors/system-reason.ts';

/**
 * Fetches a small file whole; those of the page's own server with the user's session. Errors: `io.http-status`,
 * `io.unreachable`, `AbortError`.
 */
export async function fetchFile(
  address: string,
  signal: AbortSignal,
  options: Pick<RequestInit, 'referrerPolicy'> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const answer = await fetch(address, { ...options, signal });
    if (!answer.ok) throw new AppError('io.http-status', { file: address, status: answer.status });
    return new Uint8Array(await answer.arrayBuffer());
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof AppError) throw cause;
    throw new AppError('io.unreachable', { ...systemReason(cause), file: address }, { cause });
  }
}
