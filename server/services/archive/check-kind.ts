import { type FileKind, fileKindBytes, fileKindOf } from '#domain/formats/file-kind.ts';
import { EntryRefusal } from './entry-refusal.ts';

/** Allowed kinds of an entry by its first bytes; null for those without a signature, such as text. */
export type AllowedKinds = readonly (FileKind | null)[];

/** Passes the bytes of an entry through if it is of an allowed kind. Throws `EntryRefusal` before the first byte. */
export async function* checkKind(
  pieces: AsyncIterable<Uint8Array>,
  allowed: AllowedKinds,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  for await (const piece of pieces) {
    if (head === null) {
      yield piece;
      continue;
    }
    head = joined(head, piece);
    if (head.byteLength < fileKindBytes) continue;
    yield requireKind(head, allowed);
    head = null;
  }
  if (head !== null) yield requireKind(head, allowed);
}

function requireKind(head: Uint8Array, allowed: AllowedKinds): Uint8Array {
  if (!allowed.includes(fileKindOf(head))) throw new EntryRefusal('wrong-kind');
  return head;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.byteLength + second.byteLength);
  bytes.set(first);
  bytes.set(second, first.byteLength);
  return bytes;
}
