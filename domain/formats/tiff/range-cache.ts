import type { ByteSource } from '../byte-source.ts';

interface RangeCacheOptions {
  /** Bytes fetched at a time. Default 64 KiB: one fetch holds the header of most COGs. */
  blockSize?: number;
  /** Blocks kept, least recently used dropped first. Default 64. */
  maxBlocks?: number;
}

/**
 * A byte source that fetches another in aligned blocks and keeps the last used: many small reads of directories,
 * offset tables and strips become few requests. Reads longer than a quarter of a block (tiles) are passed through
 * unchanged.
 */
export function createRangeCache(source: ByteSource, options: RangeCacheOptions = {}): ByteSource {
  const blockSize = options.blockSize ?? 65_536;
  const maxBlocks = options.maxBlocks ?? 64;
  const blocks = new Map<number, Promise<Uint8Array>>();

  function block(index: number): Promise<Uint8Array> {
    const kept = blocks.get(index);
    if (kept) {
      blocks.delete(index);
      blocks.set(index, kept);
      return kept;
    }
    const fetched = source.read(index * blockSize, Math.min(blockSize, source.size - index * blockSize));
    blocks.set(index, fetched);
    fetched.catch(() => blocks.delete(index));
    if (blocks.size > maxBlocks) blocks.delete(blocks.keys().next().value!);
    return fetched;
  }

  async function read(offset: number, length: number, signal?: AbortSignal) {
    const end = Math.min(offset + length, source.size);
    if (!(offset >= 0 && end > offset)) return new Uint8Array(0);
    if (end - offset > blockSize / 4) return source.read(offset, end - offset, signal);
    const first = Math.floor(offset / blockSize);
    const last = Math.floor((end - 1) / blockSize);
    const parts = await Promise.all(Array.from({ length: last - first + 1 }, (_, i) => block(first + i)));
    signal?.throwIfAborted();
    const bytes = new Uint8Array(end - offset);
    parts.forEach((part, i) => {
      const start = (first + i) * blockSize;
      const from = Math.max(offset, start);
      bytes.set(part.subarray(from - start, end - start), from - offset);
    });
    return bytes;
  }

  return { name: source.name, size: source.size, read };
}
