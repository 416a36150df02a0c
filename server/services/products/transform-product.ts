import { eq } from 'drizzle-orm';
import {
  existingProductRefusal,
  isPointCloud,
  pixelSizeFault,
  roundGsd,
  type TransformRefusal,
  transformRefusal,
} from '#contract/rules/transform.ts';
import type { UnitOfMeasure } from '#contract/schemas/common.ts';
import type { DataProductRequest } from '#contract/schemas/transform.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { touchProject } from '../../db/project-state.ts';
import {
  imageset,
  type ProductRow,
  type ProjectRow,
  product,
  productFile,
} from '../../db/schema/projects.ts';
import { describeRecord } from '../../messages.ts';
import { chooseTargetSystem } from '../../pipeline/transform/target-system.ts';
import { putTask } from '../../queue/put-task.ts';
import type { ServerContext } from '../context.ts';
import type { ProjectAccess } from '../people/access.ts';
import { transformTask } from '../processing/tasks.ts';
import { readSystemFacts } from '../projects/projections.ts';

/**
 * Creates the row of a product in another coordinate system or with larger pixels and the task that makes it. Throws
 * the refusals of `transformRefusal` and `existingProductRefusal`, the errors of `readTarget` and
 * `chooseTargetSystem`, `transform.no-original`, `api.invalid-field`.
 */
export async function requestTransform(
  context: ServerContext,
  access: ProjectAccess,
  request: DataProductRequest,
): Promise<void> {
  const { project } = access;
  const target = await readTarget(request);
  await context.db.transaction(async (tx) => {
    await tx.select({ pk: imageset.pk }).from(imageset).where(eq(imageset.pk, project.pk)).for('update');
    const rows = await tx
      .select()
      .from(product)
      .where(eq(product.imagesetPk, project.pk))
      .orderBy(product.pk);
    const files = await tx
      .select({ productPk: productFile.productPk, format: productFile.format })
      .from(productFile)
      .where(eq(productFile.imagesetPk, project.pk));
    const products = rows.map((row) => ({
      ...row,
      files: files.filter(({ productPk }) => productPk === row.pk),
    }));
    const original = products.find((row) =>
      request.ordered_product === null
        ? row.name === request.product_type
        : row.pk === request.ordered_product,
    );
    if (original?.name !== request.product_type) {
      const pk = request.ordered_product ?? '';
      throw new AppError('transform.no-original', { product: request.product_type, pk });
    }
    const source = await readCrs([{ source: 'user', payload: textOf(original) }]);
    const facts = await factsOf(access, original, source);
    const refusal = transformRefusal(facts, original);
    if (refusal) throw refuse(refusal, project, source, null);
    const resolution = resolutionOf(request, original);
    const wanted = { epsg: target.epsg, wkt: target.wkt, resolution };
    const existing = existingProductRefusal(products, original.name, wanted);
    if (existing) throw refuse(existing, project, target, resolution);
    await chooseTargetSystem({
      source,
      target,
      hasHeights: original.name !== 'orthoimage',
      name: project.name,
      place: null,
    });
    const [made] = await tx
      .insert(product)
      .values({
        imagesetPk: project.pk,
        name: original.name,
        originalPk: original.pk,
        ordered: { ...request, resolution },
        epsg: target.epsg,
        wkt: target.wkt,
        unitOfMeasure: request.unit_of_measure,
        resolution,
      })
      .returning({ pk: product.pk });
    if (!made) throw new Error('the new product was not returned');
    await putTask(tx, { imagesetPk: project.pk, productPk: made.pk, name: transformTask });
    await touchProject(tx, project.pk);
  });
}

/** The text that names a product's system: its WKT, else its code; empty where neither is known. */
export function textOf({ wkt, epsg }: Pick<ProductRow, 'wkt' | 'epsg'>): string {
  return wkt ?? (epsg === null ? '' : `EPSG:${epsg}`);
}

/** Reads the requested system. */
export async function readTarget(request: DataProductRequest): Promise<CrsReport> {
  const { epsg_code: epsg, wkt, unit_of_measure: wanted } = request;
  const text = wkt?.trim() || null;
  if (epsg === null && text === null) throw new AppError('transform.settings-missing');
  const target = await readCrs([{ source: 'user', payload: text ?? `EPSG:${epsg}` }]);
  const field = text === null ? 'epsg_code' : 'wkt';
  const [fault] = target.declarations.flatMap(({ error }) => (error ? [error] : []));
  if (fault) throw new AppError('api.invalid-field', { field, reason: describeRecord(fault) });
  if (epsg !== null && target.epsg !== null && target.epsg !== epsg) {
    const values = { found: target.epsg, given: epsg };
    throw new AppError('api.invalid-field', { ...values, field, reason: 'system-and-code-differ' });
  }
  const unit = target.horizontalUnit;
  const system = target.name ?? '?';
  if (unit?.kind !== 'linear' || target.kind !== 'projected') {
    throw new AppError('transform.not-projected', { system });
  }
  if (unit.id !== wanted) {
    throw new AppError('transform.unit-mismatch', { system, unit: unit.name, wanted: unitNames[wanted] });
  }
  return target;
}

const unitNames: Readonly<Record<UnitOfMeasure, string>> = {
  meters: 'metre',
  internationalFeet: 'foot',
  usSurveyFeet: 'US survey foot',
};

/** The inputs of the rules: Super View acts as owner; a product without a system has none to change. */
async function factsOf({ role }: ProjectAccess, original: ProductRow, { definition }: CrsReport) {
  const facts = await readSystemFacts(original);
  return {
    owned: role === 'owner' || role === 'superuser',
    ...facts,
    lcs_shift: definition?.horizontal ? facts.lcs_shift : [],
  };
}

/** Metres per pixel of the new product; null for point clouds. Throws `api.invalid-field`. */
function resolutionOf(request: DataProductRequest, original: ProductRow): number | null {
  if (isPointCloud(original.name)) return null;
  const size = original.resolution ?? 0;
  const fault = pixelSizeFault(request.resolution === null ? '' : String(request.resolution), size);
  if (fault) throw new AppError('api.invalid-field', { field: 'resolution', reason: fault });
  const wanted = request.resolution ?? size;
  return roundGsd(wanted) === roundGsd(size) ? size : wanted;
}

function refuse(
  code: TransformRefusal,
  project: ProjectRow,
  system: CrsReport,
  size: number | null,
): AppError {
  return new AppError(code, {
    name: project.name,
    system: system.name ?? '?',
    size: size === null ? '' : roundGsd(size),
  });
}
