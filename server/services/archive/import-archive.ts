import { Readable } from 'node:stream';
import { and, asc, eq, ne } from 'drizzle-orm';
import { isErrorCode } from '#contract/api-error.ts';
import { limits } from '#contract/limits.ts';
import { cleanKindOf } from '#contract/rules/cleaning.ts';
import { type ArchiveManifest, archivePaths, type RefusedEntry } from '#contract/schemas/archive.ts';
import { drawingBounds } from '#contract/schemas/drawing.ts';
import { overlayHashOf } from '#contract/schemas/overlay.ts';
import { parseDrawing } from '#domain/drawing/parse/parse-drawing.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { imageKinds, kindOfName } from '#domain/formats/file-kind.ts';
import { isWithinBounds } from '#domain/formats/json-bounds.ts';
import { readEntry, readWhole } from '#workers/io/read-zip-entry.ts';
import type { Db } from '../../db/database.ts';
import { setProjectState, touchProject } from '../../db/project-state.ts';
import { imageset, inputSlot, type ProductRow, product, productFile } from '../../db/schema/projects.ts';
import { drawing, drawingRevision } from '../../db/schema/work.ts';
import { inputKey, overlayKey, productKey, thumbnailKey } from '../../store/keys.ts';
import type { StoredObject } from '../../store/object-store.ts';
import type { TaskContext } from '../context.ts';
import { keptShapes } from '../drawings/shapes.ts';
import { kindsOfRole } from '../inputs/input-kinds.ts';
import { queueNotice } from '../mail/queue-notice.ts';
import { addOverlayImage } from '../overlays/overlay-images.ts';
import { type AllowedKinds, checkKind } from './check-kind.ts';
import { EntryRefusal, refusalOf } from './entry-refusal.ts';
import { writeImportReport } from './import-report.ts';
import { maxRatio, type OpenedArchive } from './open-archive.ts';

/** An import in progress. */
export interface ArchiveImport {
  readonly projectPk: number;
  /** The author of the drawings. */
  readonly importerPk: number;
  readonly archive: OpenedArchive;
  readonly signal: AbortSignal;
  /** Share of the bytes that was read, 0–1. */
  onProgress(fraction: number): void;
  /** Called first in every transaction; rejects where another worker has taken over. */
  guard(tx: Db): Promise<void>;
  /** Called in the last transaction. */
  onEnd(tx: Db): Promise<void>;
}

/**
 * Turns an archive into the products, files and drawings of a project that was made for it. Every entry is checked as
 * it is copied. Damaged entries are left out and listed on the product `project_archive`, which is removed where
 * nothing was left out. May be run again after an interruption. Throws `archive.nothing-whole`, `store.…`,
 * `AbortError`.
 */
export async function importArchive(context: TaskContext, work: ArchiveImport): Promise<RefusedEntry[]> {
  const { manifest } = work.archive;
  const copy = createCopier(context, work);
  const rows = await makeProducts(context, work);
  for (const [index, wanted] of manifest.products.entries()) {
    const row = rows[index];
    if (row) await importProduct(context, work, copy, wanted, row);
  }
  const { thumbnail } = manifest.project;
  const picture =
    thumbnail && (await copy.file(thumbnail, thumbnailKey(work.projectPk, thumbnail.name), imageKinds));
  const overlays = await importOverlays(work, copy);
  const drawings = await readDrawings(work, copy);
  const { refused } = copy;
  if (copy.whole === 0 && archivePaths(manifest).length > 0) {
    throw new AppError('archive.nothing-whole', { file: work.archive.source.name });
  }
  await finish(context, work, {
    refused,
    drawings,
    overlays,
    thumbnail: picture ? (thumbnail?.name ?? null) : null,
  });
  return refused;
}

/** `sha256`: the file's hash where that is known without the list of checksums. */
type Listed = { readonly path: string; readonly size: number; readonly sha256?: string };

/** Copies entries and records which were intact. */
interface Copier {
  readonly refused: RefusedEntry[];
  readonly whole: number;
  /** Stores a checked entry; null where it is damaged, or of no allowed kind. */
  file(listed: Listed, key: string, allowed: AllowedKinds): Promise<StoredObject | null>;
  /** A small entry in memory; null where it is damaged. */
  bytes(listed: Listed): Promise<Buffer | null>;
}

function createCopier(context: TaskContext, { archive, onProgress, signal }: ArchiveImport): Copier {
  const { checksums, entries, manifest, source } = archive;
  const total = archivePaths(manifest).reduce((sum, { size }) => sum + size, 0);
  const refused = [...archive.refused];
  let passed = 0;
  let whole = 0;
  const attempt = async <T>(
    { path, size, sha256: own }: Listed,
    take: (...from: Parameters<typeof readEntry>) => Promise<T>,
  ): Promise<T | null> => {
    try {
      const entry = entries.get(path);
      if (!entry) throw new EntryRefusal('missing');
      const listed = checksums?.get(path) ?? null;
      if (checksums !== null && listed === null) throw new EntryRefusal('no-checksum');
      // A file that had changed before it was exported has a matching checksum, but not its original digest.
      const sha256 = own ?? manifest.proofs[path]?.sha256 ?? listed;
      const taken = await take(source, entry, { size, sha256, maxRatio }, signal);
      whole++;
      return taken;
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === null) throw error;
      if (!refused.some((other) => other.path === path)) refused.push({ path, reason });
      return null;
    }
  };
  const counted = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      passed += piece.byteLength;
      onProgress(total === 0 ? 1 : Math.min(1, passed / total));
      yield piece;
    }
  };
  return {
    refused,
    get whole() {
      return whole;
    },
    file: (listed, key, allowed) =>
      attempt(listed, (...from) =>
        context.store.put(key, Readable.from(counted(checkKind(readEntry(...from), allowed)))),
      ),
    bytes: (listed) => attempt(listed, readWhole),
  };
}

