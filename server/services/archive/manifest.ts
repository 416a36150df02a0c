import { asc, eq, inArray } from 'drizzle-orm';
import { shapedContours, shapedFormats } from '#contract/rules/shapes.ts';
import {
  type ArchiveManifest,
  type ArchiveOmission,
  archiveFormat,
  archiveVersion,
} from '#contract/schemas/archive.ts';
import type { FileProof, FileProofs } from '#contract/schemas/file-proofs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Db } from '../../db/database.ts';
import {
  type FileRow,
  inputSlot,
  type ProductRow,
  type ProjectRow,
  product,
  productFile,
} from '../../db/schema/projects.ts';
import { overlayKey, slotKey, thumbnailKey } from '../../store/keys.ts';
import type { ServerContext } from '../context.ts';
import { listDrawings, namedRevisions } from '../drawings/drawings.ts';
import { documentAt } from '../drawings/read-revision.ts';
import { isInDrawingSystem, newestShapes, shapesKey } from '../drawings/shapes.ts';
import { listOverlayImages } from '../overlays/overlay-images.ts';

/** A manifest, and the location of its files. */
export interface Gathered {
  readonly manifest: ArchiveManifest;
  /** Key in the object store by path. */
  readonly keys: ReadonlyMap<string, string>;
}

/** What an archive contains. */
export interface ArchiveChoice {
  /** Includes the uploaded files. */
  readonly withInputs: boolean;
  /**
   * Products as the drawing's crop and flatten made them, contours traced on the changed elevation model. Files that
   * would show the cut parts (meshes, transformed products) are left out and listed.
   */
  readonly isShaped: boolean;
}

/**
 * The contents of a project's archive; intermediate files are not included. Throws `shapes.none` and
 * `archive.drawing-not-applied` where the drawing is to be applied to products.
 */
export async function gatherManifest(
  context: ServerContext,
  project: ProjectRow,
  choice: ArchiveChoice,
): Promise<Gathered> {
  const keys = new Map<string, string>();
  const { products, leftOut, proofs } = await gatherProducts(context, project, choice, keys);
  const { wkt, epsg, unitOfMeasure, settings, description, imageCount, isLidar, name } = project;
  return {
    keys,
    manifest: {
      format: archiveFormat,
      version: archiveVersion,
      program: `Plumbline ${context.config.version}`,
      when_exported: new Date().toISOString(),
      has_inputs: choice.withInputs,
      project: {
        name,
        description,
        is_lidar: isLidar,
        unit_of_measure: unitOfMeasure,
        epsg,
        wkt,
        settings,
        image_count: imageCount,
        when_created: project.whenCreated.toISOString(),
        thumbnail: await gatherThumbnail(context, project, keys),
      },
      products,
      left_out: leftOut,
      proofs,
      overlays: await gatherOverlays(context, project.pk, keys),
      drawings: await gatherDrawings(context, project.pk),
    },
  };
}

async function gatherThumbnail(
  context: ServerContext,
  { pk, thumbnailName: name }: ProjectRow,
  keys: Map<string, string>,
): Promise<ArchiveManifest['project']['thumbnail']> {
  const stored = name && (await context.store.stat(thumbnailKey(pk, name)));
  if (!name || !stored) return null;
  const path = `thumbnail/${name}`;
  keys.set(path, stored.key);
  return { path, name, size: stored.size };
}

async function gatherOverlays(
  { db }: ServerContext,
  pk: number,
  keys: Map<string, string>,
): Promise<ArchiveManifest['overlays']> {
  const images = await listOverlayImages(db, pk);
  return images.map(({ name, size }) => {
    const path = `overlays/${name}`;
    keys.set(path, overlayKey(pk, name));
    return { path, name, size };
  });
}

async function gatherProducts(
  { db }: ServerContext,
  { pk }: ProjectRow,
  { withInputs, isShaped }: ArchiveChoice,
  keys: Map<string, string>,
): Promise<{
  products: ArchiveManifest['products'];
  leftOut: ArchiveOmission[];
  proofs: FileProofs;
}> {
  const rows = await db.select().from(product).where(eq(product.imagesetPk, pk)).orderBy(asc(product.pk));
  const files = await db
    .select()
    .from(productFile)
    .where(eq(productFile.imagesetPk, pk))
    .orderBy(asc(productFile.pk));
  const pks = rows.map((row) => row.pk);
  const slots =
    pks.length === 0
      ? []
      : await db
          .select()
          .from(inputSlot)
          .where(inArray(inputSlot.productPk, pks))
          .orderBy(asc(inputSlot.index));
  const place = <T extends { readonly path: string }>(entry: T, key: string): T => {
    keys.set(entry.path, key);
    return entry;
  };
  const proofs: Record<string, FileProof> = {};
  const shaped = isShaped ? await gatherShaped(db, pk, rows, files) : null;
  const kept = rows.filter((row) => row.name !== 'project_archive' && !shaped?.without.has(row.pk));
  const products = rows.flatMap((row, index) => {
    const { name } = row;
    if (name === 'project_archive' || !kept.includes(row)) return [];
    const original = kept.findIndex(({ pk: other }) => other === row.originalPk);
    const cut = shaped?.files.get(row.pk);
    const own = cut ?? files.filter((file) => file.productPk === row.pk && file.shaped === null);
    const differing = cut?.[0]?.shaped ?? { width: row.pixelWidth, height: row.pixelHeight, meta: {} };
    return {
      name,
      status: row.status,
      unit_of_measure: row.unitOfMeasure,
      resolution: row.resolution,
      epsg: row.epsg,
      wkt: row.wkt,
      pixel_width: differing.width,
      pixel_height: differing.height,
      meta: row.meta && { ...row.meta, ...differing.meta },
      error: row.error && { code: row.error.code, params: { ...row.error.params } },
      is_compressed: row.isCompressed,
      original: original < 0 ? null : original,
      ordered: row.ordered,
      when_created: row.whenCreated.toISOString(),
      when_completed: row.whenCompleted?.toISOString() ?? null,
      inputs: slots.flatMap((slot) => {
        const { role, size } = slot;
        if (!withInputs || slot.productPk !== row.pk || role === 'archive' || size === null) return [];
        const key = slotKey(pk, slot);
        const format = own.find((file) => file.key === key)?.format ?? role;
        const facts = { index: slot.index, original_name: slot.originalName, size_mb: slot.sizeMb };
        return place({ path: `inputs/${slot.name}`, name: slot.name, ...facts, size, role, format }, key);
      }),
      files: own.flatMap(({ tag, key, format, size, name: file, proof }) => {
        if (tag !== 'exportable' && tag !== 'canvas') return [];
        const path = `products/${index + 1}-${name}/${file}`;
        if (proof) proofs[path] = proof;
        return place({ path, name: file, format, tag, size }, key);
      }),
    };
  });
  return { products, leftOut: shaped?.leftOut ?? [], proofs };
}

