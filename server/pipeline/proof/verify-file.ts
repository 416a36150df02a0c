import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { compareDigests, digestOf } from './digest.ts';
import { type ProofOptions, proveContent } from './publish.ts';

/**
 * Compares a file with its sums when it was made: its content, then its bytes. Errors: those of `proveContent`;
 * `product.bytes-differ` where the content is equal and the rest of the file is not; `io.*`.
 */
export async function verifyFile(path: string, proof: FileProof, options: ProofOptions): Promise<void> {
  await proveContent(path, path, proof, options);
  compareDigests(path, proof.sha256, await digestOf(path, options.signal));
}
