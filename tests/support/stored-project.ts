import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import type { ProductName } from '#contract/rules/products.ts';
import type { InputRole } from '#contract/schemas/images.ts';
import { emptyDrawing } from '#domain/drawing/document.ts';
import { serialiseDrawing } from '#domain/drawing/serialise.ts';
import { kindOfName } from '#domain/formats/file-kind.ts';
import type { AccountRow } from '#server/db/schema/accounts.ts';
import { imageset, inputSlot, overlayImage, product, productFile } from '#server/db/schema/projects.ts';
import { drawing, drawingRevision } from '#server/db/schema/work.ts';
import type { ServerContext } from '#server/services/context.ts';
import { createProject } from '#server/services/projects/projects.ts';
import { inputKey, overlayKey, productKey, thumbnailKey } from '#server/store/keys.ts';
import { patternBytes } from './pattern-bytes.ts';

const files: readonly [product: ProductName, name: string, format: string, tag: 'exportable' | 'canvas'][] = [
  ['orthoimage', 'ortho.tif', 'tif', 'exportable'],
  ['orthoimage', 'ortho.jpg', 'jpg', 'exportable'],
  ['orthoimage', 'preview.png', 'preview', 'canvas'],
  ['digital_elevation_model', 'dem.tif', 'tif', 'exportable'],
];

/** Bytes of a file of the stored project, by its name; only the orthoimage takes more than one read. */
export function storedBytes(name: string): Buffer {
  const size = name === 'ortho.tif' ? 1_200_000 : 20_000 + 1000 * name.length;
  return patternBytes(size, 1, kindOfName(name) ?? 'none');
}

/** SHA-256 of the picture over the site that the stored project has. */
export function storedOverlayHash(): string {
  return createHash('sha256').update(storedBytes('plan.tif')).digest('hex');
}

/** Creates a completed image project with one photo, two products, an image and a drawing; returns its key. */
export async function storeProject(context: ServerContext, owner: AccountRow, name: string): Promise<number> {
  const { db, store } = context;
  const put = (key: string, file: string) => store.put(key, Readable.from([storedBytes(file)]));
  const { pk } = await createProject(context, owner, {
    name,
    type: 'images',
    description: 'North face',
    settings: { density: 3 },
  });
  const bundle = await makeProduct(context, pk, 'bundle_adjustment');
  const photo = await put(inputKey(pk, 'DJI_1.JPG'), 'DJI_1.JPG');
  const role: InputRole = 'image';
  await db.insert(inputSlot).values({
    productPk: bundle,
    index: 0,
    name: 'DJI_1.JPG',
    originalName: 'DJI 1.JPG',
    sizeMb: photo.size / 2 ** 20,
    size: photo.size,
    role,
  });
  const stored = { size: photo.size, etag: photo.etag, key: photo.key };
  const input = { name: 'DJI_1.JPG', format: role, tag: 'input', ...stored } as const;
  await db.insert(productFile).values({ imagesetPk: pk, productPk: bundle, ...input });
  const pks = new Map<ProductName, number>();
  for (const [productName, file, format, tag] of files) {
    const productPk = pks.get(productName) ?? (await makeProduct(context, pk, productName));
    pks.set(productName, productPk);
    const { key, size, etag } = await put(productKey(pk, productPk, file), file);
    const sha256 = createHash('sha256').update(storedBytes(file)).digest('hex');
    const proof = { kind: 'bytes', sha256 } as const;
    const values = { imagesetPk: pk, productPk, name: file, format, tag, key, size, etag, proof };
    await db.insert(productFile).values(values);
  }
  await put(thumbnailKey(pk, 'thumbnail-1.png'), 'thumbnail-1.png');
  const hash = storedOverlayHash();
  const overlay = await put(overlayKey(pk, `${hash}.tif`), 'plan.tif');
  await db.insert(overlayImage).values({ imagesetPk: pk, hash, size: overlay.size });
  const [main] = await db.insert(drawing).values({ imagesetPk: pk }).returning();
  for (const [revision, snapshot] of [
    [1, 'Before'],
    [2, null],
    [3, null],
  ] as const) {
    const document = { ...serialiseDrawing(emptyDrawing(`Layer ${revision}`)) };
    const size = JSON.stringify(document).length;
    await db
      .insert(drawingRevision)
      .values({ drawingPk: main!.pk, revision, document, size, snapshot, savedBy: owner.pk });
  }
  await db
    .update(imageset)
    .set({
      state: 'completed',
      isFullyUploaded: true,
      imageCount: 1,
      epsg: 32632,
      unitOfMeasure: 'meters',
      thumbnailName: 'thumbnail-1.png',
    })
    .where(eq(imageset.pk, pk));
  return pk;
}

async function makeProduct({ db }: ServerContext, pk: number, name: ProductName): Promise<number> {
  const facts = { status: 'Done', epsg: 32632, resolution: 0.05, meta: { kind: 'raster' } } as const;
  const [row] = await db
    .insert(product)
    .values({ imagesetPk: pk, name, ...facts, isVisualizationReady: true })
    .returning({ pk: product.pk });
  return row?.pk ?? 0;
}
