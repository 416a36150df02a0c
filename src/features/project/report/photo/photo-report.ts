import { z } from 'zod';
import type { Project } from '#contract/schemas/project.ts';
import { reportStep, warningRecord } from '../process-report.ts';
import { useProductJson } from '../report-file.ts';

const plan = z.tuple([z.number(), z.number()]);
const triple = z.tuple([z.number(), z.number(), z.number()]);
const planWithHeight = z.tuple([z.number(), z.number(), z.number().nullable()]);

/** A surveyed point after the adjustment, metres east, north, up in the frame of the poses. */
const controlPoint = z.object({
  label: z.string(),
  status: z.enum(['used', 'outlier', 'unused']),
  position: planWithHeight,
  residual: planWithHeight.nullable(),
  marks: z.number(),
  rmsPx: z.number().nullable(),
  suspect: z.string().nullable(),
  markOutliers: z.array(z.object({ photo: z.string(), suspect: z.string().nullable() })),
});

const camera = z.object({
  name: z.string(),
  width: z.number(),
  height: z.number(),
  photos: z.number(),
  focalMm: z.number().nullable(),
  model: z.enum(['perspective', 'fisheye']),
  focalSource: z.string(),
  parameters: z.array(
    z.object({ name: z.string(), initial: z.number(), value: z.number(), sigma: z.number().nullable() }),
  ),
  correlations: z.object({ names: z.array(z.string()), matrix: z.array(z.array(z.number())) }).nullable(),
});

const photo = z.object({
  name: z.string(),
  sigma: triple.nullable(),
  gpsResidual: z.tuple([z.number(), z.number(), z.number().nullable()]).nullable(),
  observations: z.number(),
  rmsPx: z.number(),
});

/** The parts of the bundle adjustment that the page reads: the block in its local frame, metres. */
const bundle = z.object({
  summary: z.object({
    images: z.number(),
    registered: z.number(),
    points: z.number(),
    observations: z.number(),
    meanViews: z.number(),
    reprojectionRmsPx: z.number(),
    gsdM: z.number().nullable(),
  }),
  photos: z.array(photo.extend({ centre: triple })),
  control: z.object({ gcps: z.array(controlPoint), checkpoints: z.array(controlPoint) }),
  footprints: z.array(z.object({ photo: z.number(), corners: z.array(plan) })),
  matchGraph: z.array(z.object({ a: z.number(), b: z.number(), points: z.number() })),
});

/** Photos that are in no product, with the reason. */
export const rejectedPhotos = z.array(
  z.object({
    name: z.string(),
    reason: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
);

/** Root mean squares of adjusted − stated positions, metres. */
const residual = z.object({
  e: z.number(),
  n: z.number(),
  u: z.number().nullable(),
  d3: z.number(),
});

const tested = z.object({ fit: z.number(), survey: z.number(), total: z.number() });

/** The parts of an image project's `report.json` that the page reads. */
const photoReport = z.object({
  engine: z.string(),
  version: z.string(),
  inputsHash: z.string(),
  images: z.object({
    total: z.number(),
    registered: z.number(),
    rejected: rejectedPhotos,
  }),
  reprojectionRmsPx: z.number(),
  observations: z.number(),
  points: z.number(),
  meanViews: z.number(),
  densePoints: z.number(),
  gsdM: z.number().nullable(),
  gpsResidualM: residual.nullable(),
  /** Reports of earlier versions do not distinguish the kinds of fix. */
  fixes: z
    .array(
      z.object({
        fix: z.enum(['fixed', 'float', 'single', 'none']).nullable(),
        used: z.number(),
        residual: residual.nullable(),
      }),
    )
    .catch([]),
  gcps: z.array(controlPoint),
  checkpoints: z.object({
    count: z.number(),
    rmse3d: z.number(),
    accuracy: z
      .object({
        count: z.number(),
        verticalCount: z.number(),
        horizontal: tested,
        vertical: tested,
        isSurveyErrorKnown: z.boolean(),
        horizontalClassCm: z.number().nullable(),
        verticalClassCm: z.number().nullable(),
        hasBias: z.boolean(),
      })
      .nullable(),
    points: z.array(controlPoint),
  }),
  crs: z.object({ name: z.string().nullable(), verticalDatum: z.string().nullable() }),
  blocks: z.array(z.number()),
  cameras: z.array(camera),
  photos: z.array(photo),
  adjustment: z.object({ hasConverged: z.boolean(), domeM: z.number().nullable() }),
  settings: z.object({
    density: z.string(),
    orthoGsdMultiplier: z.number(),
    demGsdMultiplier: z.number().nullable(),
    surfaceModelScale: z.number().nullable(),
  }),
  steps: z.array(reportStep),
  warnings: z.array(warningRecord),
  failures: z.array(warningRecord),
});

export type ControlPoint = z.output<typeof controlPoint>;
export type ReportCamera = z.output<typeof camera>;
export type ReportPhoto = z.output<typeof photo>;
export type Bundle = z.output<typeof bundle>;
export type PhotoReport = z.output<typeof photoReport>;

/** The report of an image project, fetched once it exists. */
export function usePhotoReport(project: Project) {
  return useProductJson(project, 'project_report', photoReport);
}

/** The bundle adjustment of an image project, fetched once it exists: long before the report. */
export function useBundle(project: Project) {
  return useProductJson(project, 'bundle_adjustment', bundle);
}
