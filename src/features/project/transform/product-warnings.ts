import { z } from 'zod';
import type { Product } from '#contract/schemas/product.ts';
import { type WarningRecord, warningRecord } from '../report/process-report.ts';

const told = z.object({ warnings: z.array(warningRecord) });

/** What the making of a requested product warned of; of other products the report tells it. */
export function productWarnings({ original, meta_tile_data }: Product): readonly WarningRecord[] {
  if (original === null) return [];
  return told.safeParse(meta_tile_data).data?.warnings ?? [];
}
