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
