import { totalmem } from 'node:os';

const mebibyte = 2 ** 20;

/** Share of a machine's memory that is left to the system and to the server. */
const leftShare = 0.2;

/** MiB that tasks on this machine may take together: most of its memory, or of what the container is allowed. */
export function machineMemoryMib(): number {
  const constrained = process.constrainedMemory() ?? 0;
  const total = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.floor(((1 - leftShare) * total) / mebibyte);
}

/** A task may take so many times what it was reckoned to need, and what any takes. */
const allowance = { times: 2, baseMib: 512 };

/**
 * MiB of memory that a task may take which was reckoned to need `neededMib`: twice as much and some more, where the
 * machine has it; never less than it was let in with. One that takes more is ended, and needs as much the next time.
 */
export function allowedMemoryMib(neededMib: number, machineMib: number): number {
  const { times, baseMib } = allowance;
  return Math.max(neededMib, baseMib, Math.min(times * neededMib + baseMib, machineMib));
}
