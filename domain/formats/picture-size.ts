import { AppError } from '../errors/app-error.ts';
import type { ByteSource } from './byte-source.ts';
import { fileKindBytes, fileKindOf } from './file-kind.ts';
import { readJpegHead } from './jpeg/read-head.ts';

/** Size and kind of a picture, pixels. */
export interface PictureSize {
  readonly kind: 'png' | 'jpeg';
  readonly width: number;
  readonly height: number;
}

const pngHead = 24;

/**
 * Reads what a PNG (W3C PNG, section 11.2.2) or JPEG says of its size, before anything is decoded.
 * Errors: `overlay.bad-image` for other files and damaged heads.
 */
export async function readPictureSize(source: ByteSource, signal?: AbortSignal): Promise<PictureSize> {
  const bad = (reason: string, cause?: unknown) =>
    new AppError('overlay.bad-image', { file: source.name, reason }, { cause });
  const head = await source.read(0, Math.min(source.size, Math.max(pngHead, fileKindBytes)), signal);
  const kind = fileKindOf(head);
  if (kind === 'png') {
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    if (head.length < pngHead || view.getUint32(12) !== 0x49484452) throw bad('its-data-are-damaged');
    return checked({ kind, width: view.getUint32(16), height: view.getUint32(20) }, bad);
  }
  if (kind !== 'jpeg') throw bad('no-picture-of-a-known-kind');
  const { width, height } = await readJpegHead(source, signal).catch((cause: unknown) => {
    if (cause instanceof AppError) throw bad('its-data-are-damaged', cause);
    throw cause;
  });
  return checked({ kind, width, height }, bad);
}

function checked(size: PictureSize, bad: (reason: string) => AppError): PictureSize {
  if (size.width < 1 || size.height < 1) throw bad('its-data-are-damaged');
  return size;
}
