import { createHash } from 'node:crypto';
import type { FileProof, ProvableSums } from '#contract/schemas/file-proofs.ts';
import { createOutputFile, type OutputFile } from '#workers/io/output-file.ts';
import { type ProofOptions, publish, publishBytes } from './proof/publish.ts';

/** A file's content in pieces; text is written as UTF-8. */
export type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

async function writeTo(
  path: string,
  pieces: Pieces,
  see: (bytes: Uint8Array) => void,
  finish: (file: OutputFile) => Promise<FileProof>,
): Promise<{ bytes: number; proof: FileProof }> {
  const file = await createOutputFile(path);
  try {
    const encoder = new TextEncoder();
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece;
      see(bytes);
      await file.append(bytes);
    }
    return { proof: await finish(file), bytes: file.length };
  } finally {
    await file.discard();
  }
}

/**
 * Writes a file from pieces; it appears when it is complete and its bytes were read back. Errors: `io.*`,
 * `product.bytes-differ`.
 */
export async function writePieces(
  path: string,
  pieces: Pieces,
): Promise<{ bytes: number; proof: FileProof }> {
  const hash = createHash('sha256');
  return writeTo(
    path,
    pieces,
    (bytes) => void hash.update(bytes),
    (file) => publishBytes(file, hash.digest('hex')),
  );
}

/** The same for content with sums. Errors: `io.*`, those of `proveContent`. */
export async function writeProved(
  path: string,
  pieces: Pieces,
  sums: ProvableSums,
  options: ProofOptions,
): Promise<{ bytes: number; proof: FileProof }> {
  return writeTo(
    path,
    pieces,
    () => {},
    (file) => publish(file, sums, options),
  );
}
