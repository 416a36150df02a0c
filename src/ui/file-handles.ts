const handles = new WeakMap<File, FileSystemFileHandle>();

interface HandedItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/**
 * The files of a drop. Where the browser provides handles (Chromium's File System Access), they are kept with the
 * files, so that the files can be found again after a reload; they arrive shortly after the drop.
 */
export function filesOfDrop(transfer: DataTransfer): File[] {
  const files = [...transfer.files];
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  items.forEach((item: HandedItem, index) => {
    const file = files[index];
    if (file === undefined) return;
    item.getAsFileSystemHandle?.().then(
      (handle) => {
        if (handle?.kind === 'file') handles.set(file, handle as FileSystemFileHandle);
      },
      () => undefined,
    );
  });
  return files;
}

/** The handle that a dropped file came with; null where there is none. */
export const handleOfFile = (file: File): FileSystemFileHandle | null => handles.get(file) ?? null;
