import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Project } from '#contract/schemas/project.ts';

const triple = z.array(z.number());
const params = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** What the page reads of a project's `report.json`. Coordinates in the project's system, times in seconds. */
const processReport = z.object({
  points: z.number(),
  pointsByClass: z.record(z.string(), z.number()),
  min: triple,
  max: triple,
  crs: z.object({ horizontalUnit: z.string().nullable(), verticalUnit: z.string().nullable() }),
  /** Points a cell, row 0 in the north; `cell` in horizontal units. */
  density: z.object({
    cell: z.number(),
    width: z.number(),
    height: z.number(),
    counts: z.array(z.number()),
    meanPerSquareUnit: z.number(),
  }),
  steps: z.array(z.object({ name: z.string(), wallS: z.number(), peakMiB: z.number() })),
  warnings: z.array(z.object({ code: z.string(), params })),
});

export type ProcessReport = z.output<typeof processReport>;

/** Address of the report among the files of a project; null until there is one. */
function reportUrl(project: Project): string | null {
  const product = project.products.find(({ name, status }) => name === 'project_report' && status === 'Done');
  return product?.files.find((file) => file.format === 'json')?.url ?? product?.downloads['json'] ?? null;
}

/** The project's report, read once it is there; idle before. */
export function useProcessReport(project: Project) {
  const url = reportUrl(project);
  return useQuery({
    queryKey: ['projects', project.pk, 'report', url],
    enabled: url !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const answer = await fetch(url ?? '', { signal, credentials: 'include' });
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
      return processReport.parse(await answer.json());
    },
  });
}

/** Symbol of a linear unit by its EPSG name. */
export function unitSymbol(name: string | null): string {
  if (name === null) return '';
  if (/^met/i.test(name)) return 'm';
  return /us survey foot/i.test(name) ? 'ftUS' : /foot|feet/i.test(name) ? 'ft' : name;
}
