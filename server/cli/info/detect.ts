import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';

export type DetectedFormat = 'las' | 'tiff';

const signatures: readonly (readonly [format: DetectedFormat, bytes: readonly number[]])[] = [
  ['las', [0x4c, 0x41, 0x53, 0x46]],
  ['tiff', [0x49, 0x49, 42, 0]],
  ['tiff', [0x4d, 0x4d, 0, 42]],
  ['tiff', [0x49, 0x49, 43, 0]],
  ['tiff', [0x4d, 0x4d, 0, 43]],
];

/** The format of a file by its first bytes, regardless of its name. Error: `io.unknown-format`. */
export async function detectFormat(source: ByteSource, signal?: AbortSignal): Promise<DetectedFormat> {
  const start = await source.read(0, 4, signal);
  const found = signatures.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte));
  if (!found) throw new AppError('io.unknown-format', { file: source.name, size: source.size });
  return found[0];
}
