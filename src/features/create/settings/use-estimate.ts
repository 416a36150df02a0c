import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#api/api-context.ts';
import { capacityQuery } from '#api/queries.ts';
import { type Estimate, type EstimateInput, estimateProcessing } from '#contract/rules/estimate.ts';
import type { Capacity } from '#contract/schemas/capacity.ts';

const mebibyte = 2 ** 20;

/** What processing is estimated to need beside what the server has, and whether the person goes on all the same. */
export interface EstimateQuestion {
  /** Null until the server responds. */
  readonly estimate: Estimate | null;
  readonly capacity: Capacity | null;
  readonly lacksDisk: boolean;
  readonly lacksMemory: boolean;
  readonly isConfirmed: boolean;
  confirm(isConfirmed: boolean): void;
  /** Something lacks and was not confirmed yet. */
  readonly isOpen: boolean;
}

/** Compares what files need with what the server's machine has. */
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
