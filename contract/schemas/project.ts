import { z } from 'zod';
import { productPurposes } from '#domain/drawing/feature.ts';
import { readMarkFrame } from '#domain/photogrammetry/control/mark-frame.ts';
import { hemispheres } from '#domain/photogrammetry/photos/hemisphere.ts';
import { limits } from '../limits.ts';
import { photoEngines } from '../rules/engines.ts';
import { projectStates } from '../rules/states.ts';
import { queryFlag, timestamp, unitOfMeasure } from './common.ts';
import { product } from './product.ts';
import { siteName } from './site.ts';
import { statedCamera } from './stated-camera.ts';

const acl = z.object({
  email: z.string(),
  pk: z.number().int(),
  acl: z.object({ write: z.boolean() }),
});

const referencePoint = z.object({
  pk: z.number().int(),
  name: z.string(),
  modifiable: z.boolean(),
  /** 0 ground control, 1 checkpoint, 2 tie point. */
  reference_point_type: z.union([z.literal(0), z.literal(1), z.literal(2)]),
});

/** Bytes held by a project. */
const projectSize = z.object({
  total: z.number(),
  input: z.number(),
  cleanable: z.object({ intermediate: z.number(), exportable: z.number(), canvas: z.number() }),
  safe_to_clean: z.boolean(),
});

/** How a project is processed. Absent means the product's default. */
export const projectSettings = z.object({
  /** 4 low, 3 medium, otherwise high. */
  density: z.number().int().optional(),
  /** Who processes photos; `builtin` where left out. A server offers those that `bootstrap` lists. */
  engine: z.enum(photoEngines).optional(),
  run_dense_unclustered: z.boolean().optional(),
  ortho_gsd_multiplier: z.number().positive().optional(),
  use_unreconstructed_cameras: z.boolean().optional(),
  surface_model_scale: z.number().positive().optional(),
  dem_gsd_multiplier: z.number().positive().optional(),
  /** Cell of elevation and surface model, in the horizontal unit of the data. */
  resolution: z.number().positive().optional(),
  /** Contour interval in the vertical unit of the data. */
  contour_interval: z.number().positive().optional(),
  /** What the person says of the cameras of the photos, each once. */
  cameras: z.array(statedCamera).max(limits.imageFiles).optional(),
  /** Pixel frame that marks of control were measured in, where not the stored photos': `swapped`, `scaled-2`. */
  mark_frame: z
    .string()
    .max(limits.nameLength)
    .refine((text) => readMarkFrame(text) !== null, 'must-be-a-frame-of-marks')
    .optional(),
  /** Where the photos were taken, for positions that name no hemisphere. */
  hemisphere: z.enum(hemispheres).optional(),
  /** Stop after the bundle adjustment, so that ground control can be measured in the photos. */
  pause_to_add_gcps: z.boolean().optional(),
  /** Take the points that are there of point cloud files that are cut short. */
  accept_truncated: z.boolean().optional(),
  /** GPS week of point cloud files with seconds of the week, where others have adjusted standard GPS time. */
  gps_week: z.number().int().nonnegative().optional(),
  /** Classify ground again although the file carries classes. */
  reclassify_ground: z.boolean().optional(),
});

export type ProjectSettings = z.output<typeof projectSettings>;

/** A project with its products: the response of both project calls. `progress` 0–1, `max_disk_space_usage` GiB. */
export const project = z.object({
  pk: z.number().int(),
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  owned: z.boolean(),
  can_edit: z.boolean(),
  when_created: timestamp,
  /** When anything of the project last changed. */
  when_modified: timestamp,
  /** The same, or when the worker that is at it was last heard of. */
  last_sign_of_life: timestamp,
  state: z.enum(projectStates),
  state_history: z.array(z.tuple([z.enum(projectStates), timestamp])),
  progress: z.number(),
  thumbnail_url: z.string().nullable(),
  is_deleted: z.boolean(),
  is_lidar: z.boolean(),
  is_lidar_registered: z.boolean(),
  is_fully_uploaded: z.boolean(),
  is_demo_dataset: z.boolean(),
  processing_paused: z.boolean(),
  pause_to_add_gcps: z.boolean(),
  added_ground_control_at_start: z.boolean(),
  are_gcps_corrected: z.boolean(),
  gcps_ready_for_correction: z.boolean(),
  site_id: z.number().int().nullable(),
  confidentiality: z.number().int(),
  acls: z.array(acl),
  sensors: z.array(z.object({ make: z.string(), model: z.string(), pk: z.number().int() })),
  default_unit_of_measure: unitOfMeasure.nullable(),
  base_coordinate_system: z.number().int().nullable(),
  base_coordinate_system_wkt: z.string().nullable(),
  /** Its processing has a place in the queue and no worker yet. */
  awaits_worker: z.boolean(),
  /** Of a local system: empty, since no tie to the earth is known; null where the system is no local one. */
  lcs_shift: z.array(z.number()).nullable(),
  requires_carlson_library: z.boolean(),
  description: z.string(),
  size: projectSize,
  /** GiB that the owner was charged for the inputs; null before processing and where nothing is metered. */
  data_charged: z.number().nullable(),
  max_disk_space_usage: z.number().nullable(),
  peak_ram_usage_gb: z.number().nullable(),
  notify_error: z.boolean(),
  notify_finish: z.boolean(),
  notify_progress: z.boolean(),
  settings: projectSettings,
  products: z.array(product),
  /** How many shapes of the drawing change products at export, by purpose; left out where there are none. */
  drawing_shapes: z.record(z.enum(productPurposes), z.number().int()).optional(),
  /** `root_url`: where thumbnails are read; `is_local`: files go through this server, else to a signed address. */
  s3_config: z.object({ root_url: z.string(), is_local: z.boolean() }),
  gcps: z.array(referencePoint),
  checkpoints: z.array(referencePoint),
  tiepoints: z.array(referencePoint),
  pixel_width: z.number().nullable(),
  pixel_height: z.number().nullable(),
  focal_length: z.number().nullable(),
  image_count: z.number().int(),
  avg_gsd: z.number().nullable(),
});

