import type { ErrorRecord } from '../../errors/app-error.ts';
import type { CodeTable } from './code-table.ts';
import { type CodedDrawing, codedDrawing } from './coded-drawing.ts';
import type { CodedPoint } from './coded-point.ts';
import { fieldToFinish, requireSound } from './field-to-finish.ts';

/**
 * Points and linework of coded points as exchange formats take them, and what was not made.
 * @throws codes.refused
 */
export function drawLinework(
  points: readonly CodedPoint[],
  { entries, words }: CodeTable,
  { file, plainLayer }: { readonly file: string; readonly plainLayer: string },
): CodedDrawing & { readonly faults: readonly ErrorRecord[] } {
  const proposal = fieldToFinish(points, entries, words);
  requireSound(proposal, file);
  return { ...codedDrawing(proposal.features, entries, plainLayer), faults: proposal.notes };
}
