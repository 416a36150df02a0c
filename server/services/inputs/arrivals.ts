import { randomBytes } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import {
  imageset,
  inputSlot,
  type ProjectRow,
  product,
  productFile,
  type SlotRow,
} from '../../db/schema/projects.ts';
import { arrivalKey, parseArrival, slotKey, takenKey } from '../../store/keys.ts';
import type { SignedIntake, StoredObject } from '../../store/object-store.ts';
import type { ServerContext } from '../context.ts';
import { lockOpenProject } from '../projects/lock-project.ts';
import { requireKind, requireStoredKind } from './input-kinds.ts';

/** How a received file is recorded. */
export interface Noting {
  readonly project: Pick<ProjectRow, 'pk' | 'isDemoDataset'>;
  readonly slot: SlotRow;
  readonly format: string;
  /** Whether it is complete, by its size; throws if it is wrong. */
  judge(file: { readonly key: string; readonly size: number }): boolean;
}

const makeToken = () => randomBytes(16).toString('hex');

const ofSlot = ({ productPk, index }: SlotRow) =>
  and(eq(inputSlot.productPk, productPk), eq(inputSlot.index, index));

/** Which of the project's files a bucket makes public. */
export const aclOf = ({ isDemoDataset }: Pick<ProjectRow, 'isDemoDataset'>) =>
  isDemoDataset ? 'public-read' : 'private';

/** The upload key of a file in a bucket, the same until the file was stored. */
export async function awaitArrival(db: Db, projectPk: number, slot: SlotRow): Promise<string> {
  if (slot.arrival !== null) return arrivalKey(projectPk, slot.arrival, slot.name);
  const [row] = await db
    .update(inputSlot)
    .set({ arrival: sql`coalesce(${inputSlot.arrival}, ${makeToken()})` })
    .where(ofSlot(slot))
    .returning({ arrival: inputSlot.arrival });
  return arrivalKey(projectPk, row?.arrival ?? '', slot.name);
}

/**
 * Records a received file with its stored size; null where it is missing or incomplete. A file in a bucket is copied
 * as checked to a key that nobody else can write. Throws what `judge` throws, `upload.wrong-kind`, `store.…`.
 */
export async function noteFile(context: ServerContext, noting: Noting): Promise<StoredObject | null> {
  const { db, store } = context;
  const { intake } = store;
  const { project, slot, judge } = noting;
  if (intake.kind === 'signed' && slot.arrival !== null)
    return takeFile(context, noting, intake, slot.arrival);
  const stored = await store.stat(slotKey(project.pk, slot));
  if (!stored || !judge(stored)) return null;
  await requireStoredKind(store, stored, slot);
  await db.transaction(async (tx) => {
    await tx.update(inputSlot).set({ size: stored.size }).where(ofSlot(slot));
    await writeFileRow(tx, noting, stored);
  });
  return stored;
}

async function takeFile(
  { db, store }: ServerContext,
  noting: Noting,
  intake: SignedIntake,
  arrival: string,
): Promise<StoredObject | null> {
  const { project, slot, judge } = noting;
  const from = arrivalKey(project.pk, arrival, slot.name);
  // A new key each time: late uploads overwrite nothing.
  const to = takenKey(project.pk, makeToken(), slot.name);
  const taken = await intake.take(from, to, aclOf(project), ({ head, size }) => {
    if (!judge({ key: from, size })) return false;
    requireKind(slot, head);
    return true;
  });
  if (taken === null) return null;
  try {
    const replaced = await db.transaction(async (tx) => {
      if (!(await lockOpenProject(tx, project.pk))) return null;
      const [row] = await tx
        .update(inputSlot)
        .set({ size: taken.size, storedKey: to, arrival: null })
        .where(and(ofSlot(slot), eq(inputSlot.arrival, arrival)))
        .returning({ name: inputSlot.name });
      if (!row) return null;
      await writeFileRow(tx, noting, taken);
      const { productPk, name } = slot;
      return tx
        .delete(productFile)
        .where(
          and(
            eq(productFile.productPk, productPk),
            eq(productFile.name, name),
            eq(productFile.tag, 'input'),
            ne(productFile.key, to),
          ),
        )
        .returning({ key: productFile.key });
    });
    const useless = replaced === null ? [to] : [from, ...replaced.map(({ key }) => key)];
    for (const key of useless) await store.remove(key);
    return replaced && taken;
  } catch (error) {
    await store.remove(to).catch(() => undefined);
    throw error;
  }
}

async function writeFileRow(tx: Db, { project, slot, format }: Noting, stored: StoredObject): Promise<void> {
  const { productPk, name } = slot;
  const facts = { size: stored.size, etag: stored.etag };
  await tx
    .insert(productFile)
    .values({ imagesetPk: project.pk, productPk, key: stored.key, name, format, tag: 'input', ...facts })
    .onConflictDoUpdate({ target: productFile.key, set: facts });
}

const hour = 3_600_000;
/** Longer than a signed address of a file is valid. */
const signedMs = 2 * hour;
/** Idle time after which an upload is given up. */
const abandonedMs = 14 * 24 * hour;

/**
 * Removes from a bucket what was sent after its file was stored or its project ended, once no more can arrive, and
 * uploads that were idle for two weeks.
 */
export async function clearArrivals(
  { db, store: { intake } }: Pick<ServerContext, 'db' | 'store'>,
  now: Date,
): Promise<void> {
  if (intake.kind !== 'signed') return;
  for await (const { key, since, discard } of intake.arrivals()) {
    const place = parseArrival(key);
    const ageMs = now.getTime() - since.getTime();
    if (place === null || ageMs < signedMs) continue;
    if (ageMs < abandonedMs && (await isAwaited(db, place))) continue;
    await discard();
  }
}

async function isAwaited(
  db: Db,
  { projectPk, token }: { projectPk: number; token: string },
): Promise<boolean> {
  const rows = await db
    .select({ name: inputSlot.name })
    .from(inputSlot)
    .innerJoin(product, eq(product.pk, inputSlot.productPk))
    .innerJoin(imageset, eq(imageset.pk, product.imagesetPk))
    .where(and(eq(imageset.pk, projectPk), eq(imageset.isFullyUploaded, false), eq(inputSlot.arrival, token)))
    .limit(1);
  return rows.length > 0;
}
