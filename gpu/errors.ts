import { AppError } from '#domain/errors/app-error.ts';

/** True for the rejection of an aborted operation. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** A failure of a layer as a typed error. */
export function asLayerError(layer: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('gpu.layer-failed', { layer, reason: 'an-unexpected-fault' }, { cause: error });
}
