import { z } from 'zod';
import { limits } from '../limits.ts';

/** A place that projects are about. */
export const site = z.object({ pk: z.number().int(), name: z.string() });

/** The keys of the requested sites. */
export const siteQuestion = z.object({
  siteIds: z.array(z.number().int().min(1).max(2_147_483_647)).max(limits.searchPageSizeMax),
});

/** A site's name as it is given; blanks around it are taken away, and nothing left means no site. */
export const siteName = z
  .string()
  .max(limits.nameLength)
  .transform((name) => name.trim() || null);
