import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { and, count, eq, lt, sql } from 'drizzle-orm';
import { limits } from '#contract/limits.ts';
import { overlayHashOf, overlayNameOf } from '#contract/schemas/overlay.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { fileKindOf } from '#domain/formats/file-kind.ts';
import type { Db } from '../../db/database.ts';
import { overlayImage } from '../../db/schema/projects.ts';
import { drawing, drawingRevision } from '../../db/schema/work.ts';
import { withDraft } from '../../store/atomic-write.ts';
import { createByteLimit } from '../../store/byte-limit.ts';
import { overlayKey } from '../../store/keys.ts';
import type { Admission, StoredObject } from '../../store/object-store.ts';
import { readArrived } from '../../store/read-arrived.ts';
import type { ServerContext } from '../context.ts';
import { lockProject } from '../projects/lock-project.ts';

/** Hours for which a picture is kept that no drawing has: it may be in one that is not saved yet. */
const unusedHours = 24;

function requireHash(projectPk: number, name: string): string {
  const hash = overlayHashOf(name);
  if (hash === null) throw new AppError('store.not-found', { key: overlayKey(projectPk, name) });
  return hash;
}

/**
 * Receives a picture over the site, if it is a TIFF with the hash that its name states. Pictures that no revision of a
 * drawing has had for a day are removed. Throws `store.not-found` for other names, `upload.larger-than-announced`,
 * `upload.wrong-kind`, `overlay.damaged-upload`, `overlay.too-many-images`, and the store's errors.
 */
export async function receiveOverlay(
  context: ServerContext,
  projectPk: number,
  name: string,
  body: Readable,
): Promise<void> {
  const hash = requireHash(projectPk, name);
  await removeUnused(context, projectPk);
  const key = overlayKey(projectPk, name);
  const digest = createHash('sha256');
  const hashed = async function* () {
    for await (const chunk of body) {
      digest.update(chunk as Uint8Array);
      yield chunk;
    }
  };
  const admit: Admission = async ({ head, size }, keep) => {
    if (fileKindOf(head) !== 'tiff') throw new AppError('upload.wrong-kind', { file: name, wanted: 'TIFF' });
    if (digest.digest('hex') !== hash) throw new AppError('overlay.damaged-upload', { file: name });
    return context.db.transaction(async (tx) => {
      await lockProject(tx, projectPk);
      await requireRoom(tx, projectPk, hash);
      const stored = await keep();
      await addOverlayImage(tx, projectPk, hash, size);
      return stored;
    });
  };
  await storeAdmitted(context, key, Readable.from(hashed(), { objectMode: false }), admit);
}

function storeAdmitted(
  { config, store }: ServerContext,
  key: string,
  body: Readable,
  admit: Admission,
): Promise<StoredObject> {
  const most = limits.overlayImage;
  if (store.intake.kind === 'through') return store.intake.receive(key, body, most, admit);
  const staging = join(config.dataFolder, 'receiving');
  return withDraft(staging, key, [body, createByteLimit(key, most)], async (draft) =>
    admit(await readArrived(draft), () => store.putFile(key, draft)),
  );
}

async function requireRoom(tx: Db, projectPk: number, hash: string): Promise<void> {
  const [others] = await tx
    .select({ count: count() })
    .from(overlayImage)
    .where(and(eq(overlayImage.imagesetPk, projectPk), sql`${overlayImage.hash} <> ${hash}`));
  if ((others?.count ?? 0) >= limits.overlayImages) {
    throw new AppError('overlay.too-many-images', { limit: limits.overlayImages });
  }
}

/** Records a stored picture; one that is known stays as it is. */
export async function addOverlayImage(tx: Db, projectPk: number, hash: string, size: number): Promise<void> {
  await tx.insert(overlayImage).values({ imagesetPk: projectPk, hash, size }).onConflictDoNothing();
}

/** Key of a picture that the project has. Throws `store.not-found`. */
export async function requireOverlay(
  { db }: ServerContext,
  projectPk: number,
  name: string,
): Promise<string> {
  const hash = requireHash(projectPk, name);
  const [found] = await db
    .select({ hash: overlayImage.hash })
    .from(overlayImage)
    .where(and(eq(overlayImage.imagesetPk, projectPk), eq(overlayImage.hash, hash)));
  const key = overlayKey(projectPk, name);
  if (!found) throw new AppError('store.not-found', { key });
  return key;
}

/** Names and sizes of a project's pictures. */
export async function listOverlayImages(
  db: Db,
  projectPk: number,
): Promise<{ name: string; size: number }[]> {
  const rows = await db
    .select()
    .from(overlayImage)
    .where(eq(overlayImage.imagesetPk, projectPk))
    .orderBy(overlayImage.hash);
  return rows.map(({ hash, size }) => ({ name: overlayNameOf(hash), size }));
}

async function removeUnused({ db, store }: ServerContext, projectPk: number): Promise<void> {
  const isOld = lt(overlayImage.whenCreated, sql`now() - make_interval(hours => ${unusedHours})`);
  const mention = sql`exists (select 1 from ${drawingRevision}
    join ${drawing} on ${drawing.pk} = ${drawingRevision.drawingPk}
    where ${drawing.imagesetPk} = ${projectPk}
      and (position(${overlayImage.hash} in coalesce(${drawingRevision.document}::text, '')) > 0
        or position(${overlayImage.hash} in coalesce(${drawingRevision.operations}::text, '')) > 0))`;
  const removed = await db
    .delete(overlayImage)
    .where(and(eq(overlayImage.imagesetPk, projectPk), isOld, sql`not ${mention}`))
    .returning({ hash: overlayImage.hash });
  for (const { hash } of removed) await store.remove(overlayKey(projectPk, overlayNameOf(hash)));
}
