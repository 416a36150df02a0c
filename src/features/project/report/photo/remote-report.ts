import { z } from 'zod';
import type { Project } from '#contract/schemas/project.ts';
import { reportStep, warningRecord } from '../process-report.ts';
import { useProductJson } from '../report-file.ts';
import { rejectedPhotos } from './photo-report.ts';

const residual = z.object({ e: z.number(), n: z.number(), u: z.number(), d3: z.number() }).nullable();

/** The parts of `report.json` of photos processed by a service that the page reads. */
const remoteReport = z.object({
  service: z.string(),
  version: z.string(),
  inputsHash: z.string(),
  images: z.object({ total: z.number(), registered: z.number().nullable(), rejected: rejectedPhotos }),
  reprojectionRmsPx: z.number().nullable(),
  gpsResidualM: residual,
  gcpResidualM: residual,
  gsdM: z.number().nullable(),
  points: z.number().nullable(),
  densePoints: z.number(),
  crs: z.object({ name: z.string().nullable(), verticalDatum: z.string().nullable() }),
  steps: z.array(reportStep),
  warnings: z.array(warningRecord),
  failures: z.array(warningRecord),
});

export type RemoteReport = z.output<typeof remoteReport>;

/** Whether a service processes the photos of a project. */
export const isRemote = (project: Project): boolean => project.settings.engine === 'nodeodm';

/** The report of a project whose photos a service processed, fetched once it exists. */
export function useRemoteReport(project: Project) {
  return useProductJson(project, 'project_report', remoteReport, isRemote(project));
}
