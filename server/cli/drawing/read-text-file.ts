import { readFile } from 'node:fs/promises';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { decodeText, isLegacy } from '#domain/formats/table-text/decode-text.ts';
import { fileError } from '#workers/io/file-error.ts';

/** A text file, and that its encoding had to be assumed. Errors: io.* */
export async function readTextFile(
  path: string,
): Promise<{ readonly text: string; readonly faults: readonly ErrorRecord[] }> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw fileError(error, path, 'read');
  }
  const { text, encoding } = decodeText(bytes);
  const faults: ErrorRecord[] = isLegacy(encoding)
    ? [{ code: 'table.encoding-assumed', params: { file: path, encoding } }]
    : [];
  return { text, faults };
}
