import { z } from 'zod';
import { brands, localeNames } from '../brands.ts';
import { editions } from '../editions.ts';
import { photoEngines } from '../rules/engines.ts';
import { mailWays } from '../rules/notices.ts';

/** What a page must know before it shows anything. */
export const bootstrap = z.object({
  edition: z.enum(editions),
  brand: z.enum(brands),
  product_name: z.string(),
  version: z.string(),
  locales: z.array(z.enum(localeNames)),
  is_signed_in: z.boolean(),
  /** Where objects are stored: `/` for the local store. */
  root_url: z.string(),
  /** Who may process photos here, `builtin` first. */
  engines: z.array(z.enum(photoEngines)),
  /** What becomes of messages to people. */
  mail: z.enum(mailWays),
});

export type Bootstrap = z.output<typeof bootstrap>;

export const health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  database: z.boolean(),
});
