import type { AdjustmentProblem, AdjustmentResult } from '#domain/photogrammetry/adjustment/problem.ts';

/** Adjustment of a block. Inputs are copied; arrays of the output are transferred. */
export interface PhotoAdjustTasks {
  /** Bundle adjustment with positions and control; reports its share done, and can be aborted between steps. */
  'photo.adjust': { input: AdjustmentProblem; output: AdjustmentResult };
}
