import { describeRecord, translate } from '../../messages.ts';
import type { ClassifyChoice } from '../../pipeline/context.ts';
import type { InputFile } from '../../pipeline/inputs.ts';
import { processCloud } from '../../pipeline/process-cloud.ts';
import type { ProcessReport } from '../../pipeline/report.ts';
import type { CommandContext } from '../command.ts';
import { readCrsOption } from '../crs-option.ts';
import { number } from '../info/lines.ts';
import { gpsWeekOf, type ProcessOptions, positive, type processOptions } from './options.ts';
import { productLines } from './product-lines.ts';
import { showSteps } from './stages.ts';

function lines(report: ProcessReport, out: string): string[] {
  return [
    translate('cli.process.points', {
      count: report.points,
      number: number(report.points),
      crs: report.crs.name ?? '?',
    }),
    ...productLines(report.products, report.crs.horizontalUnit),
    translate('cli.process.report', { path: `${out}/report.json` }),
  ];
}

/** Makes the products of point cloud files and prints them. */
export async function processClouds(
  context: CommandContext<typeof processOptions>,
  inputs: readonly InputFile[],
  out: string,
): Promise<ProcessReport> {
  const given: ProcessOptions = context.options;
  const report = await processCloud({
    inputs,
    out,
    crs: (await readCrsOption(given.crs)) ?? null,
    acceptTruncated: given['accept-truncated'],
    gpsWeek: gpsWeekOf(given['gps-week']),
    resolution: positive('--resolution', given.resolution),
    classify: (given.classify ?? 'auto') as ClassifyChoice,
    contourInterval: positive('--contour-interval', given['contour-interval']),
    pool: await context.pool(),
    signal: context.signal,
    onProgress: showSteps(context.progress),
  });
  context.progress.clear();
  for (const warning of report.warnings) context.warn(describeRecord(warning));
  if (context.isJson) context.printJson(report);
  else for (const line of lines(report, out)) context.print(line);
  return report;
}
