import { z } from 'zod';

/** What the machine of this server has for processing. */
export const capacity = z.object({
  /** Bytes that may still be written. */
  free_disk: z.number().nonnegative(),
  /** Bytes of memory that tasks may take together. */
  memory: z.number().nonnegative(),
  /** Threads that work at the same time. */
  threads: z.number().int().positive(),
});

export type Capacity = z.output<typeof capacity>;
