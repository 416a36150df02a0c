import { readFile, stat } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { type FileProof, type FileProofs, fileProofs } from '#contract/schemas/file-proofs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { fileError } from '#workers/io/file-error.ts';
import { writePieces } from '../write-pieces.ts';

/** A report as stored, with all its other content; null where there is none. */
async function readReport(path: string): Promise<{ proofs: FileProofs } | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw fileError(error, path, 'read');
  });
  if (text === null) return null;
  try {
    const report = JSON.parse(text) as { proofs: FileProofs };
    fileProofs.parse(report.proofs);
    return report;
  } catch {
    throw new AppError('product.report-taken', { file: path });
  }
}

/** Throws where `keepProofs` could not write: `product.report-taken` for a file that is no report, `io.*`. */
export async function requireReport(path: string): Promise<void> {
  if (await readReport(path)) return;
  await stat(dirname(resolve(path))).catch((error: unknown) => {
    throw fileError(error, path, 'write');
  });
}

/**
 * Adds proofs of files to a report, which is created if missing; its other content is unchanged.
 * @param made proofs by the paths of the files Errors: those of `requireReport` and of writing files.
 */
export async function keepProofs(path: string, made: Readonly<Record<string, FileProof>>): Promise<void> {
  const report = await readReport(path);
  const folder = dirname(resolve(path));
  const named = Object.entries(made).map(([file, proof]) => {
    const place = relative(folder, resolve(file)).split(sep).join('/');
    return [place, proof] as const;
  });
  const proofs = { ...report?.proofs, ...Object.fromEntries(named) };
  await writePieces(path, [`${JSON.stringify({ ...report, proofs }, null, 2)}\n`]);
}