type ArchiveProduct = ArchiveManifest['products'][number];

/** Rows of the archive's products in its order: created once, found again by a later try. */
async function makeProducts(context: TaskContext, work: ArchiveImport): Promise<ProductRow[]> {
  const { projectPk } = work;
  const { products } = work.archive.manifest;
  return context.db.transaction(async (tx) => {
    await work.guard(tx);
    const found = await tx
      .select()
      .from(product)
      .where(and(eq(product.imagesetPk, projectPk), ne(product.name, 'project_archive')))
      .orderBy(asc(product.pk));
    if (found.length > 0 || products.length === 0) return found;
    const values = products.map(({ name, ordered, when_created }) => ({
      imagesetPk: projectPk,
      name,
      ordered,
      whenCreated: new Date(when_created),
    }));
    const made = await tx.insert(product).values(values).returning();
    made.sort((a, b) => a.pk - b.pk);
    for (const [index, { original }] of products.entries()) {
      const [row, source] = [made[index], original === null ? undefined : made[original]];
      if (!row || !source) continue;
      await tx.update(product).set({ originalPk: source.pk }).where(eq(product.pk, row.pk));
    }
    return made;
  });
}

/** Copies a product's files and commits the intact ones. A product without one of its own files has failed. */
async function importProduct(
  context: TaskContext,
  work: ArchiveImport,
  copy: Copier,
  wanted: ArchiveProduct,
  row: ProductRow,
): Promise<void> {
  const { projectPk } = work;
  const files: (typeof productFile.$inferInsert)[] = [];
  const slots: (typeof inputSlot.$inferInsert)[] = [];
  const lost: string[] = [];
  const place = { imagesetPk: projectPk, productPk: row.pk };
  for (const file of wanted.files) {
    const { name, format, tag } = file;
    const stored = await copy.file(file, productKey(projectPk, row.pk, name), [kindOfName(name)]);
    if (stored) {
      const proof = work.archive.manifest.proofs[file.path] ?? null;
      files.push({ ...place, name, format, tag, ...factsOf(stored), proof });
    } else if (cleanKindOf(file) === null) lost.push(name);
  }
  for (const input of wanted.inputs) {
    const { name, format, role, index } = input;
    const stored = await copy.file(input, inputKey(projectPk, name), kindsOfRole[role]);
    if (!stored) continue;
    files.push({ ...place, name, format, tag: 'input', ...factsOf(stored) });
    const named = { name, originalName: input.original_name, role };
    slots.push({ productPk: row.pk, index, ...named, sizeMb: input.size_mb, size: stored.size });
  }
  await context.db.transaction(async (tx) => {
    await work.guard(tx);
    for (const { size, etag, proof = null, ...file } of files) {
      await tx
        .insert(productFile)
        .values({ ...file, size, etag, proof })
        .onConflictDoUpdate({ target: productFile.key, set: { size, etag, proof } });
    }
    if (slots.length > 0) await tx.insert(inputSlot).values(slots).onConflictDoNothing();
    await tx.update(product).set(columnsOf(wanted, lost)).where(eq(product.pk, row.pk));
    await touchProject(tx, projectPk);
  });
}

const factsOf = ({ key, size, etag }: StoredObject) => ({ key, size, etag });

function columnsOf(wanted: ArchiveProduct, lost: readonly string[]): Partial<ProductRow> {
  const isDone = wanted.status === 'Done' && lost.length === 0;
  return {
    status: isDone ? 'Done' : 'Failed',
    error: isDone ? null : errorOf(wanted, lost),
    stage: null,
    unitOfMeasure: wanted.unit_of_measure,
    resolution: wanted.resolution,
    epsg: wanted.epsg,
    wkt: wanted.wkt,
    pixelWidth: wanted.pixel_width,
    pixelHeight: wanted.pixel_height,
    meta: wanted.meta,
    isCompressed: wanted.is_compressed,
    workUnitsNeeded: 1,
    workUnitsCompleted: isDone ? 1 : 0,
    isVisualizationReady: isDone,
    visualizationPercent: isDone ? 100 : 0,
    whenCompleted: wanted.when_completed === null ? null : new Date(wanted.when_completed),
  };
}

