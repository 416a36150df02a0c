import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { product } from '../../db/schema/projects.ts';

/** The products of a project's processing, without those transformed from them. */
export function ownProducts(projectPk: number, ...further: SQL[]): SQL | undefined {
  return and(eq(product.imagesetPk, projectPk), isNull(product.ordered), ...further);
}
