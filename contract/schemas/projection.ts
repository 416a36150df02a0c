import { z } from 'zod';
import { unitOfMeasure } from './common.ts';

/** Kinds of coordinate system; compound ones have a vertical part beside the horizontal one. */
export const projectionKinds = ['projected', 'geographic', 'geocentric', 'vertical', 'compound'] as const;

/** Degrees; `east < west` crosses the antimeridian. */
const areaOfUse = z.object({
  name: z.string(),
  west: z.number(),
  south: z.number(),
  east: z.number(),
  north: z.number(),
});

/** One unit of a system: its size in metres (`metres`) or, of angles, in radians. */
const systemUnit = z.object({
  name: z.string(),
  metres: z.number().nullable(),
  radians: z.number().nullable(),
});

const verticalPart = z.object({
  epsg: z.number().int().nullable(),
  description: z.string(),
  datum: z.string().nullable(),
  unit_of_measure: unitOfMeasure.nullable(),
  unit: systemUnit.nullable(),
  direction: z.enum(['up', 'down']),
});

/**
 * A coordinate system of the EPSG dataset as lists show it. `unit_of_measure` is null where the horizontal unit is
 * not one of the three; `requires_carlson_library` where its projection cannot be computed here.
 */
export const projection = z.object({
  epsg: z.number().int(),
  description: z.string(),
  kind: z.enum(projectionKinds),
  deprecated: z.boolean(),
  area: areaOfUse.nullable(),
  unit_of_measure: unitOfMeasure.nullable(),
  unit: systemUnit.nullable(),
  vertical: verticalPart.nullable(),
  requires_carlson_library: z.boolean(),
});

export type Projection = z.output<typeof projection>;

/** The same with its text: OGC WKT 1, null where that has no name for the projection. */
export const projectionDetails = projection.extend({ wkt: z.string().nullable() });

const degrees = (limit: number) => z.number().min(-limit).max(limit);

/** `west,south,east,north` in degrees, `east < west` crossing the antimeridian; a place is `longitude,latitude`. */
const placeText = z
  .string()
  .transform((text) => text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part))))
  .pipe(
    z.union([
      z.tuple([degrees(180), degrees(90)]).transform(([x, y]) => ({ west: x, south: y, east: x, north: y })),
      z
        .tuple([degrees(180), degrees(90), degrees(180), degrees(90)])
        .refine(([, south, , north]) => south <= north)
        .transform(([west, south, east, north]) => ({ west, south, east, north })),
    ]),
  );

/** Which systems are listed: all without parameters; with a place the closest fit first. */
export const projectionQuery = z.object({
  search: z.string().max(255).optional(),
  place: placeText.optional(),
  /** Kinds parted by commas. */
  kind: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(projectionKinds)))
    .optional(),
  limit: z.coerce.number().int().min(1).max(20_000).default(20_000),
});

export type ProjectionDetails = z.output<typeof projectionDetails>;
