import { and, eq } from 'drizzle-orm';
import { AppError } from '#domain/errors/app-error.ts';
import { inputSlot, type SlotRow } from '../../db/schema/projects.ts';
import { largerThanAnnounced } from '../../store/byte-limit.ts';
import type { Admission } from '../../store/object-store.ts';
import type { ServerContext } from '../context.ts';
import { lockOpenProject } from '../projects/lock-project.ts';
import { requireKind } from './input-kinds.ts';
import { announcedBytes } from './input-sizes.ts';

/**
 * Checks a received file for a slot: its kind by its first bytes, its size, and, in the transaction that moves it,
 * whether the project still accepts files. A file that was recorded before counts as not arrived again. Throws
 * `upload.wrong-kind`, `upload.larger-than-announced`, `upload.unexpected`.
 */
export function admitTo(context: ServerContext, projectPk: number, key: string, slot: SlotRow): Admission {
  return async ({ head, size }, keep) => {
    const most = announcedBytes(slot);
    if (size > most) throw largerThanAnnounced(key, most);
    requireKind(slot, head);
    return context.db.transaction(async (tx) => {
      const isOpen = await lockOpenProject(tx, projectPk);
      if (!isOpen) throw new AppError('upload.unexpected', { key });
      await tx
        .update(inputSlot)
        .set({ size: null })
        .where(and(eq(inputSlot.productPk, slot.productPk), eq(inputSlot.index, slot.index)));
      return keep();
    });
  };
}
