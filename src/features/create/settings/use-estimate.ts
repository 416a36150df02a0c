import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#api/api-context.ts';
import { capacityQuery } from '#api/queries.ts';
import { type Estimate, type EstimateInput, estimateProcessing } from '#contract/rules/estimate.ts';
import type { Capacity } from '#contract/schemas/capacity.ts';

const mebibyte = 2 ** 20;

/** Estimated needs of processing compared with the server's resources, and whether the user continues anyway. */
export interface EstimateQuestion {
  /** Null until the server responds. */
  readonly estimate: Estimate | null;
  readonly capacity: Capacity | null;
  readonly lacksDisk: boolean;
  readonly lacksMemory: boolean;
  readonly isConfirmed: boolean;
  confirm(isConfirmed: boolean): void;
  /** A resource is insufficient and not confirmed yet. */
  readonly isOpen: boolean;
}

/** Compares the files' needs with the server's machine. */
export function useEstimate(input: Omit<EstimateInput, 'threads'>): EstimateQuestion {
  const { client } = useApi();
  const capacity = useQuery(capacityQuery(client)).data ?? null;
  const [isConfirmed, confirm] = useState(false);
  const estimate = capacity && estimateProcessing({ ...input, threads: capacity.threads });
  const lacksDisk = estimate !== null && estimate.diskMib * mebibyte > capacity!.free_disk;
  const lacksMemory = estimate !== null && estimate.memoryMib * mebibyte > capacity!.memory;
  const isOpen = (lacksDisk || lacksMemory) && !isConfirmed;
  return { estimate, capacity, lacksDisk, lacksMemory, isConfirmed, confirm, isOpen };
}
