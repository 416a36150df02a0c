import { resolve } from 'node:path';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { keepProofs, requireReport } from '../pipeline/proof/keep-proofs.ts';
import type { OptionSpec } from './command.ts';

/** The file to which the sums of the written files are added, for `plumbline verify`. */
export const reportOption = {
  type: 'string',
  valueName: 'FILE',
  descriptionKey: 'cli.option.report',
} as const satisfies OptionSpec;

/**
 * Looks, before any work, whether the sums of a file can be stored in a report; null for none. Returns the function
 * that stores them. Errors: `product.report-taken` where both are the same file, those of `requireReport`; of the
 * returned function, those of `keepProofs`.
 */
export async function openReport(
  report: string | undefined,
  output: string,
): Promise<(proof: FileProof) => Promise<void>> {
  if (report === undefined) return async () => {};
  if (resolve(report) === resolve(output)) throw new AppError('product.report-taken', { file: report });
  await requireReport(report);
  return (proof) => keepProofs(report, { [output]: proof });
}
