import { basename } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';
import { type Smoothing, smoothings } from '#domain/geometry/grid/smoothing.ts';
import { describeRecord, translate } from '../../messages.ts';
import { writeContourFile } from '../../pipeline/terrain/write-contour-file.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { counted } from '../info/lines.ts';
import { openReport, reportOption } from '../report-option.ts';
import { contoursInWorld as inWorld } from '../surface/contours-in-world.ts';
import { onLent } from '../surface/lend-surfaces.ts';
import { loadSurface } from '../surface/load-surface.ts';
import { surfaceChoice, surfaceOptions } from '../surface/surface-options.ts';

const options = {
  interval: { type: 'number', short: 'i', valueName: 'I', descriptionKey: 'cli.contour.option.interval' },
  base: { type: 'number', valueName: 'B', descriptionKey: 'cli.contour.option.base' },
  smoothing: {
    type: 'string',
    choices: smoothings,
    valueName: 'LEVEL',
    descriptionKey: 'cli.contour.option.smoothing',
  },
  'index-every': { type: 'number', valueName: 'N', descriptionKey: 'cli.contour.option.index-every' },
  out: { type: 'string', short: 'o', valueName: 'FILE', descriptionKey: 'cli.contour.option.out' },
  report: reportOption,
  ...surfaceOptions,
} as const;

type ContourContext = CommandContext<typeof options>;

function checkUsage({ options: given }: ContourContext): { out: string; interval: number } {
  const missing = (argument: string) =>
    new AppError('cli.missing-argument', { command: 'contour', argument });
  if (given.interval === undefined) throw missing('--interval');
  if (given.out === undefined) throw missing('--out');
  if (!/\.(?:geojson|json|dxf)$/i.test(given.out)) {
    const choices = '*.geojson, *.dxf';
    throw new AppError('cli.bad-value', { command: 'contour', option: '--out', value: given.out, choices });
  }
  return { out: given.out, interval: given.interval };
}

/** `plumbline contour SURFACE --interval I --out FILE`: contour lines of an elevation model, TIN or ground points. */
export const contour = defineCommand({
  name: 'contour',
  summaryKey: 'cli.contour.summary',
  options,
  positionals: [{ name: 'SURFACE', isRequired: true }],
  async run(context) {
    const { out, interval } = checkUsage(context);
    const keepProof = await openReport(context.options.report, out);
    const { base = 0, smoothing = 'none' } = context.options;
    const choice = surfaceChoice('contour', context.options);
    const { signal } = context;
    const loaded = await loadSurface(context.positionals[0] as string, choice, () => context.pool(), signal);
    const pool = await context.pool();
    context.progress.report(0.3, 'cli.contour.stage.trace');
    const traced = await onLent([loaded], signal, ([placed], transfer) => {
      const { surface } = placed!;
      const request = { surface, choice: { interval, base }, smoothing: smoothing as Smoothing };
      return pool.run('geometry.contour', request, { signal, transfer });
    });
    const lines = inWorld(traced, loaded);
    context.progress.report(0.8, 'cli.contour.stage.write');
    const indexEvery = context.options['index-every'] ?? 5;
    const style = { lines, interval, base, indexEvery };
    const proof = await writeContourFile(out, style, loaded, { pool, signal });
    await keepProof(proof);
    context.progress.clear();
    const summary = {
      file: out,
      lines: lines.lineLevels.length,
      vertices: lines.coordinates.length / 2,
      levels: [...new Set(lines.lineLevels)].map((level) => lines.levels[level]!),
    };
    if (context.isJson) {
      const warnings = loaded.warnings.map((record) => ({ ...record, message: describeRecord(record) }));
      context.printJson({
        ...summary,
        interval,
        base,
        smoothing,
        unit: loaded.unit?.name ?? null,
        epsg: loaded.epsg,
        proofs: { [basename(out)]: proof },
        warnings,
      });
    } else {
      for (const warning of loaded.warnings) context.warn(describeRecord(warning));
      const params = {
        file: out,
        lines: counted('lines', summary.lines),
        levels: counted('levels', summary.levels.length),
      };
      context.print(translate('cli.contour.done', params));
    }
  },
});
