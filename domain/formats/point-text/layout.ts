import type { DecimalMark } from '../table-text/number-format.ts';
import type { Delimiter } from '../table-text/split-cells.ts';

/** A column of a point file. */
export type PointField = 'point' | 'northing' | 'easting' | 'elevation' | 'description';

/** The usual orders of columns, a letter a column: point, northing or easting, z, description. */
export const pointOrders = ['PNEZD', 'PENZD', 'NEZ', 'ENZ', 'PNEZ', 'PENZ', 'NEZD', 'ENZD'] as const;
export type PointOrder = (typeof pointOrders)[number];

export type PointDelimiter = Delimiter;

/** How a point file is laid out as far as a person says; the rest is found out. */
export interface PointTextLayout {
  /** Order of the columns; headings that name them are believed instead. Default PNEZD. */
  readonly order?: PointOrder;
  /** What each column holds, northing and easting among them; null: it is not read. Headings are passed over then. */
  readonly fields?: readonly (PointField | null)[];
  readonly delimiter?: PointDelimiter;
  readonly decimal?: DecimalMark;
  /** Lines before the first that is looked at, empty ones counted. */
  readonly skip?: number;
}

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
