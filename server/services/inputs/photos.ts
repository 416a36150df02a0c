import { Readable } from 'node:stream';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath } from '#contract/routes/route.ts';
import { type ImageEntry, photoThumbnail, photoThumbnailSide } from '#contract/schemas/images.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { inputSlot, product, type SlotRow } from '../../db/schema/projects.ts';
import { inputKey, slotKey, thumbnailKey } from '../../store/keys.ts';
import type { ServerContext } from '../context.ts';
import { createLanes } from '../turns/lanes.ts';
import { createThumbnails, type Thumbnails } from './thumbnails.ts';

/** Thumbnails made concurrently, of all projects and of each; a canvas requests dozens at once. */
const places = { total: 4, each: 2 };

/** Photos of a project that have arrived, in the order of their announcement. */
async function photosOf({ db }: ServerContext, projectPk: number): Promise<SlotRow[]> {
  const rows = await db
    .select({ slot: inputSlot })
    .from(inputSlot)
    .innerJoin(product, eq(product.pk, inputSlot.productPk))
    .where(and(eq(product.imagesetPk, projectPk), eq(inputSlot.role, 'image'), isNotNull(inputSlot.size)))
    .orderBy(asc(inputSlot.productPk), asc(inputSlot.index));
  return rows.map(({ slot }) => slot);
}

function viewImage(projectPk: number, { index, name, originalName, size }: SlotRow): ImageEntry {
  const thumbnail = photoThumbnail(name);
  return {
    id: index,
    name: originalName ?? name,
    size: size ?? 0,
    url: fillPath(rawRoutes.photoGet.path, { pk: projectPk, name }),
    thumbnail_url: fillPath(rawRoutes.thumbnailGet.path, { pk: projectPk, name: thumbnail }),
  };
}

export async function listImages(context: ServerContext, projectPk: number): Promise<ImageEntry[]> {
  return (await photosOf(context, projectPk)).map((slot) => viewImage(projectPk, slot));
}

/** Throws `store.not-found`. */
export async function requireImage(
  context: ServerContext,
  projectPk: number,
  id: number,
): Promise<ImageEntry> {
  const slot = (await photosOf(context, projectPk)).find(({ index }) => index === id);
  if (!slot) throw new AppError('store.not-found', { key: `${projectPk}/images/${id}` });
  return viewImage(projectPk, slot);
}

/** A photo by its name in the store. Throws `store.not-found`. */
export async function requirePhoto(
  context: ServerContext,
  projectPk: number,
  name: string,
): Promise<SlotRow> {
  const [found] = await context.db
    .select({ slot: inputSlot })
    .from(inputSlot)
    .innerJoin(product, eq(product.pk, inputSlot.productPk))
    .where(and(eq(product.imagesetPk, projectPk), eq(inputSlot.role, 'image'), eq(inputSlot.name, name)));
  if (!found) throw new AppError('store.not-found', { key: inputKey(projectPk, name) });
  return found.slot;
}

/** Makes thumbnails of photos. */
export interface PhotoThumbnails {
  /**
   * Ensures that the thumbnail of this name is in the store, if it belongs to a photo of the project; ignores other
   * names. Throws `photo.corrupt`, `photo.unsupported`, `photo.too-large`, `photo.too-slow`, `photo.too-many-scans`,
   * `photo.too-much-memory`, `store.quota`, `store.disk-full`.
   */
  provide(projectPk: number, name: string): Promise<void>;
  close(): Promise<void>;
}

/** Thumbnails, each made at its first request and kept in the store. */
export function createPhotoThumbnails(
  context: ServerContext,
  pictures: Thumbnails = createThumbnails(),
): PhotoThumbnails {
  const { store } = context;
  const making = new Map<string, Promise<void>>();
  const lanes = createLanes(places.total, places.each);
  const make = async (projectPk: number, name: string, key: string): Promise<void> => {
    const slot = (await photosOf(context, projectPk)).find((photo) => photoThumbnail(photo.name) === name);
    if (!slot) return;
    await lanes.run(String(projectPk), async () => {
      const path = await store.localPath(slotKey(projectPk, slot));
      const name = slot.originalName ?? slot.name;
      const bytes = await pictures.shrink({ path, side: photoThumbnailSide, name });
      await store.put(key, Readable.from([bytes]));
    });
  };
  return {
    async provide(projectPk, name) {
      const key = thumbnailKey(projectPk, name);
      if (await store.stat(key)) return;
      const present = making.get(key);
      if (present) return present;
      const work = make(projectPk, name, key).finally(() => making.delete(key));
      making.set(key, work);
      return work;
    },
    close: () => pictures.close(),
  };
}
