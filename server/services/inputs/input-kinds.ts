import type { InputRole } from '#contract/schemas/images.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { type FileKind, fileKindOf } from '#domain/formats/file-kind.ts';
import type { SlotRow } from '../../db/schema/projects.ts';
import type { ObjectStore, StoredObject } from '../../store/object-store.ts';
import { readHead } from '../../store/read-head.ts';

/** Kinds of inputs by their first bytes; control and checkpoints are text, without a signature. */
export const kindsOfRole: Readonly<Record<InputRole, readonly (FileKind | null)[]>> = {
  lidar: ['las'],
  image: ['jpeg', 'tiff'],
  archive: ['zip'],
  control: [null],
  checkpoints: [null],
};

const wantedOfRole: Readonly<Record<InputRole, string>> = {
  lidar: 'LAS, LAZ',
  image: 'JPEG, TIFF',
  archive: 'ZIP',
  control: 'text',
  checkpoints: 'text',
};

/** Whether a file's first bytes match its announced kind. Throws `upload.wrong-kind`. */
export function requireKind({ name, originalName, role }: SlotRow, head: Uint8Array): void {
  if (kindsOfRole[role].includes(fileKindOf(head))) return;
  throw new AppError('upload.wrong-kind', { file: originalName ?? name, wanted: wantedOfRole[role] });
}

/** As `requireKind`, for a file in the store. Throws `upload.wrong-kind`. */
export async function requireStoredKind(
  store: ObjectStore,
  object: StoredObject,
  slot: SlotRow,
): Promise<void> {
  requireKind(slot, await readHead(store, object));
}
