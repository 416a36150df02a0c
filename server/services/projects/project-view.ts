import { and, asc, eq, inArray } from 'drizzle-orm';
import { roleAllows } from '#contract/roles.ts';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath } from '#contract/routes/route.ts';
import { inDisplayOrder } from '#contract/rules/products.ts';
import { overallProgress } from '#contract/rules/progress.ts';
import { flightOf } from '#contract/schemas/flight.ts';
import type { Project } from '#contract/schemas/project.ts';
import { maxOf } from '#domain/math/extremes.ts';
import { account } from '../../db/schema/accounts.ts';
import {
  imagesetAcl,
  inputSlot,
  type ProjectRow,
  product,
  productFile,
  type SlotRow,
} from '../../db/schema/projects.ts';
import { task } from '../../db/schema/work.ts';
import type { ServerContext } from '../context.ts';
import { listShapeTasks, newestShapes, shapesKey } from '../drawings/shapes.ts';
import { sensorsOf } from '../inputs/sensors.ts';
import type { ProjectAccess } from '../people/access.ts';
import { listFileTasks } from '../products/file-tasks.ts';
import { viewProduct, withGsdMultiple } from '../products/product-view.ts';
import { measureProject } from './project-size.ts';
import { readSystemFacts } from './projections.ts';

/** URL of a project's image, or null. */
export function thumbnailUrl(project: Pick<ProjectRow, 'pk' | 'thumbnailName'>): string | null {
  if (!project.thumbnailName) return null;
  return fillPath(rawRoutes.thumbnailGet.path, { pk: project.pk, name: project.thumbnailName });
}

/** Everything the project page shows, as its caller may see it. */
export async function viewProject(context: ServerContext, access: ProjectAccess): Promise<Project> {
  const { db } = context;
  const { project, role } = access;
  // Tasks are read before files: a task's file exists when it ends, so that a file is never missing from both.
  const fileTasks = await listFileTasks(db, project.pk);
  const shapeTasks = await listShapeTasks(db, project.pk);
  const products = await db
    .select()
    .from(product)
    .where(eq(product.imagesetPk, project.pk))
    .orderBy(asc(product.pk));
  const files = await db.select().from(productFile).where(eq(productFile.imagesetPk, project.pk));
  const pks = products.map((row) => row.pk);
  const slots =
    pks.length === 0 ? [] : await db.select().from(inputSlot).where(inArray(inputSlot.productPk, pks));
  const [owner] = await db
    .select({ email: account.email })
    .from(account)
    .where(eq(account.pk, project.ownerPk));
  const acls = await db
    .select({ pk: account.pk, email: account.email, write: imagesetAcl.write })
    .from(imagesetAcl)
    .innerJoin(account, eq(account.pk, imagesetAcl.accountPk))
    .where(eq(imagesetAcl.imagesetPk, project.pk));
  const shapes = await newestShapes(db, project.pk);
  const views = inDisplayOrder(
    products.map((row, index) =>
      viewProduct(
        row,
        files.filter((file) => file.productPk === row.pk),
        slots.filter((slot) => slot.productPk === row.pk),
        products.findIndex((other) => other.name === row.name) === index,
        {
          fileTasks: fileTasks.filter(({ productPk }) => productPk === row.pk),
          shapesKey: shapesKey(row.name, shapes),
          shapeTask: shapeTasks.find(({ productPk }) => productPk === row.pk),
        },
      ),
    ),
  );
  const flight = viewFlight(views, slots);
  const found = products.find((row) => row.ordered === null && (row.wkt !== null || row.epsg !== null));
  const system = { epsg: project.epsg ?? found?.epsg ?? null, wkt: project.wkt ?? found?.wkt ?? null };
  return {
    ...viewFacts(project),
    s3_config: { root_url: '/', is_local: context.store.intake.kind === 'through' },
    ...flight,
    added_ground_control_at_start: slots.some(({ role }) => role === 'control'),
    default_unit_of_measure: project.unitOfMeasure ?? found?.unitOfMeasure ?? null,
    base_coordinate_system: system.epsg,
    base_coordinate_system_wkt: system.wkt,
    ...(await readSystemFacts(system)),
    owner: role === 'visitor' ? '' : (owner?.email ?? ''),
    owned: role === 'owner',
    can_edit: roleAllows(role, 'edit'),
    acls: (role === 'visitor' ? [] : acls).map((row) => ({
      pk: row.pk,
      email: row.email,
      acl: { write: row.write },
    })),
    progress: overallProgress(views),
    ...(await viewWork(context, project)),
    products: views.map((view) => withGsdMultiple(view, flight.avg_gsd)),
    ...(shapes ? { drawing_shapes: shapes.counts } : {}),
    size: await measureProject(context, project, files),
  };
}