export type Project = z.output<typeof project>;

/** Which messages the owner wants by mail, where `bootstrap` says that there is mail. */
const noticeKinds = {
  notify_error: z.boolean().optional(),
  notify_finish: z.boolean().optional(),
  notify_progress: z.boolean().optional(),
};

/** New project: `lidar` is made of LAS or LAZ files, `images` of photos and their ground control, `archive` of another project. */
export const projectCreate = z.object({
  name: z.string().max(4 * limits.nameLength),
  type: z.enum(['lidar', 'images', 'archive']),
  unit_of_measure: unitOfMeasure.optional(),
  description: z.string().max(10_000).optional(),
  settings: projectSettings.optional(),
  ...noticeKinds,
});

export const projectModify = z.object({
  name: z
    .string()
    .max(4 * limits.nameLength)
    .optional(),
  description: z.string().max(10_000).optional(),
  /** Name of the site; one that its owner does not have yet is made, an empty one takes the project from its site. */
  site: siteName.optional(),
  ...noticeKinds,
});

/** A card of the project list. */
export const projectListItem = z.object({
  id: z.string(),
  pk: z.number().int(),
  name: z.string(),
  thumbnail_url: z.string().nullable(),
  owner: z.string(),
  timestamp,
  is_deleted: z.boolean(),
  state: z.enum(projectStates),
  progress: z.number(),
  size: z.object({ input: z.number() }),
});

export type ProjectListItem = z.output<typeof projectListItem>;

const word = z.string().max(limits.nameLength);
const words = z.union([word, z.array(word).max(limits.searchWords)]).transform((value) => [value].flat());

/** Filter of the project list; several words of one kind mean any of them. Times are ISO 8601. */
export const searchFilter = z.object({
  name: z.string().max(limits.nameLength).optional(),
  email: words.optional(),
  state: words.optional(),
  /** Names of products that the project has. */
  has: words.optional(),
  before: timestamp.optional(),
  after: timestamp.optional(),
  /** EPSG code or part of the WKT. */
  system: words.optional(),
  whitelabel: words.optional(),
  /** `<` or `>` followed by digits. */
  images: z
    .string()
    .regex(/^[<>]\d{1,9}$/)
    .optional(),
  deleted: z.boolean().optional(),
  as_superuser: z.boolean().optional(),
});

export const searchQuery = z.object({
  cursor: z.string().max(100).optional(),
  page_size: z.coerce.number().int().min(1).max(limits.searchPageSizeMax).default(limits.searchPageSize),
});

export const searchPage = z.object({
  items: z.array(projectListItem),
  next_cursor: z.string().nullable(),
});

export type SearchPage = z.output<typeof searchPage>;

export const uploadCompletedQuery = z.object({ start_processing: queryFlag.default(true) });

/** Files of a project that are there, with sizes in bytes, and lidar files that are not, in MiB as announced. */
export const recoveryData = z.object({
  uploaded: z.array(z.tuple([z.string(), z.number()])),
  missing: z.array(z.tuple([z.string(), z.number()])),
});

/** A task that may be run again. */
export const retryableTask = z.object({
  pk: z.number().int(),
  task_name: z.string(),
  status: z.enum(['errored', 'timed out']),
  error_message: z.string().nullable(),
  /** For staff and desktop only, else null. */
  stack_trace: z.string().nullable(),
});

/** Lines of another engine's console; where it restarted, `count` is below the requested line. */
export const engineConsolePage = z.object({
  lines: z.array(z.string()),
  /** Lines there are in all. */
  count: z.number().int(),
});
