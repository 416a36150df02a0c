import { and, eq } from 'drizzle-orm';
import type { FileProofs } from '#contract/schemas/file-proofs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Db } from '../../db/database.ts';
import { product, productFile } from '../../db/schema/projects.ts';

/** The sums of a product's downloads when they were made, as a report that can be saved. */
export interface ProductProofs {
  readonly fileName: string;
  readonly report: { readonly product: string; readonly proofs: FileProofs };
}

/** Reads the proofs of a product's downloads. Throws `store.not-found` where there are none. */
export async function readProductProofs(
  db: Db,
  projectPk: number,
  productPk: number,
): Promise<ProductProofs> {
  const rows = await db
    .select({ product: product.name, name: productFile.name, proof: productFile.proof })
    .from(productFile)
    .innerJoin(product, eq(product.pk, productFile.productPk))
    .where(
      and(
        eq(productFile.imagesetPk, projectPk),
        eq(productFile.productPk, productPk),
        eq(productFile.tag, 'exportable'),
      ),
    )
    .orderBy(productFile.name);
  const proofs = Object.fromEntries(rows.flatMap(({ name, proof }) => (proof ? [[name, proof]] : [])));
  const [first] = rows;
  if (!first || Object.keys(proofs).length === 0) {
    throw new AppError('store.not-found', { key: `${projectPk}/${productPk}/proofs.json` });
  }
  return {
    fileName: `${first.product}-${productPk}-proofs.json`,
    report: { product: first.product, proofs },
  };
}
