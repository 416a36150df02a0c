import type { ContentSums, FileProof, ProvableSums } from '#contract/schemas/file-proofs.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { OutputFile } from '#workers/io/output-file.ts';
import { compareDigests, digestOf } from './digest.ts';
import { proveCopc } from './prove-copc.ts';
import { proveImage } from './prove-image.ts';
import { proveLas } from './prove-las.ts';
import { proveLines } from './prove-lines.ts';
import { proveMesh } from './prove-mesh.ts';
import { proveRaster } from './prove-raster.ts';

export interface ProofOptions {
  /** Runs our own decoders. Left out, they run in this thread or are replaced by independent ones. */
  readonly pool?: TaskPool | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a file back and compares its content with sums; a point cloud is COPC, LAZ or LAS by its extension.
 * @param name the file's name in errors Errors: those of `proveCopc`, `proveLas`, `proveRaster`, `proveImage`,
 * `proveLines` and `proveMesh`; `AbortError`.
 */
export async function proveContent(
  path: string,
  name: string,
  expected: ContentSums,
  options: ProofOptions,
): Promise<void> {
  switch (expected.kind) {
    case 'points':
      return (/\.copc\.laz$/i.test(name) ? proveCopc : proveLas)(path, name, expected, options);
    case 'raster':
      return proveRaster(path, name, expected, options);
    case 'picture':
      return proveImage(path, name, expected);
    case 'lines':
      return proveLines(path, name, expected, options.signal);
    case 'mesh':
      return proveMesh(path, name, expected, options.signal);
    case 'bytes':
      return;
  }
}

/**
 * Publishes a written file once it was read back and its content verified. Errors: those of `proveContent` and of
 * writing.
 */
export async function publish(
  output: OutputFile,
  sums: ProvableSums,
  options: ProofOptions,
): Promise<FileProof> {
  let sha256 = '';
  await output.commit(async (draft) => {
    await proveContent(draft, output.path, sums, options);
    sha256 = await digestOf(draft, options.signal);
  });
  return { ...sums, sha256 };
}

/**
 * Publishes a written file once its bytes on disk have the given digest. Errors: `product.bytes-differ`, those of
 * writing.
 */
export async function publishBytes(output: OutputFile, sha256: string): Promise<FileProof> {
  await output.commit(async (draft) => compareDigests(output.path, sha256, await digestOf(draft)));
  return { kind: 'bytes', sha256 };
}
