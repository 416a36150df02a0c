import { ref } from 'valtio/vanilla';
import { plainFilter } from '#domain/cloud/point-filter.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { writeExport } from '../export/write-export.ts';
import type { PointFileFormat } from '../ports/clouds.ts';
import type { Store } from '../store/store.ts';
import { defineCommand } from './command.ts';
import type { EditorContext } from './editor-context.ts';

export const clipboardCopy = defineCommand({
  id: 'clipboard.copy',
  labelKey: 'command.clipboard.copy',
  recording: 'skip',
  async run({ ports }, { text }) {
    await ports.files.copyText(text);
    return null;
  },
});

export const fileSave = defineCommand({
  id: 'file.save',
  labelKey: 'command.file.save',
  recording: 'skip',
  run({ ports }, { name, mediaType, bytes }) {
    ports.files.save(name, mediaType, [bytes]);
    return null;
  },
});

/** Tells what a file's format made different; nothing where that is nothing. */
function tellChanges(store: Store, name: string, changes: readonly ErrorRecord[]): void {
  if (changes.length > 0) store.setStatus({ written: ref({ name, changes }) });
}

export const drawingExport = defineCommand({
  id: 'drawing.export',
  labelKey: 'command.drawing.export',
  recording: 'skip',
  run(context, request) {
    const { clock, files } = context.ports;
    const file = writeExport(context, request, new Date(clock.now()));
    files.save(file.name, file.mediaType, file.parts);
    tellChanges(context.store, file.name, file.changes);
    return null;
  },
});

export const writtenDismiss = defineCommand({
  id: 'written.dismiss',
  labelKey: 'command.written.dismiss',
  recording: 'skip',
  run({ store }) {
    store.setStatus({ written: null });
    return null;
  },
});

const pointFiles: Readonly<Record<PointFileFormat, { readonly type: string; readonly ending: string }>> = {
  laz: { type: 'application/vnd.laszip', ending: 'laz' },
  copc: { type: 'application/vnd.laszip+copc', ending: 'copc.laz' },
  las: { type: 'application/vnd.las', ending: 'las' },
  xyz: { type: 'text/plain', ending: 'xyz' },
};

/** Rings of the selected areas; the vertices' elevations are left out. */
function selectedAreas({ views }: EditorContext['store']): number[][] {
  return views.workspace.selection.flatMap((id) => {
    const feature = views.document.features[id];
    return feature?.kind === 'polygon' ? [feature.coordinates.filter((_, at) => at % 3 !== 2)] : [];
  });
}

/** Writes what is seen of the visible clouds to a file, as a job. */
export const pointsExport = defineCommand({
  id: 'points.export',
  labelKey: 'command.points.export',
  recording: 'skip',
  run({ ports, store, jobs }, { format, name, isWithinSelection }) {
    const { clouds, files } = ports;
    const { scene, display } = store.views.workspace;
    const ids = scene.filter(({ kind, isVisible }) => kind === 'copc' && isVisible).map(({ id }) => id);
    const areas = isWithinSelection ? selectedAreas(store) : null;
    if (clouds === null || ids.length === 0) throw new AppError('editor.nothing-to-export');
    if (format === 'copc' && ids.length > 1) throw new AppError('editor.copc-of-several');
    jobs.start('points-export', 'job.exportPoints', async (signal, report) => {
      const file = await files.draft();
      try {
        const order = { format, filter: plainFilter(display), areas };
        const { count, told } = await clouds.write(ids, order, file.sink, signal, report);
        signal.throwIfAborted();
        if (count === 0) throw new AppError('editor.nothing-to-export');
        const { type, ending } = pointFiles[format];
        const fileName = `${name}.${ending}`;
        await file.save(fileName, type);
        tellChanges(store, fileName, told);
      } catch (error) {
        await file.discard();
        throw error;
      }
    });
    return null;
  },
});

export const jobCancel = defineCommand({
  id: 'job.cancel',
  labelKey: 'command.job.cancel',
  recording: 'skip',
  run({ jobs }, { id }) {
    jobs.cancel(id);
    return null;
  },
});
