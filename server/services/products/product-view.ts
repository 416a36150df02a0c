import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath } from '#contract/routes/route.ts';
import { plainTif, tifRequest, visualizationStatus } from '#contract/rules/products.ts';
import { shapedRequest } from '#contract/rules/shapes.ts';
import type { Product, ProductFile } from '#contract/schemas/product.ts';
import type { FileRow, ProductRow, SlotRow } from '../../db/schema/projects.ts';
import { describeForPage } from '../../messages.ts';
import type { listShapeTasks } from '../drawings/shapes.ts';
import type { FileTask } from './file-tasks.ts';

/** The requested files of a product beside its own. */
interface Asked {
  readonly fileTasks: readonly FileTask[];
  /** Hash of the shapes that would change it; null for none. */
  readonly shapesKey: string | null;
  /** The newest task that applies the drawing. */
  readonly shapeTask: Awaited<ReturnType<typeof listShapeTasks>>[number] | undefined;
}

/** A product as the page shows it; `withGsdMultiple` adds its pixel size in multiples of the photos'. */
export function viewProduct(
  row: ProductRow,
  files: readonly FileRow[],
  slots: readonly SlotRow[],
  isFirst: boolean,
  asked: Asked,
): Omit<Product, 'avg_gsd_multiple'> {
  const readable = files.filter((file) => file.tag === 'exportable' || file.tag === 'canvas').map(viewFile);
  const downloads = readable
    .filter((file) => file.tag === 'exportable')
    .map((file) => [file.format, file.url]);
  const isProved = files.some(({ tag, proof }) => tag === 'exportable' && proof !== null);
  const place = { pk: row.imagesetPk, productPk: row.pk };
  const shown = {
    status: row.status,
    error_message: row.error ? describeForPage(row.error) : null,
    is_visualization_error: row.isVisualizationError,
    is_visualization_ready: row.isVisualizationReady,
    visualization_percent_completed: row.visualizationPercent,
  };
  const lidar = {
    is_uploaded: slots.every((slot) => slot.size !== null),
    is_compressed: row.isCompressed ?? false,
    file_size: slots.map((slot) => slot.sizeMb),
  };
  return {
    ...shown,
    pk: row.pk,
    name: row.name,
    unit_of_measure: row.unitOfMeasure,
    resolution: row.resolution,
    epsg: row.epsg,
    wkt: row.wkt,
    pixel_width: row.pixelWidth,
    pixel_height: row.pixelHeight,
    when_created: row.whenCreated.toISOString(),
    when_completed: row.whenCompleted?.toISOString() ?? null,
    downloads: Object.fromEntries(downloads),
    proofs_url: isProved ? fillPath(rawRoutes.proofsGet.path, place) : null,
    files: readable,
    ...viewRequests(files, asked),
    visualization: visualizationStatus(shown, isFirst),
    is_complete: row.status === 'Done',
    work_units_completed: row.workUnitsCompleted,
    work_units_needed: row.workUnitsNeeded,
    stage: row.stage,
    ground_sampling_distance: row.resolution,
    original: row.originalPk,
    meta_tile_data: row.meta,
    ...(slots.some((slot) => slot.role === 'lidar') ? lidar : {}),
  };
}

/** A product with its pixel size in multiples of the photos' mean sampling distance. */
export function withGsdMultiple(view: Omit<Product, 'avg_gsd_multiple'>, gsd: number | null): Product {
  const { resolution } = view;
  return { ...view, avg_gsd_multiple: resolution === null || gsd === null ? null : resolution / gsd };
}

function viewRequests(
  files: readonly FileRow[],
  { fileTasks, shapesKey, shapeTask }: Asked,
): Pick<
  Product,
  'requests' | 'requests_generating' | 'requests_progress' | 'requests_failed' | 'shaped_error'
> {
  const isShaped = shapesKey !== null && files.some(({ shaped }) => shaped?.key === shapesKey);
  const going = fileTasks.filter(({ isGoingOn }) => isGoingOn);
  const isShaping = shapeTask?.status === 'queued' || shapeTask?.status === 'running';
  const generating = [...going.map(({ request }) => request), ...(isShaping ? [shapedRequest] : [])];
  const kept = [
    ...(files.some((file) => file.format === plainTif) ? [tifRequest] : []),
    ...(isShaped ? [shapedRequest] : []),
  ];
  const { error } = shapeTask ?? {};
  return {
    // A file is committed slightly before its task ends.
    requests: kept.filter((request) => !generating.includes(request)),
    requests_generating: generating,
    requests_progress: Object.fromEntries([
      ...going.map(({ request, fraction }) => [request, fraction]),
      ...(isShaping ? [[shapedRequest, shapeTask?.fraction ?? 0]] : []),
    ]),
    requests_failed: Object.fromEntries(
      fileTasks.flatMap(({ request, error: failure }) =>
        failure ? [[request, describeForPage(failure)]] : [],
      ),
    ),
    ...(error && !isShaping ? { shaped_error: describeForPage(error) } : {}),
  };
}

function viewFile(file: FileRow): ProductFile {
  const { imagesetPk: pk, productPk, name } = file;
  const url = fillPath(rawRoutes.fileGet.path, { pk, productPk, name });
  return { pk: file.pk, name, format: file.format, tag: file.tag, size: file.size, url };
}