/** Why a product is missing: it is damaged, or had failed before; by its original code if that is still known. */
function errorOf({ error }: ArchiveProduct, lost: readonly string[]): ErrorRecord {
  if (lost.length > 0) return { code: 'archive.damaged-product', params: { files: lost.join(', ') } };
  const { code = '', params = {} } = error ?? {};
  return isErrorCode(code) ? { code, params } : { code: 'archive.failed-before', params: {} };
}

interface StoredOverlay {
  readonly hash: string;
  readonly size: number;
}

/** Stores the pictures over the site that are whole and have the hash of their name. */
async function importOverlays(work: ArchiveImport, copy: Copier): Promise<StoredOverlay[]> {
  const stored: StoredOverlay[] = [];
  for (const { path, name, size } of work.archive.manifest.overlays) {
    const hash = overlayHashOf(name)!;
    const file = await copy.file({ path, size, sha256: hash }, overlayKey(work.projectPk, name), ['tiff']);
    if (file) stored.push({ hash, size: file.size });
  }
  return stored;
}

/** A revision of the archive, with the number and name of its drawing. */
interface NewRevision {
  readonly number: number;
  readonly name: string;
  readonly values: Omit<typeof drawingRevision.$inferInsert, 'drawingPk'>;
}

async function readDrawings(work: ArchiveImport, copy: Copier): Promise<NewRevision[]> {
  const drawings: NewRevision[] = [];
  let taken = 0;
  for (const listed of work.archive.manifest.drawings) {
    taken += listed.size;
    const isTooLarge = listed.size > limits.drawingBody || taken > drawingsLimit;
    if (isTooLarge) copy.refused.push({ path: listed.path, reason: 'size' });
    const bytes = isTooLarge ? null : await copy.bytes(listed);
    const document = bytes && readDocument(bytes);
    if (bytes && !document) copy.refused.push({ path: listed.path, reason: 'unreadable' });
    if (!document) continue;
    const { drawing: number, name, revision, snapshot, size } = listed;
    const saved = { savedBy: work.importerPk, savedAt: new Date(listed.when_saved) };
    const shapes = keptShapes(document);
    drawings.push({ number, name, values: { revision, document, shapes, size, snapshot, ...saved } });
  }
  return drawings;
}

/** Drawings are in memory together until the project is made. Bytes. */
const drawingsLimit = 8 * limits.drawingBody;

/** A drawing in its saved form; null for other content. */
function readDocument(bytes: Buffer): { schemaVersion: number } | null {
  try {
    const text = bytes.toString('utf8');
    if (!isWithinBounds(text, drawingBounds)) return null;
    const document = JSON.parse(text);
    parseDrawing(document);
    return document;
  } catch (error) {
    if (error instanceof AppError || error instanceof SyntaxError) return null;
    throw error;
  }
}

interface Outcome {
  readonly refused: readonly RefusedEntry[];
  readonly overlays: readonly StoredOverlay[];
  readonly drawings: readonly NewRevision[];
  readonly thumbnail: string | null;
}

/** Adds the drawings of an archive to the project in their order, the first one as the main drawing. */
async function addDrawings(
  tx: Db,
  { projectPk, importerPk }: ArchiveImport,
  revisions: readonly NewRevision[],
) {
  const numbers = [...new Set(revisions.map(({ number }) => number))].sort((a, b) => a - b);
  for (const number of numbers) {
    const own = revisions.filter((revision) => revision.number === number);
    const values = { imagesetPk: projectPk, name: own[0]!.name, createdBy: importerPk };
    const [row] = await tx.insert(drawing).values(values).returning({ pk: drawing.pk });
    for (const revision of own) {
      await tx
        .insert(drawingRevision)
        .values({ ...revision.values, drawingPk: row!.pk })
        .onConflictDoNothing();
    }
  }
}

/** The last transaction: the project gets the archive's state, and the archive itself is no longer needed. */
async function finish(
  context: TaskContext,
  work: ArchiveImport,
  { refused, drawings, overlays, thumbnail }: Outcome,
): Promise<void> {
  const { projectPk } = work;
  const { project } = work.archive.manifest;
  const dropped = await context.db.transaction(async (tx) => {
    await work.guard(tx);
    await addDrawings(tx, work, drawings);
    for (const { hash, size } of overlays) await addOverlayImage(tx, projectPk, hash, size);
    await tx
      .update(imageset)
      .set({
        description: project.description,
        isLidar: project.is_lidar,
        unitOfMeasure: project.unit_of_measure,
        epsg: project.epsg,
        wkt: project.wkt,
        settings: project.settings,
        imageCount: project.image_count,
        thumbnailName: thumbnail,
        isFullyUploaded: true,
        gcpsCorrected: true,
      })
      .where(eq(imageset.pk, projectPk));
    const old = await tx
      .delete(productFile)
      .where(and(eq(productFile.imagesetPk, projectPk), eq(productFile.format, 'archive')))
      .returning({ key: productFile.key });
    await writeImportReport(tx, context.store, { projectPk, refused, file: work.archive.source.name });
    await setProjectState(tx, projectPk, 'completed');
    await queueNotice(tx, projectPk, refused.length > 0 ? 'imported-partly' : 'imported');
    await work.onEnd(tx);
    return old;
  });
  for (const { key } of dropped) await context.store.remove(key);
}
