import { and, asc, eq, inArray } from 'drizzle-orm';
import { type ArchiveManifest, archiveFormat, archiveVersion } from '#contract/schemas/archive.ts';
import { inputSlot, type ProjectRow, product, productFile } from '../../db/schema/projects.ts';
import { drawingRevision } from '../../db/schema/work.ts';
import { inputKey, thumbnailKey } from '../../store/keys.ts';
import type { ServerContext } from '../context.ts';

/** A manifest, and where the bytes of its paths are. */
export interface Gathered {
  readonly manifest: ArchiveManifest;
  /** Key in the object store by path. */
  readonly keys: ReadonlyMap<string, string>;
}

/** Everything that an archive of a project holds; its uploaded files only `withInputs`. Intermediate files stay. */
export async function gatherManifest(
  context: ServerContext,
  project: ProjectRow,
  withInputs: boolean,
): Promise<Gathered> {
  const keys = new Map<string, string>();
  const { wkt, epsg, unitOfMeasure, settings, description, imageCount, isLidar, name } = project;
  return {
    keys,
    manifest: {
      format: archiveFormat,
      version: archiveVersion,
      program: `Plumbline ${context.config.version}`,
      when_exported: new Date().toISOString(),
      has_inputs: withInputs,
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
      products: await gatherProducts(context, project, withInputs, keys),
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

async function gatherProducts(
  { db }: ServerContext,
  { pk }: ProjectRow,
  withInputs: boolean,
  keys: Map<string, string>,
): Promise<ArchiveManifest['products']> {
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
  const kept = rows.filter(({ name }) => name !== 'project_archive');
  return rows.flatMap((row, index) => {
    const { name } = row;
    if (name === 'project_archive') return [];
    const original = kept.findIndex(({ pk: other }) => other === row.originalPk);
    const own = files.filter((file) => file.productPk === row.pk);
    return {
      name,
      status: row.status,
      unit_of_measure: row.unitOfMeasure,
      resolution: row.resolution,
      epsg: row.epsg,
      wkt: row.wkt,
      pixel_width: row.pixelWidth,
      pixel_height: row.pixelHeight,
      meta: row.meta,
      error: row.error && { code: row.error.code, params: { ...row.error.params } },
      is_compressed: row.isCompressed,
      original: original < 0 ? null : original,
      ordered: row.ordered,
      when_created: row.whenCreated.toISOString(),
      when_completed: row.whenCompleted?.toISOString() ?? null,
      inputs: slots.flatMap((slot) => {
        const { role, size } = slot;
        if (!withInputs || slot.productPk !== row.pk || role === 'archive' || size === null) return [];
        const key = inputKey(pk, slot.name);
        const format = own.find((file) => file.key === key)?.format ?? role;
        const facts = { index: slot.index, original_name: slot.originalName, size_mb: slot.sizeMb };
        return place({ path: `inputs/${slot.name}`, name: slot.name, ...facts, size, role, format }, key);
      }),
      files: own.flatMap(({ tag, key, format, size, name: file }) =>
        tag === 'exportable' || tag === 'canvas'
          ? place({ path: `products/${index + 1}-${name}/${file}`, name: file, format, tag, size }, key)
          : [],
      ),
    };
  });
}

/** The newest drawing and those that were kept under a name. */
async function gatherDrawings({ db }: ServerContext, pk: number): Promise<ArchiveManifest['drawings']> {
  const rows = await db
    .select({
      revision: drawingRevision.revision,
      snapshot: drawingRevision.snapshot,
      savedAt: drawingRevision.savedAt,
    })
    .from(drawingRevision)
    .where(eq(drawingRevision.imagesetPk, pk))
    .orderBy(asc(drawingRevision.revision));
  const kept = rows.filter((row) => row.snapshot !== null || row === rows.at(-1));
  const drawings: ArchiveManifest['drawings'] = [];
  for (const { revision, snapshot, savedAt } of kept) {
    const { byteLength: size } = await readDrawingBytes({ db }, pk, revision);
    const path = `drawings/${revision}.json`;
    drawings.push({ path, revision, snapshot, when_saved: savedAt.toISOString(), size });
  }
  return drawings;
}

/** The saved form of a drawing's revision as UTF-8 text; revisions never change. Empty where it is gone. */
export async function readDrawingBytes(
  { db }: Pick<ServerContext, 'db'>,
  pk: number,
  revision: number,
): Promise<Uint8Array> {
  const [row] = await db
    .select({ document: drawingRevision.document })
    .from(drawingRevision)
    .where(and(eq(drawingRevision.imagesetPk, pk), eq(drawingRevision.revision, revision)));
  return Buffer.from(row ? JSON.stringify(row.document) : '');
}
