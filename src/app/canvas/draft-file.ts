import type { DraftFile } from '#core/ports/files.ts';
import { type ByteSink, memorySink } from '#domain/formats/byte-sink.ts';

/** Folder of drafts on the browser's own disk. */
const folderName = 'drafts';
/** Age after which drafts of crashed pages are deleted, ms. */
const staleMs = 24 * 3_600_000;
/** Bytes buffered before a write to the disk. */
const blockBytes = 4 * 2 ** 20;
/** Time that a downloaded file is kept for the browser, ms. */
const keepMs = 600_000;

/** Passes bytes to the browser as a download. */
export function download(blob: Blob, name: string, release: () => void = () => undefined): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
    release();
  }, keepMs);
}

async function dropStale(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind !== 'file') continue;
    const { lastModified } = await (handle as FileSystemFileHandle).getFile();
    if (Date.now() - lastModified > staleMs) await folder.removeEntry(name);
  }
}

/** A sink over a file of the browser's disk; small appends are buffered. */
function diskSink(stream: FileSystemWritableFileStream): ByteSink & { flush(): Promise<void> } {
  const block = new Uint8Array(blockBytes);
  let [held, length] = [0, 0];
  const flush = async () => {
    if (held === 0) return;
    await stream.write({ type: 'write', position: length - held, data: block.subarray(0, held) });
    held = 0;
  };
  return {
    get length() {
      return length;
    },
    flush,
    async append(bytes) {
      for (let at = 0; at < bytes.byteLength; ) {
        const taken = Math.min(blockBytes - held, bytes.byteLength - at);
        block.set(bytes.subarray(at, at + taken), held);
        [held, length, at] = [held + taken, length + taken, at + taken];
        if (held === blockBytes) await flush();
      }
    },
    async writeAt(offset, bytes) {
      if (offset + bytes.byteLength > length) throw new RangeError('overwriting behind the end');
      await flush();
      await stream.write({ type: 'write', position: offset, data: bytes.slice() });
    },
  };
}

async function diskDraft(): Promise<DraftFile> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(folderName, { create: true });
  await dropStale(folder).catch(() => undefined);
  const entry = crypto.randomUUID();
  const handle = await folder.getFileHandle(entry, { create: true });
  const stream = await handle.createWritable();
  const sink = diskSink(stream);
  const remove = () => folder.removeEntry(entry).catch(() => undefined);
  return {
    sink,
    async save(name, mediaType) {
      await sink.flush();
      await stream.close();
      const file = await handle.getFile();
      download(file.slice(0, file.size, mediaType), name, () => void remove());
    },
    async discard() {
      // A closed file is only removed.
      await stream.abort().catch(() => undefined);
      await remove();
    },
  };
}

function memoryDraft(): DraftFile {
  const sink = memorySink();
  return {
    sink,
    save: async (name, type) => download(new Blob([sink.bytes()], { type }), name),
    discard: async () => undefined,
  };
}

/** Begins a file on the browser's own disk; in memory where that is unavailable, as in private windows. */
export function createDraftFile(): Promise<DraftFile> {
  return diskDraft().catch(memoryDraft);
}