/**
 * Files of the products that the newest drawing changes, by the formats that they replace; `without`: products that
 * are left out, by key. Throws `shapes.none`, `archive.drawing-not-applied`.
 */
async function gatherShaped(db: Db, pk: number, rows: readonly ProductRow[], files: readonly FileRow[]) {
  const kept = await newestShapes(db, pk);
  const shaped = new Map<number, FileRow[]>();
  const leftOut: ArchiveOmission[] = [];
  const without = new Set<number>();
  const omit = (row: ProductRow, reason: ArchiveOmission['reason']) => {
    without.add(row.pk);
    leftOut.push({ product: row.name, file: null, reason });
  };
  const changed = rows.filter(
    (row) => row.status === 'Done' && isInDrawingSystem(row, rows) && shapesKey(row.name, kept) !== null,
  );
  if (changed.length === 0) throw new AppError('shapes.none');
  let missing = 0;
  let contours: FileRow[] = [];
  for (const row of changed) {
    const key = shapesKey(row.name, kept);
    const own = files.filter((file) => file.productPk === row.pk);
    const made = own
      .filter((file) => file.shaped?.key === key)
      .map((file) => ({ ...file, format: shapedFormats[file.format] ?? file.format }));
    if (made.length === 0) missing++;
    const isContour = ({ name }: FileRow) =>
      own.some((file) => file.name === name && shapedContours.includes(file.format));
    if (row.ordered === null)
      contours = [...contours, ...made.filter(isContour).map((file) => ({ ...file, shaped: null }))];
    const inputs = own.filter(({ tag }) => tag === 'input');
    shaped.set(row.pk, [...made.filter((file) => !isContour(file)), ...inputs]);
    for (const { name: file, format, tag, shaped: cut } of own) {
      const isLost = tag === 'exportable' && cut === null && !made.some((one) => one.format === format);
      if (isLost) leftOut.push({ product: row.name, file, reason: 'not-cut' });
    }
  }
  if (missing > 0) throw new AppError('archive.drawing-not-applied', { count: missing });
  const hasNewHeights = changed.some(
    ({ name, ordered }) => name === 'digital_elevation_model' && ordered === null,
  );
  for (const row of rows.filter((one) => !changed.includes(one))) {
    if (row.ordered !== null) omit(row, 'other-system');
    else if (row.name === 'contour_map' && hasNewHeights) {
      if (contours.length === 0) omit(row, 'not-cut');
      else shaped.set(row.pk, contours);
    }
  }
  return { files: shaped, without, leftOut };
}

/** Of each drawing the newest revision and the named ones. */
async function gatherDrawings({ db }: ServerContext, pk: number): Promise<ArchiveManifest['drawings']> {
  const listed: ArchiveManifest['drawings'] = [];
  const drawings = await listDrawings({ db }, pk);
  for (const [index, { pk: drawingPk, name }] of drawings.entries()) {
    for (const { revision, snapshot, savedAt } of await namedRevisions({ db }, drawingPk)) {
      const { byteLength: size } = await readDrawingBytes({ db }, drawingPk, revision);
      const path = index === 0 ? `drawings/${revision}.json` : `drawings/${index + 1}/${revision}.json`;
      const when_saved = savedAt.toISOString();
      listed.push({ path, drawing: index + 1, name, revision, snapshot, when_saved, size });
    }
  }
  return listed;
}

/** The saved form of a drawing's revision as UTF-8 text; revisions never change. Empty where it was removed. */
export async function readDrawingBytes(
  { db }: Pick<ServerContext, 'db'>,
  drawingPk: number,
  revision: number,
): Promise<Uint8Array> {
  const document = await documentAt(db, drawingPk, revision);
  return new TextEncoder().encode(document ? JSON.stringify(document) : '');
}
