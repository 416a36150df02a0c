import type { SampleArray } from '../tiff/sample-types.ts';

/** Keeps decoded blocks up to a number of bytes, least recently used dropped first. */
export interface BlockCache {
  /** The kept block, or the one that `load` gives; concurrent callers of one key share a load. */
  get(key: string, bytes: number, load: () => Promise<SampleArray>): Promise<SampleArray>;
  /** The block where it is kept, else undefined; it counts as no use. */
  kept(key: string): Promise<SampleArray> | undefined;
  readonly maxBytes: number;
}

interface Kept {
  bytes: number;
  block: Promise<SampleArray>;
}

/** A cache that holds at most `maxBytes`, or one block where a single one is larger. */
export function createBlockCache(maxBytes: number): BlockCache {
  const kept = new Map<string, Kept>();
  let held = 0;

  function drop(key: string): void {
    held -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  return {
    maxBytes,
    kept: (key) => kept.get(key)?.block,
    get(key, bytes, load) {
      const found = kept.get(key);
      if (found) {
        kept.delete(key);
        kept.set(key, found);
        return found.block;
      }
      const block = load();
      kept.set(key, { bytes, block });
      held += bytes;
      while (held > maxBytes && kept.size > 1) drop(kept.keys().next().value!);
      block.catch(() => {
        if (kept.get(key)?.block === block) drop(key);
      });
      return block;
    },
  };
}
