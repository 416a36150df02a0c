import { totalmem } from 'node:os';

const mebibyte = 2 ** 20;

/** Share of a machine's memory that is reserved for the system and the server. */
const leftShare = 0.2;

/** MiB that tasks on this machine may use together: most of its memory, or of the container's limit. */
export function machineMemoryMib(): number {
  const constrained = process.constrainedMemory() ?? 0;
  const total = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.floor(((1 - leftShare) * total) / mebibyte);
}

/** A task's limit: this factor of its estimated need, plus a constant. */
const allowance = { times: 2, baseMib: 512 };

/**
 * Memory limit in MiB of a task with an estimated need of `neededMib`: twice as much plus a constant, where the
 * machine has it; never less than it was admitted with. A task above it is ended, and the limit becomes its need for
 * the next try.
 */
export function allowedMemoryMib(neededMib: number, machineMib: number): number {
  const { times, baseMib } = allowance;
  return Math.max(neededMib, baseMib, Math.min(times * neededMib + baseMib, machineMib));
}
