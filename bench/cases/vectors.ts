import type { BenchContext, OnceCase } from '../case.ts';
import { median } from '../measure.ts';
import type { VectorFigures } from '../vectors/page/vectors.ts';
import { runVectors } from '../vectors/run-vectors.ts';

const picture = { width: 800, height: 500 } as const;

let figures: Promise<VectorFigures> | null = null;

/** All rows are of one run. */
function runOnce({ quick, hardware }: BenchContext): Promise<VectorFigures> {
  figures ??= runVectors({ ...picture, features: quick ? 10_000 : 100_000 }, hardware);
  return figures;
}

interface Row {
  readonly name: string;
  readonly what: string;
  ms(found: VectorFigures): number;
  tell?(found: VectorFigures): string;
}

const rows: readonly Row[] = [
  { name: 'vectors-add', what: 'from handing them over to their first picture', ms: ({ addMs }) => addMs },
  {
    name: 'vectors-far',
    what: 'a frame of a moving camera over all of them',
    ms: ({ farMs }) => median(farMs),
    tell: ({ farProcessorMs }) => `${median(farProcessorMs).toFixed(1)} ms of it on the processor`,
  },
  { name: 'vectors-near', what: 'a frame of a moving camera near them', ms: ({ nearMs }) => median(nearMs) },
  {
    name: 'vectors-edit',
    what: 'from one changed feature to its picture',
    ms: ({ editMs }) => median(editMs),
  },
  {
    name: 'vectors-pick',
    what: 'a pick',
    ms: ({ pickMs }) => median(pickMs),
    tell: ({ pickMs, hits }) => `${hits} of ${pickMs.length} found a feature`,
  },
];

/**
 * 100,000 drawn features over terrain, a fifth of the lines and areas draped, wall time until the device is done; no
 * peer.
 */
export const vectorCases: readonly OnceCase[] = rows.map(({ name, what, ms, tell }) => ({
  name,
  group: 'vectors',
  workload: `${picture.width} × ${picture.height} px, 100,000 lines, areas and points (10,000 with --quick): ${what}`,
  goal: 1,
  async measure(context) {
    const found = await runOnce(context);
    const told = tell ? `${tell(found)}; ` : '';
    return { oursMs: ms(found), note: `${told}on ${found.adapter}` };
  },
}));
