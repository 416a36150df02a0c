import { and, eq, ne, sql } from 'drizzle-orm';
import { hasFeature } from '#contract/editions.ts';
import { availableProcessing, chargeOf } from '#contract/rules/metering.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ServerConfig } from '../../config/config.ts';
import type { Db } from '../../db/database.ts';
import { type AccountRow, account } from '../../db/schema/accounts.ts';
import { imageset, inputSlot, type ProjectRow, product } from '../../db/schema/projects.ts';

/*
 * The rule: a project is charged the bytes of its inputs once, when its processing starts. They are refunded when
 * processing fails permanently, or when it is cancelled or deleted before any product was finished. A further try is
 * charged again. Demonstrations, imported archives and the desktop edition are not metered.
 */

const mebibyte = 2 ** 20;

type Metered = Pick<ProjectRow, 'pk' | 'ownerPk' | 'name' | 'isDemoDataset'>;

function isMetered(config: ServerConfig, project: Metered): boolean {
  return hasFeature(config.edition, 'metering') && !project.isDemoDataset;
}

/** GiB granted to an account without payment; null without limit. */
export function freeProcessing(row: AccountRow, config: ServerConfig): number | null {
  return hasFeature(config.edition, 'metering') ? (row.freeProcessing ?? config.freeProcessing) : null;
}

/** GiB that an account may still process; null without limit. */
export function remainingProcessing(row: AccountRow, config: ServerConfig): number | null {
  const allowance = {
    free: freeProcessing(row, config),
    used: row.usedProcessing,
    unlimitedUntil: row.unlimitedProcessingUntil?.getTime() ?? null,
  };
  return availableProcessing(allowance, Date.now());
}

/** Whether the owner may process `bytes` more than the project has announced. Throws `usage.used-up`. */
export async function requireProcessing(
  tx: Db,
  config: ServerConfig,
  project: Metered,
  bytes: number,
): Promise<void> {
  if (!isMetered(config, project)) return;
  const [owner] = await tx.select().from(account).where(eq(account.pk, project.ownerPk));
  const announced = await announcedBytes(tx, project.pk);
  if (owner) requireAllowance(owner, config, project, chargeOf(announced + bytes));
}

/**
 * Charges a project for its inputs; repeated calls charge once. The account's row is locked for the rest of the
 * transaction, so that two projects cannot both use the rest of the quota. Throws `usage.used-up`.
 */
export async function chargeProject(tx: Db, config: ServerConfig, project: Metered): Promise<void> {
  if (!isMetered(config, project)) return;
  const charged = await lockCharge(tx, project.pk);
  const [owner] = await tx.select().from(account).where(eq(account.pk, project.ownerPk)).for('update');
  if (!owner || charged !== null) return;
  const charge = chargeOf(await announcedBytes(tx, project.pk));
  if (charge === 0) return;
  requireAllowance(owner, config, project, charge);
  await tx.update(imageset).set({ dataCharged: charge }).where(eq(imageset.pk, project.pk));
  await tx
    .update(account)
    .set({ usedProcessing: sql`${account.usedProcessing} + ${charge}` })
    .where(eq(account.pk, owner.pk));
}

/** Refunds a project's charge. */
export async function refundProject(tx: Db, projectPk: number): Promise<void> {
  const charged = await lockCharge(tx, projectPk);
  if (charged === null) return;
  const [row] = await tx
    .update(imageset)
    .set({ dataCharged: null })
    .where(eq(imageset.pk, projectPk))
    .returning({ ownerPk: imageset.ownerPk });
  await tx
    .update(account)
    .set({ usedProcessing: sql`greatest(0, ${account.usedProcessing} - ${charged})` })
    .where(eq(account.pk, row?.ownerPk ?? 0));
}

/** A project's charge; its row stays locked. Projects are always locked before accounts. */
async function lockCharge(tx: Db, projectPk: number): Promise<number | null> {
  const [row] = await tx
    .select({ charged: imageset.dataCharged })
    .from(imageset)
    .where(eq(imageset.pk, projectPk))
    .for('update');
  return row?.charged ?? null;
}

function requireAllowance(owner: AccountRow, config: ServerConfig, { name }: Metered, charge: number): void {
  const available = remainingProcessing(owner, config);
  if (available === null || charge <= available) return;
  const used = owner.usedProcessing;
  throw new AppError('usage.used-up', {
    name,
    needed: inGib(charge),
    available: inGib(available),
    used: inGib(used),
  });
}

/** Three decimals, rounded up, so that a need is never shown equal to a smaller rest. */
function inGib(value: number): number {
  return Math.ceil(value * 1000) / 1000;
}

/** Bytes of a project's inputs: exact for those that arrived, as announced for the others. */
async function announcedBytes(tx: Db, projectPk: number): Promise<number> {
  const slots = await tx
    .select({ size: inputSlot.size, sizeMb: inputSlot.sizeMb })
    .from(inputSlot)
    .innerJoin(product, eq(product.pk, inputSlot.productPk))
    .where(and(eq(product.imagesetPk, projectPk), ne(inputSlot.role, 'archive')));
  return slots.reduce((total, { size, sizeMb }) => total + (size ?? sizeMb * mebibyte), 0);
}
