import { fileKindBytes } from '#domain/formats/file-kind.ts';
import type { ObjectStore, StoredObject } from './object-store.ts';

/** The first bytes of an object, enough to detect its kind. Throws `store.not-found`. */
export async function readHead(
  store: ObjectStore,
  { key, size }: Pick<StoredObject, 'key' | 'size'>,
): Promise<Uint8Array> {
  if (size === 0) return new Uint8Array(0);
  const pieces: Buffer[] = [];
  const span = { start: 0, end: Math.min(size, fileKindBytes) - 1 };
  for await (const piece of await store.read(key, span)) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}
