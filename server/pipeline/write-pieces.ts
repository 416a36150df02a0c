import { createOutputFile } from '#workers/io/output-file.ts';

/** Writes a file from pieces, text as UTF-8; it appears when it is whole. Answers its bytes. Errors: io.* */
export async function writePieces(path: string, pieces: Iterable<string | Uint8Array>): Promise<number> {
  const file = await createOutputFile(path);
  try {
    const encoder = new TextEncoder();
    for (const piece of pieces) await file.append(typeof piece === 'string' ? encoder.encode(piece) : piece);
    await file.commit();
    return file.length;
  } finally {
    await file.discard();
  }
}
