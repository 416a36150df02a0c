import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type FileProof, type FileProofs, fileProofs } from '#contract/schemas/file-proofs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { fileError } from '#workers/io/file-error.ts';

/** Files that hold proofs, as processing, archives, downloads and commands name them. */
const reportNames = [/^report\.json$/, /^manifest\.json$/, /proofs\.json$/];
/** Number of parent folders in which a file's report is looked for. */
const levelsAbove = 3;

/** A report that holds proofs, and the folder that its paths start from. */
export interface ProofReport {
  readonly path: string;
  readonly folder: string;
  readonly proofs: FileProofs;
}

/** Reads the proofs of a report. Errors: `product.no-sums` where it holds none, `io.*`. */
export async function readProofs(path: string): Promise<ProofReport> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileError(error, path, 'read');
  });
  const found = fileProofs.safeParse(proofsIn(text));
  if (!found.success) throw new AppError('product.no-sums', { file: path });
  return { path, folder: dirname(resolve(path)), proofs: found.data };
}

function proofsIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { proofs?: unknown } | null)?.proofs;
  } catch {
    return undefined;
  }
}

/** Files of a folder with the name of a report, those of processing first. */
export async function reportsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).sort();
  return reportNames
    .flatMap((form) => names.filter((name) => form.test(name)))
    .map((name) => join(folder, name));
}

/**
 * The report that lists a file, in the file's folder or one above it, and its entry for the file. Errors:
 * `product.no-report` where there is none; those of `readProofs` and `proofOf` of the nearest one where none lists
 * the file.
 */
export async function findProof(file: string): Promise<{ report: ProofReport; proof: FileProof }> {
  let folder = dirname(resolve(file));
  let nearest: unknown = null;
  for (let step = 0; step < levelsAbove; step++) {
    for (const path of await reportsIn(folder)) {
      try {
        const report = await readProofs(path);
        return { report, proof: proofOf(report, file) };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        nearest ??= error;
      }
    }
    folder = dirname(folder);
  }
  throw nearest ?? new AppError('product.no-report', { file });
}

/** A report's entry for a file, by its path in the folder or, elsewhere, by its name. Error: `product.not-listed`. */
export function proofOf({ path, folder, proofs }: ProofReport, file: string): FileProof {
  const place = relative(folder, resolve(file)).split(sep).join('/');
  const names = [place, basename(file)];
  for (const [name, proof] of Object.entries(proofs)) {
    if (names.includes(name.split(sep).join('/'))) return proof;
  }
  throw new AppError('product.not-listed', { file, report: path });
}
