import { bigint, boolean, doublePrecision, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import type { FileTag, ProductName, ProductStatus } from '#contract/rules/products.ts';
import type { ProjectState } from '#contract/rules/states.ts';
import type { UnitOfMeasure } from '#contract/schemas/common.ts';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import type { InputRole, PhotoSensor } from '#contract/schemas/images.ts';
import type { ProjectSettings } from '#contract/schemas/project.ts';
import type { DataProductRequest } from '#contract/schemas/transform.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { jsonb, pkColumn, text, time } from './columns.ts';

/** Projects. `state_history` holds pairs of state and ISO time, oldest first. */
export const imageset = pgTable('imageset', {
  pk: pkColumn(),
  ownerPk: integer('owner_pk').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  isLidar: boolean('is_lidar').notNull().default(false),
  state: text('state').$type<ProjectState>().notNull().default('initialized'),
  stateHistory: jsonb('state_history').$type<[ProjectState, string][]>().notNull().default([]),
  isDeleted: boolean('is_deleted').notNull().default(false),
  /** Being deleted; no longer visible. */
  isDestroyed: boolean('is_destroyed').notNull().default(false),
  isFullyUploaded: boolean('is_fully_uploaded').notNull().default(false),
  isDemoDataset: boolean('is_demo_dataset').notNull().default(false),
  confidentiality: integer('confidentiality').notNull().default(0),
  unitOfMeasure: text('unit_of_measure').$type<UnitOfMeasure>(),
  epsg: integer('epsg'),
  wkt: text('wkt'),
  settings: jsonb('settings').$type<ProjectSettings>().notNull().default({}),
  imageCount: integer('image_count').notNull().default(0),
  thumbnailName: text('thumbnail_name'),
  dataCharged: doublePrecision('data_charged'),
  maxDiskMib: doublePrecision('max_disk_mib'),
  peakRamMib: doublePrecision('peak_ram_mib'),
  sitePk: integer('site_pk'),
  /** The photos are adjusted; the products wait for ground control to be measured. */
  gcpsReady: boolean('gcps_ready').notNull().default(false),
  gcpsCorrected: boolean('gcps_corrected').notNull().default(false),
  notifyError: boolean('notify_error').notNull().default(false),
  notifyFinish: boolean('notify_finish').notNull().default(false),
  notifyProgress: boolean('notify_progress').notNull().default(false),
  whenCreated: time('when_created').notNull().defaultNow(),
  whenModified: time('when_modified').notNull().defaultNow(),
});

/** A row of `imageset`. */
export type ProjectRow = typeof imageset.$inferSelect;

/** Named places of projects. */
export const site = pgTable('site', {
  pk: pkColumn(),
  ownerPk: integer('owner_pk').notNull(),
  name: text('name').notNull(),
});

/** Who else may see or edit a project. */
export const imagesetAcl = pgTable(
  'imageset_acl',
  {
    imagesetPk: integer('imageset_pk').notNull(),
    accountPk: integer('account_pk').notNull(),
    write: boolean('write').notNull(),
  },
  (table) => [primaryKey({ columns: [table.imagesetPk, table.accountPk] })],
);

export const product = pgTable('product', {
  pk: pkColumn(),
  imagesetPk: integer('imageset_pk').notNull(),
  name: text('name').$type<ProductName>().notNull(),
  status: text('status').$type<ProductStatus>().notNull().default('In Progress'),
  unitOfMeasure: text('unit_of_measure').$type<UnitOfMeasure>(),
  resolution: doublePrecision('resolution'),
  epsg: integer('epsg'),
  wkt: text('wkt'),
  pixelWidth: integer('pixel_width'),
  pixelHeight: integer('pixel_height'),
  workUnitsCompleted: doublePrecision('work_units_completed').notNull().default(0),
  workUnitsNeeded: doublePrecision('work_units_needed').notNull().default(1),
  stage: text('stage'),
  visualizationPercent: doublePrecision('visualization_percent').notNull().default(0),
  isVisualizationReady: boolean('is_visualization_ready').notNull().default(false),
  isVisualizationError: boolean('is_visualization_error').notNull().default(false),
  error: jsonb('error').$type<ErrorRecord>(),
  meta: jsonb('meta').$type<Record<string, unknown>>(),
  isCompressed: boolean('is_compressed'),
  /** The product that this one was made of; null for a project's own products. */
  originalPk: integer('original_pk'),
  /** The request of a transformed product; null for a project's own products. */
  ordered: jsonb('ordered').$type<DataProductRequest>(),
  whenCreated: time('when_created').notNull().defaultNow(),
  whenCompleted: time('when_completed'),
});

/** A row of `product`. */
export type ProductRow = typeof product.$inferSelect;

/** Files that a project waits for. `size` in bytes once arrived, else null; `size_mb` as announced. */
export const inputSlot = pgTable(
  'input_slot',
  {
    productPk: integer('product_pk').notNull(),
    index: integer('index').notNull(),
    name: text('name').notNull(),
    originalName: text('original_name'),
    sizeMb: doublePrecision('size_mb').notNull(),
    size: bigint('size', { mode: 'number' }),
    role: text('role').$type<InputRole>().notNull().default('lidar'),
    /** A photo's stated sensor; null for other inputs and where nothing was stated. */
    sensor: jsonb('sensor').$type<PhotoSensor>(),
    /** Token of the upload key in a bucket; null while no upload is awaited. */
    arrival: text('arrival'),
    /** Key of the file in the store; null for the key of its name. */
    storedKey: text('stored_key'),
  },
  (table) => [primaryKey({ columns: [table.productPk, table.index] })],
);

/** A row of `input_slot`. */
export type SlotRow = typeof inputSlot.$inferSelect;

/** Pictures that drawings lay over the site. */
export const overlayImage = pgTable(
  'overlay_image',
  {
    imagesetPk: integer('imageset_pk').notNull(),
    /** SHA-256 of the file, hexadecimal. */
    hash: text('hash').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    whenCreated: time('when_created').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.imagesetPk, table.hash] })],
);

/** Files in the object store. */
export const productFile = pgTable('product_file', {
  pk: pkColumn(),
  imagesetPk: integer('imageset_pk').notNull(),
  productPk: integer('product_pk').notNull(),
  key: text('key').notNull(),
  name: text('name').notNull(),
  format: text('format').notNull(),
  tag: text('tag').$type<FileTag>().notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  etag: text('etag').notNull(),
  /** Of a file that the drawing was applied to: the hash of its shapes, and what differs from the product. */
  shaped: jsonb('shaped').$type<{
    key: string;
    width: number | null;
    height: number | null;
    meta: Record<string, unknown>;
  }>(),
  /** The sums of a product's file when it was made. */
  proof: jsonb('proof').$type<FileProof>(),
  whenCreated: time('when_created').notNull().defaultNow(),
});

/** A row of `product_file`. */
export type FileRow = typeof productFile.$inferSelect;
