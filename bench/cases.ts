import type { BenchCase } from './case.ts';

/** Every row of the benchmark table, in the order in which they run. A new file of cases is added here. */
export const benchCases: readonly BenchCase[] = [];
