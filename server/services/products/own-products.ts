import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { product } from '../../db/schema/projects.ts';

/** The products that a project's processing makes, without those that were ordered of them afterwards. */
export function ownProducts(projectPk: number, ...further: SQL[]): SQL | undefined {
  return and(eq(product.imagesetPk, projectPk), isNull(product.ordered), ...further);
}
