import type { ByteSource } from '#domain/formats/byte-source.ts';
import { type FileSource, openFileSource } from './file-source.ts';
import { openHttpSource } from './http-source.ts';

/** True for addresses that are read over HTTP rather than from disk. */
export function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/** Opens a path or an http(s) address (Node only); close it when done. Errors: those of the two sources. */
export async function openSource(place: string, signal?: AbortSignal): Promise<FileSource> {
  if (!isAddress(place)) return await openFileSource(place);
  const source: ByteSource = await openHttpSource(place, signal ? { signal } : {});
  return { ...source, close: async () => undefined };
}
