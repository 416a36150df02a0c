import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { describeRecord, translate } from '../../messages.ts';
import {
  findProof,
  type ProofReport,
  proofOf,
  readProofs,
  reportsIn,
} from '../../pipeline/proof/read-proofs.ts';
import { verifyFile } from '../../pipeline/proof/verify-file.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { counted, number } from '../info/lines.ts';

const options = {
  report: { type: 'string', valueName: 'FILE', descriptionKey: 'cli.verify.option.report' },
} as const;

type VerifyContext = CommandContext<typeof options>;

/** The result of checking a file; `proof` is what it was compared with, null where there is none. */
interface Verified {
  readonly file: string;
  readonly report: string | null;
  readonly proof: FileProof | null;
  readonly error: AppError | null;
}

/** The files that an argument names: the file itself, or all files in the report of a folder. */
async function filesOf(path: string, report: string | undefined): Promise<string[]> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() === true;
  if (!isFolder) return [path];
  const reports = report === undefined ? await reportsIn(path) : [report];
  if (reports.length === 0) throw new AppError('product.no-report', { file: path });
  const read = await Promise.allSettled(reports.map(readProofs));
  const listed = read.flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
  const [first] = read;
  if (listed.length === 0 && first?.status === 'rejected') throw first.reason;
  return [...new Set(listed.flatMap(({ proofs }) => Object.keys(proofs)))].map((name) => join(path, name));
}

async function verifyOne(context: VerifyContext, file: string): Promise<Verified> {
  const { options: given, signal } = context;
  let report: ProofReport | null = null;
  let proof: FileProof | null = null;
  try {
    if (given.report === undefined) ({ report, proof } = await findProof(file));
    else {
      report = await readProofs(given.report);
      proof = proofOf(report, file);
    }
    await verifyFile(file, proof, { pool: await context.pool(), signal });
    return { file, report: report.path, proof, error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { file, report: report?.path ?? null, proof, error };
  }
}

/** What a file was found to hold, as text. */
function wordsFor(file: string, proof: FileProof): string {
  switch (proof.kind) {
    case 'points':
      return translate('cli.verify.points', { file, count: proof.count, number: number(proof.count) });
    case 'raster': {
      const { width, height } = proof.levels[0]!;
      return translate('cli.verify.raster', { file, width, height, levels: proof.levels.length });
    }
    case 'picture':
      return translate('cli.verify.picture', { file, width: proof.width, height: proof.height });
    case 'lines':
      return translate('cli.verify.lines', { file, count: proof.lines, number: number(proof.lines) });
    case 'mesh': {
      const { vertices, triangles } = proof;
      return translate('cli.verify.mesh', {
        file,
        vertices: counted('vertices', vertices),
        triangles: counted('triangles', triangles),
      });
    }
    case 'bytes':
      return translate('cli.verify.bytes', { file });
  }
}

function tell(context: VerifyContext, results: readonly Verified[]): void {
  if (context.isJson) {
    const files = results.map(({ file, report, proof, error }) => ({
      file,
      report,
      kind: proof?.kind ?? null,
      isAsMade: error === null,
      error: error && { ...error.toRecord(), message: describeRecord(error.toRecord()) },
    }));
    context.printJson({ files });
    return;
  }
  for (const { file, proof, error } of results) {
    if (proof && !error) context.print(wordsFor(file, proof));
  }
}

/**
 * `plumbline verify FILE…`: compares products with the sums in a report. All files are checked; the command fails
 * with the first failure.
 */
export const verify = defineCommand({
  name: 'verify',
  summaryKey: 'cli.verify.summary',
  options,
  positionals: [{ name: 'FILE', isRequired: true, multiple: true }],
  async run(context) {
    const { report } = context.options;
    const files = (await Promise.all(context.positionals.map((path) => filesOf(path, report)))).flat();
    const results: Verified[] = [];
    for (const [index, file] of files.entries()) {
      context.progress.report(index / files.length, 'cli.verify.stage');
      results.push(await verifyOne(context, file));
    }
    tell(context, results);
    const [first, ...others] = results.flatMap(({ error }) => error ?? []);
    for (const error of others) context.warn(describeRecord(error.toRecord()));
    if (first) throw first;
  },
});
