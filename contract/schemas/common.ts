import { z } from 'zod';

/** Route without parameters or query. */
export const nothing = z.object({});

/** Route without a body; any body is ignored. */
export const noBody = z.unknown().optional();

/** A primary key in a path or query: a positive integer, as text on the wire. */
export const pk = z.coerce.number().int().min(1).max(2_147_483_647);

/** Parameters of a route about one project. */
export const projectParams = z.object({ pk });

/** A time, ISO 8601 with its zone. */
export const timestamp = z.iso.datetime({ offset: true });

/** A flag in a query. */
export const queryFlag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])])
  .transform((value) => value === true || value === 'true' || value === '1' || value === '');

/** Units of measure of coordinates. */
export const unitOfMeasure = z.enum(['meters', 'internationalFeet', 'usSurveyFeet']);

export type UnitOfMeasure = z.output<typeof unitOfMeasure>;

/** A response that only confirms success. */
export const done = z.object({ ok: z.literal(true) });
