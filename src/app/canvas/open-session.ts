import type { ApiClient } from '#api/client.ts';
import { routes } from '#contract/routes/table.ts';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';
import { createEditor, type Editor } from '#core/editor.ts';
import { heightFactor } from '#core/measure/height-factor.ts';
import type { SurfaceAccess } from '#core/ports/surface.ts';
import { type CameraStations, createCameraStations } from '#core/stations/camera-stations.ts';
import type { ShownDrawing } from '#features/drawing/manager/shown-drawing.ts';
import { jsonUrl } from '#features/project/report/report-file.ts';
import { GpuViewport } from '#gpu/views/gpu-viewport.ts';
import type { Text } from '#i18n/use-text.ts';
import { openHttpSource } from '#workers/io/http-source.ts';
import { pagePool } from '../page-pool.ts';
import { browserClock, browserFiles, browserFrames } from './browser-ports.ts';
import { createCloudAccess } from './cloud-access.ts';
import { createDrawingFiles } from './drawing-files.ts';
import { createOverlayImages } from './overlay-images.ts';
import { openPendingEdits } from './pending-edits.ts';
import { cloudUrl, type MeasuredProduct, measuredRaster, topRaster } from './product-layers.ts';
import { createAccuracyReader } from './project-accuracy.ts';
import { readProjectFacts } from './project-facts.ts';
import { createRasterSurface } from './raster-surface.ts';
import { createServerDrawings } from './server-drawings.ts';

/** An open canvas. */
export interface CanvasSession {
  readonly editor: Editor;
  readonly stations: CameraStations;
  /** The project's current products: measurements use the newest. */
  setProducts(products: readonly Product[]): void;
  /** Saves, then frees the device. */
  close(): Promise<void>;
}

/** The session that is being closed: its drawing must be saved before the next one reads it. */
let closing: Promise<void> = Promise.resolve();

/** Closes a session, also one that is still being opened. */
export function closeCanvasSession(opening: Promise<CanvasSession>): void {
  const ended = opening.then(
    (session) => session.close(),
    () => undefined,
  );
  closing = Promise.all([closing, ended]).then(() => undefined);
}

/** A surface that is reopened when its raster's address changes. */
function latestSurface(open: (raster: MeasuredProduct | null) => SurfaceAccess | null) {
  let url: string | undefined;
  let surface: SurfaceAccess | null = null;
  return {
    take(raster: MeasuredProduct | null): void {
      if (raster?.url === url) return;
      url = raster?.url;
      surface = open(raster);
    },
    get: () => surface,
  };
}

/** Unsent changes belong to who made them, and to their drawing. */
async function pendingKey(client: ApiClient, projectPk: number, { drawing }: ShownDrawing): Promise<string> {
  const { email } = await client.call(routes.accountGet);
  return drawing === null ? `${email} ${projectPk}` : `${email} ${projectPk} ${drawing}`;
}

interface SessionOptions {
  readonly isDemo: boolean;
  readonly shown: ShownDrawing;
}

/** Creates the editor of a project with the browser's device, workers and server. */
export async function openCanvasSession(
  client: ApiClient,
  project: Project,
  { t, format }: Pick<Text, 't' | 'format'>,
  { isDemo, shown }: SessionOptions,
): Promise<CanvasSession> {
  await closing;
  const facts = await readProjectFacts(project, t('drawing.firstLayer'), isDemo);
  const tasks = pagePool();
  const isFixed = isDemo || shown.version !== null;
  const pending = isFixed ? null : openPendingEdits(indexedDB, await pendingKey(client, project.pk, shown));
  const viewport = new GpuViewport({
    pool: tasks,
    openSource: (address, signal) => openHttpSource(address, { signal }),
    numberText: format.number,
  });
  const zFactor = heightFactor(facts);
  let newest: readonly Product[] = project.products;
  const readAccuracy = createAccuracyReader(
    () => jsonUrl(newest, 'project_report'),
    facts.horizontalUnit?.metres ?? 1,
  );
  const surfaceOf = (raster: MeasuredProduct | null): SurfaceAccess | null => {
    if (raster === null) return null;
    const measured = {
      name: t(`product.${raster.name}`),
      openSource: () => openHttpSource(raster.url),
      readAccuracy,
      zFactor,
    };
    return createRasterSurface(measured, tasks);
  };
  const models = { surface: latestSurface(surfaceOf), top: latestSurface(surfaceOf) };
  const takeProducts = (products: readonly Product[]) => {
    models.surface.take(measuredRaster(products));
    models.top.take(topRaster(products));
  };
  takeProducts(project.products);
  const editor = createEditor(
    {
      viewport,
      tasks,
      drawings: createServerDrawings(client, project.pk, shown),
      pending,
      get surface() {
        return models.surface.get();
      },
      get top() {
        return models.top.get();
      },
      clouds: createCloudAccess((id) => cloudUrl(newest, id), tasks),
      files: browserFiles,
      drawingFiles: createDrawingFiles(tasks),
      overlayImages: createOverlayImages(project.pk, tasks, facts.system),
      clock: browserClock,
      requestFrame: browserFrames,
      createId: () => crypto.randomUUID(),
      numberText: format.number,
      purposeText: (purpose) => t(`purpose.${purpose}`),
    },
    facts,
  );
  return {
    editor,
    stations: createCameraStations(viewport),
    setProducts(products) {
      newest = products;
      takeProducts(products);
    },
    async close() {
      await editor.dispose();
      viewport.dispose();
    },
  };
}
