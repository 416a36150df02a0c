import { createAdjustmentKernel } from '#wasm/bindings/adjustment.ts';
import { loadKernel } from './kernels.ts';

/** The adjustment kernel for tests that call the domain without a task. */
export const adjustmentKernel = createAdjustmentKernel(loadKernel('adjustment'));
