import { conflictNotes } from '#domain/crs/conflicts.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { measureSystemOffsets } from '#domain/crs/system-offsets.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { DeclaredSystem } from '#viewport/viewport-types.ts';
import { recordOf } from '../state/error-record.ts';
import { addNotice } from '../store/notices.ts';
import type { Store } from '../store/store.ts';

/** Warnings of a file whose declarations contradict each other or leave a unit out, as every command reports them. */
async function notesOf({ file, declarations, wktBit, place }: DeclaredSystem): Promise<ErrorRecord[]> {
  if (declarations.length === 0) return [];
  const read = await readCrs(declarations, { wktBit, place });
  const { conflicts } = await measureSystemOffsets(read, place);
  return conflictNotes(file, conflicts);
}

/** Reports once for each layer's file what its coordinate system leaves undefined. Returns a disposer. */
export function reportSystems(store: Store, viewport: Viewport): () => void {
  const asked = new Set<string>();
  return viewport.on('layerReady', ({ layerId }) => {
    const declared = viewport.summary(layerId)?.declared;
    if (declared === undefined || asked.has(layerId)) return;
    asked.add(layerId);
    const notify = (notes: readonly ErrorRecord[]) => {
      if (notes.length === 0) return;
      store.setStatus({ systemNotes: { ...store.views.status.systemNotes, [layerId]: notes } });
      for (const note of notes) addNotice(store, note);
    };
    void notesOf(declared).then(notify, (error: unknown) => notify([recordOf(error, 'view.read-systems')]));
  });
}
