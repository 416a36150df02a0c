import type { ByteSpan } from '../../store/object-store.ts';

/** The range that a `Range` header requests of a file of `size` bytes; several ranges at once return the whole file. */
export function parseRange(header: string | undefined, size: number): ByteSpan | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec((header ?? '').replaceAll(' ', ''));
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const count = Number(last);
    return count === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - count), end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Whether one of the tags of `If-None-Match` is this one; weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${etag}"`);
}

/** Whether `If-Range` permits a range: the same strong tag, or a date not before the last change. */
export function allowsRange(header: string | undefined, etag: string, lastModified: Date): boolean {
  if (header === undefined) return true;
  if (header.startsWith('"') || header.startsWith('W/')) return header === `"${etag}"`;
  const seconds = Math.floor(lastModified.getTime() / 1000);
  return Date.parse(header) / 1000 === seconds;
}