/** Fields from the bundle adjustment. */
type Flown = 'sensors' | 'gcps' | 'checkpoints' | 'pixel_width' | 'pixel_height' | 'focal_length' | 'avg_gsd';

/** Fields of the response that are not columns of the project. */
type Gathered =
  | Flown
  | 'owner'
  | 'owned'
  | 'can_edit'
  | 'acls'
  | 'progress'
  | keyof Work
  | 'products'
  | 'drawing_shapes'
  | 's3_config'
  | 'size'
  | 'default_unit_of_measure'
  | 'base_coordinate_system'
  | 'base_coordinate_system_wkt'
  | 'requires_carlson_library'
  | 'lcs_shift'
  | 'added_ground_control_at_start';

type Work = Pick<Project, 'last_sign_of_life' | 'awaits_worker'>;

/** When the project changed, or the last heartbeat of its worker, and whether it has no worker yet. */
async function viewWork({ db }: ServerContext, { pk, state, whenModified }: ProjectRow): Promise<Work> {
  const active = await db
    .select({ status: task.status, productPk: task.productPk, heartbeatAt: task.heartbeatAt })
    .from(task)
    .where(and(eq(task.imagesetPk, pk), inArray(task.status, ['queued', 'running'])));
  const heard = active.map(({ status, heartbeatAt }) =>
    status === 'running' ? (heartbeatAt?.getTime() ?? 0) : 0,
  );
  const whole = active.find(({ productPk }) => productPk === null);
  return {
    last_sign_of_life: new Date(Math.max(whenModified.getTime(), maxOf(heard))).toISOString(),
    awaits_worker: state === 'processing' && whole?.status === 'queued',
  };
}

type ReferencePoint = Project['gcps'][number];

function pointsOf(labels: readonly string[], type: ReferencePoint['reference_point_type']): ReferencePoint[] {
  return labels.map((name, index) => ({
    pk: index + 1,
    name,
    modifiable: false,
    reference_point_type: type,
  }));
}

function viewFlight(
  products: Parameters<typeof flightOf>[0],
  slots: readonly SlotRow[],
): Pick<Project, Flown> {
  const flight = flightOf(products);
  const announced = sensorsOf(slots);
  const sensors = announced.length > 0 ? announced : (flight?.sensors ?? []);
  return {
    sensors: sensors.map(({ make, model }, index) => ({
      pk: index + 1,
      make: make ?? '',
      model: model ?? '',
    })),
    gcps: pointsOf(flight?.gcps ?? [], 0),
    checkpoints: pointsOf(flight?.checkpoints ?? [], 1),
    pixel_width: flight?.pixel_width ?? null,
    pixel_height: flight?.pixel_height ?? null,
    focal_length: flight?.focal_length_mm ?? null,
    avg_gsd: flight?.gsd_m ?? null,
  };
}

function viewFacts(project: ProjectRow): Omit<Project, Gathered> {
  return {
    pk: project.pk,
    id: String(project.pk),
    name: project.name,
    when_created: project.whenCreated.toISOString(),
    when_modified: project.whenModified.toISOString(),
    state: project.state,
    state_history: project.stateHistory,
    thumbnail_url: thumbnailUrl(project),
    is_deleted: project.isDeleted,
    is_lidar: project.isLidar,
    is_lidar_registered: false,
    is_fully_uploaded: project.isFullyUploaded,
    is_demo_dataset: project.isDemoDataset,
    processing_paused: project.state === 'paused',
    pause_to_add_gcps: project.settings.pause_to_add_gcps === true,
    are_gcps_corrected: project.gcpsCorrected,
    gcps_ready_for_correction: project.gcpsReady,
    site_id: project.sitePk,
    confidentiality: project.confidentiality,
    description: project.description,
    data_charged: project.dataCharged,
    max_disk_space_usage: project.maxDiskMib === null ? null : project.maxDiskMib / 1024,
    peak_ram_usage_gb: project.peakRamMib === null ? null : project.peakRamMib / 1024,
    notify_error: project.notifyError,
    notify_finish: project.notifyFinish,
    notify_progress: project.notifyProgress,
    settings: project.settings,
    tiepoints: [],
    image_count: project.imageCount,
  };
}
