import { type FileKind, fileKindOf } from '#domain/formats/file-kind.ts';
import type { ObjectStore, StoredObject } from '../../store/object-store.ts';
import { readHead } from '../../store/read-head.ts';

/** Objects whose kinds are cached: a canvas requests ranges of the same few files many times a second. */
const remembered = 4096;

/** Detects the kinds of objects by their first bytes, once while these do not change. */
export function createKindReader(): (store: ObjectStore, object: StoredObject) => Promise<FileKind | null> {
  const known = new Map<string, FileKind | null>();
  return async (store, object) => {
    const name = `${object.key} ${object.etag}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    const kind = fileKindOf(await readHead(store, object));
    const [oldest] = known.keys();
    if (known.size >= remembered && oldest !== undefined) known.delete(oldest);
    known.set(name, kind);
    return kind;
  };
}
