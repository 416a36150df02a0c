import type { BenchCase } from './case.ts';
import { copcCases } from './cases/copc.ts';
import { lazCases } from './cases/laz.ts';

/** Every row of the benchmark table, in the order in which they run. A new file of cases is added here. */
export const benchCases: readonly BenchCase[] = [...lazCases, ...copcCases];
