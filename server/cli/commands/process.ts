import { AppError } from '#domain/errors/app-error.ts';
import { describeRecord, translate } from '../../messages.ts';
import type { ClassifyChoice } from '../../pipeline/context.ts';
import { processCloud } from '../../pipeline/process-cloud.ts';
import type { ProcessReport } from '../../pipeline/report.ts';
import { defineCommand } from '../command.ts';
import { crsOption, readCrsOption } from '../crs-option.ts';
import { number } from '../info/lines.ts';

const options = {
  out: { type: 'string', valueName: 'DIR', descriptionKey: 'cli.process.option.out' },
  crs: crsOption,
  resolution: { type: 'number', valueName: 'CELL', descriptionKey: 'cli.process.option.resolution' },
  classify: {
    type: 'string',
    choices: ['auto', 'always', 'never'],
    descriptionKey: 'cli.process.option.classify',
  },
  'contour-interval': {
    type: 'number',
    valueName: 'STEP',
    descriptionKey: 'cli.process.option.contour-interval',
  },
} as const;

const stageKeys = {
  ingest: 'cli.stage.ingest',
  ground: 'cli.stage.ground',
  'point-cloud': 'cli.stage.point-cloud',
  'plan-view': 'cli.stage.pictures',
  'terrain-plan': 'cli.stage.terrain-plan',
  elevation: 'cli.stage.elevation',
  surface: 'cli.stage.surface',
  pictures: 'cli.stage.pictures',
  contours: 'cli.stage.contours',
} as const;

const isStage = (name: string): name is keyof typeof stageKeys => name in stageKeys;

function positive(option: string, value: number | undefined): number | null {
  if (value === undefined) return null;
  if (Number.isFinite(value) && value > 0) return value;
  throw new AppError('cli.bad-value', { command: 'process', option, value, choices: '> 0' });
}

function lines(report: ProcessReport, out: string): string[] {
  const { crs } = report;
  return [
    translate('cli.process.points', { count: number(report.points), crs: crs.name ?? '?' }),
    ...report.products.map(({ path, width, height, resolution }) =>
      width === null
        ? `  ${path}`
        : translate('cli.process.raster', {
            path,
            width,
            height: height ?? 0,
            cell: resolution ?? 0,
            unit: crs.horizontalUnit ?? '',
          }),
    ),
    translate('cli.process.report', { path: `${out}/report.json` }),
  ];
}

/** `plumbline process FILE… --out DIR`: all products of point cloud files. */
export const process = defineCommand({
  name: 'process',
  summaryKey: 'cli.process.summary',
  options,
  positionals: [{ name: 'FILE', isRequired: true, multiple: true }],
  async run(context) {
    const { options: given, progress } = context;
    if (given.out === undefined)
      throw new AppError('cli.missing-argument', { command: 'process', argument: '--out' });
    const report = await processCloud({
      inputs: context.positionals.map((path) => ({ path, name: path })),
      out: given.out,
      crs: (await readCrsOption(given.crs)) ?? null,
      resolution: positive('--resolution', given.resolution),
      classify: (given.classify ?? 'auto') as ClassifyChoice,
      contourInterval: positive('--contour-interval', given['contour-interval']),
      pool: await context.pool(),
      signal: context.signal,
      onProgress: ({ step, fraction }) => {
        if (isStage(step)) progress.report(fraction, stageKeys[step]);
      },
    });
    progress.clear();
    for (const warning of report.warnings) context.warn(describeRecord(warning));
    if (context.isJson) context.printJson(report);
    else for (const line of lines(report, given.out)) context.print(line);
    const failure = report.failures[0];
    if (failure) throw new AppError(failure.code, failure.params);
  },
});
