import { ref } from 'valtio/vanilla';
import { plainFilter } from '#domain/cloud/point-filter.ts';
import { writtenFaults } from '#domain/drawing/verify/check-written.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { ExportRequest } from '../export/export-request.ts';
import { type ExportFile, writeExport } from '../export/write-export.ts';
import type { PointFileFormat } from '../ports/clouds.ts';
import type { JobPlan } from '../store/jobs.ts';
import type { StorePatch } from '../store/store.ts';
import { defineCommand } from './command.ts';
import type { EditorContext } from './editor-context.ts';

const clipboardCopy = defineCommand<{ readonly text: string }>()({
  id: 'clipboard.copy',
  labelKey: 'command.clipboard.copy',
  recording: 'skip',
  async plan({ ports }, { text }) {
    await ports.files.copyText(text);
    return null;
  },
});

/** Passes on a finished file. */
const fileSave = defineCommand<{
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}>()({
  id: 'file.save',
  labelKey: 'command.file.save',
  recording: 'skip',
  plan({ ports }, { name, mediaType, bytes }) {
    ports.files.save(name, mediaType, [bytes]);
    return null;
  },
});

/** Warnings of what a file's format changed; none where nothing changed. */
function writtenPatch(name: string, changes: readonly ErrorRecord[]): StorePatch | null {
  return changes.length > 0 ? { status: { written: ref({ name, changes }) } } : null;
}

/** What a written file does not give back when it is read again, or why it cannot be read. */
async function readBack({ ports }: EditorContext, file: ExportFile): Promise<readonly ErrorRecord[]> {
  const { signal } = new AbortController();
  try {
    const read = await ports.drawingFiles.read([new Blob([...file.parts])], [file.name], { signal });
    return writtenFaults(file.written, read, file.format);
  } catch (error) {
    if (error instanceof AppError) return [error.toRecord()];
    throw error;
  }
}

const drawingExport = defineCommand<ExportRequest>()({
  id: 'drawing.export',
  labelKey: 'command.drawing.export',
  recording: 'skip',
  async plan(context, request) {
    const { clock, files } = context.ports;
    const file = await writeExport(context, request, new Date(clock.now()));
    const faults = await readBack(context, file);
    files.save(file.name, file.mediaType, file.parts);
    return writtenPatch(file.name, [...faults, ...file.changes]);
  },
});

const writtenDismiss = defineCommand<null>()({
  id: 'written.dismiss',
  labelKey: 'command.written.dismiss',
  recording: 'skip',
  plan: () => ({ status: { written: null } }),
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

/** Writes the points of the visible clouds that are shown to a file, as a job. */
const pointsExport = defineCommand<{
  readonly format: PointFileFormat;
  readonly name: string;
  readonly isWithinSelection: boolean;
}>()({
  id: 'points.export',
  labelKey: 'command.points.export',
  recording: 'skip',
  plan({ ports, store }, { format, name, isWithinSelection }) {
    const { clouds, files } = ports;
    const { scene, display } = store.views.workspace;
    const ids = scene.filter(({ kind, isVisible }) => kind === 'copc' && isVisible).map(({ id }) => id);
    const areas = isWithinSelection ? selectedAreas(store) : null;
    if (clouds === null || ids.length === 0) throw new AppError('editor.nothing-to-export');
    if (format === 'copc' && ids.length > 1) throw new AppError('editor.copc-of-several');
    const job: JobPlan = {
      id: 'points-export',
      labelKey: 'job.exportPoints',
      async work(signal, report) {
        const file = await files.draft();
        try {
          const order = { format, filter: plainFilter(display), areas };
          const { count, told } = await clouds.write(ids, order, file.sink, signal, report);
          signal.throwIfAborted();
          if (count === 0) throw new AppError('editor.nothing-to-export');
          const { type, ending } = pointFiles[format];
          const fileName = `${name}.${ending}`;
          await file.save(fileName, type);
          return writtenPatch(fileName, told);
        } catch (error) {
          await file.discard();
          throw error;
        }
      },
    };
    return { job };
  },
});

/** Aborts long work. */
const jobCancel = defineCommand<{ readonly id: string }>()({
  id: 'job.cancel',
  labelKey: 'command.job.cancel',
  recording: 'skip',
  plan: (_, { id }) => ({ cancels: id }),
});

export const exportCommands = [
  clipboardCopy,
  fileSave,
  drawingExport,
  writtenDismiss,
  pointsExport,
  jobCancel,
] as const;
