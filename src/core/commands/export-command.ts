import { ref } from 'valtio/vanilla';
import { plainFilter } from '#domain/cloud/point-filter.ts';
import { exportEndings } from '#domain/drawing/export/export-file.ts';
import type { ExportFormat } from '#domain/drawing/export/export-options.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { ExportRequest } from '../export/export-request.ts';
import { gatherExport, projectSystem } from '../export/gather-export.ts';
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

/** Media types of drawings. */
const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  dxf: 'image/vnd.dxf',
  landxml: 'application/xml',
  geojson: 'application/geo+json',
  shapefile: 'application/zip',
  gpkg: 'application/geopackage+sqlite3',
  kml: 'application/vnd.google-earth.kml+xml',
  kmz: 'application/vnd.google-earth.kmz',
  points: 'text/plain',
};

/** Writes the drawing as it stands to a file, as a job. */
const drawingExport = defineCommand<ExportRequest>()({
  id: 'drawing.export',
  labelKey: 'command.drawing.export',
  recording: 'skip',
  plan(context, request) {
    const { clock, files, drawingFiles } = context.ports;
    const { format, name, target } = request;
    const drawing = gatherExport(context, request);
    const options = { ...request.options, name, date: new Date(clock.now()) };
    const order = { format, system: projectSystem(context.facts), target, options };
    const job: JobPlan = {
      id: 'drawing-export',
      labelKey: 'job.exportDrawing',
      async work(signal, report) {
        const { parts, changes } = await drawingFiles.write(drawing, order, { signal, report });
        signal.throwIfAborted();
        const fileName = `${name}${exportEndings[format]}`;
        files.save(fileName, mediaTypes[format], parts);
        return writtenPatch(fileName, changes);
      },
    };
    return { job };
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
