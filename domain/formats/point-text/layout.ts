import type { Delimiter } from '../table-text/split-cells.ts';

/** A column of a point file. */
export type PointField = 'point' | 'northing' | 'easting' | 'elevation' | 'description';

/** The usual orders of columns, a letter a column: point, northing or easting, z, description. */
export const pointOrders = ['PNEZD', 'PENZD', 'NEZ', 'ENZ', 'PNEZ', 'PENZ', 'NEZD', 'ENZD'] as const;
export type PointOrder = (typeof pointOrders)[number];

export type PointDelimiter = Delimiter;

/** One surveyed point, project CRS. */
export interface SurveyPoint {
  /** Number or name; empty where the file has none. */
  readonly point: string;
  readonly easting: number;
  readonly northing: number;
  /** NaN where the file gives none. */
  readonly elevation: number;
  /** Field code and remarks, as written. */
  readonly description: string;
}

const letters: Readonly<Record<string, PointField>> = {
  P: 'point',
  N: 'northing',
  E: 'easting',
  Z: 'elevation',
  D: 'description',
};

/** The columns of an order, first to last. */
export function fieldsOf(order: PointOrder): PointField[] {
  return [...order].map((letter) => letters[letter]!);
}
