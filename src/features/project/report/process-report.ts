import { z } from 'zod';
import type { Project } from '#contract/schemas/project.ts';
import { useProductJson } from './report-file.ts';

const triple = z.array(z.number());

/** A warning of a report. */
export const warningRecord = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

/** Resources used by a step; times in seconds. */
export const reportStep = z.object({ name: z.string(), wallS: z.number(), peakMiB: z.number() });

export type ReportStep = z.output<typeof reportStep>;
export type WarningRecord = z.output<typeof warningRecord>;

/** The parts of a lidar project's `report.json` that the page reads. Coordinates in the project's system. */
const processReport = z.object({
  points: z.number(),
  pointsByClass: z.record(z.string(), z.number()),
  min: triple,
  max: triple,
  crs: z.object({ horizontalUnit: z.string().nullable(), verticalUnit: z.string().nullable() }),
  /** Points per cell, row 0 in the north; `cell` in horizontal units. */
  density: z.object({
    cell: z.number(),
    width: z.number(),
    height: z.number(),
    counts: z.array(z.number()),
    meanPerSquareUnit: z.number(),
  }),
  steps: z.array(reportStep),
  warnings: z.array(warningRecord),
});

export type ProcessReport = z.output<typeof processReport>;

/** The report of a lidar project, fetched once it exists; idle before and for other projects. */
export function useProcessReport(project: Project) {
  return useProductJson(project, 'project_report', processReport, project.is_lidar);
}

/** Symbol of a linear unit by its EPSG name. */
export function unitSymbol(name: string | null): string {
  if (name === null) return '';
  if (/^met/i.test(name)) return 'm';
  return /us survey foot/i.test(name) ? 'ftUS' : /foot|feet/i.test(name) ? 'ft' : name;
}
