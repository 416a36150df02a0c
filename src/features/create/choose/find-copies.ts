import { md5OfBlob } from '#api/uploads/md5.ts';

const blockBytes = 4 * 2 ** 20;
/** Bytes from the beginning and from the middle of a file by which most files of one size are distinguished. */
const sampleBytes = 64 * 1024;

/** Hash of a sample of a file, so that each is read once however many have its size, as uncompressed TIFFs do. */
function sampleOf(file: File): Promise<string> {
  const middle = Math.floor(file.size / 2);
  return md5OfBlob(new Blob([file.slice(0, sampleBytes), file.slice(middle, middle + sampleBytes)]));
}

async function areSame(a: File, b: File): Promise<boolean> {
  for (let at = 0; at < a.size; at += blockBytes) {
    const [one, other] = await Promise.all(
      [a, b].map(async (file) => new Uint8Array(await file.slice(at, at + blockBytes).arrayBuffer())),
    );
    if (one!.length !== other!.length || one!.some((byte, i) => byte !== other![i])) return false;
  }
  return true;
}

/** Files identical to an earlier one, with that one. Only files with equal samples are read whole. */
export async function findCopies(files: readonly File[]): Promise<ReadonlyMap<File, File>> {
  const counts = new Map<number, number>();
  for (const { size } of files) counts.set(size, (counts.get(size) ?? 0) + 1);
  const kept = new Map<string, File[]>();
  const copies = new Map<File, File>();
  for (const file of files) {
    if (counts.get(file.size) === 1) continue;
    const key = `${file.size} ${await sampleOf(file)}`;
    const alike = kept.get(key) ?? [];
    let original: File | undefined;
    for (const other of alike) {
      if (await areSame(file, other)) {
        original = other;
        break;
      }
    }
    if (original) copies.set(file, original);
    else kept.set(key, [...alike, file]);
  }
  return copies;
}
