const blockBytes = 4 * 2 ** 20;

async function areSame(a: File, b: File): Promise<boolean> {
  for (let at = 0; at < a.size; at += blockBytes) {
    const [one, other] = await Promise.all(
      [a, b].map(async (file) => new Uint8Array(await file.slice(at, at + blockBytes).arrayBuffer())),
    );
    if (one!.length !== other!.length || one!.some((byte, i) => byte !== other![i])) return false;
  }
  return true;
}

/** Files that have the very bytes of an earlier one, with that one. Only files of one size are read. */
export async function findCopies(files: readonly File[]): Promise<ReadonlyMap<File, File>> {
  const kept = new Map<number, File[]>();
  const copies = new Map<File, File>();
  for (const file of files) {
    const sameSize = kept.get(file.size) ?? [];
    let original: File | undefined;
    for (const other of sameSize) {
      if (await areSame(file, other)) {
        original = other;
        break;
      }
    }
    if (original) copies.set(file, original);
    else kept.set(file.size, [...sameSize, file]);
  }
  return copies;
}
