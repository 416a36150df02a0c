import type { CodeTable } from '#domain/drawing/codes/code-table.ts';
import { usualControlWords } from '#domain/drawing/codes/control-codes.ts';
import { readCodeTable } from '#domain/drawing/codes/read-code-table.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { decodeText, isLegacy } from '#domain/formats/table-text/decode-text.ts';

/** Largest table of codes that is read. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Reads the table of codes of a chosen file, and tells that the words of its control codes are not kept: a drawing has
 * the usual ones.
 * @throws import.text-too-large and what `readCodeTable` throws
 */
export async function readCodeUpload(file: File): Promise<CodeTable> {
  const { name, size } = file;
  if (size > maxBytes) throw new AppError('import.text-too-large', { file: name, size, limit: maxBytes });
  const { text, encoding } = decodeText(new Uint8Array(await file.arrayBuffer()));
  const table = readCodeTable(text, name);
  const words = Object.entries(table.words).flatMap(([kind, list]) =>
    list === usualControlWords[kind as keyof typeof usualControlWords] ? [] : list,
  );
  const faults: ErrorRecord[] = [...table.faults];
  if (isLegacy(encoding))
    faults.unshift({ code: 'table.encoding-assumed', params: { file: name, encoding } });
  if (words.length > 0) {
    const listed = words.slice(0, 20).join(', ');
    faults.push({
      code: 'codes.control-left-out',
      params: { file: name, count: words.length, words: listed },
    });
  }
  return { ...table, faults };
}
