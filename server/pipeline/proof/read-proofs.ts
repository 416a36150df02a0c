import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { AppError } from '#domain/errors/app-error.ts';
import { fileError } from '#workers/io/file-error.ts';
import type { FileProof, FileProofs } from './publish.ts';

const half = z.number().int().min(0).max(0xffff_ffff);
const pair = z.tuple([half, half]);
const count = z.number().int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const picture = z.object({
  width: count,
  height: count,
  bands: z.array(z.object({ valid: count, pixels: pair })),
});
const level = picture.extend({ tiles: pair.nullable() });

/** What `report.json` holds of each file, under `proofs`. */
const proofsSchema: z.ZodType<FileProofs> = z.record(
  z.string(),
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('points'), sha256, count, places: pair, records: pair }),
    z.object({ kind: z.literal('raster'), sha256, levels: z.array(level).min(1) }),
    z.object({
      kind: z.literal('lines'),
      sha256,
      lines: count,
      vertices: count,
      length: z.number(),
      places: pair,
    }),
    picture.extend({ kind: z.literal('picture'), sha256 }),
    z.object({ kind: z.literal('bytes'), sha256 }),
  ]),
);

const reportName = 'report.json';
/** Folders above a file in which its report may stand. */
const levelsAbove = 3;

/** A report that holds proofs, and the folder that its paths start from. */
export interface ProofReport {
  readonly path: string;
  readonly folder: string;
  readonly proofs: FileProofs;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true;
}

/** Reads the proofs of a report. Errors: `product.no-sums` where it holds none, `io.*`. */
export async function readProofs(path: string): Promise<ProofReport> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileError(error, path, 'read');
  });
  const found = proofsSchema.safeParse(proofsIn(text));
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

/** The report of the folder that a file stands in, or of one above it. Error: `product.no-report`. */
export async function findReport(file: string): Promise<string> {
  let folder = dirname(resolve(file));
  for (let step = 0; step < levelsAbove; step++) {
    const path = join(folder, reportName);
    if (await isFile(path)) return path;
    folder = dirname(folder);
  }
  throw new AppError('product.no-report', { file });
}

/** What a report holds of a file, by its place in the folder or, elsewhere, by its name. Error: `product.not-listed`. */
export function proofOf({ path, folder, proofs }: ProofReport, file: string): FileProof {
  const place = relative(folder, resolve(file)).split(sep).join('/');
  const names = [place, basename(file)];
  for (const [name, proof] of Object.entries(proofs)) {
    if (names.includes(name.split(sep).join('/'))) return proof;
  }
  throw new AppError('product.not-listed', { file, report: path });
}
