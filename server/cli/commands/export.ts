import { basename, extname } from 'node:path';
import type { CodeTable } from '#domain/drawing/codes/code-table.ts';
import { encodeDrawing } from '#domain/drawing/export/encode-drawing.ts';
import { isPointFile } from '#domain/drawing/import/drawing-endings.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { type PointOrder, pointOrders } from '#domain/formats/point-text/layout.ts';
import { appendAll } from '#domain/math/extremes.ts';
import { openSql } from '#workers/io/open-sql.ts';
import { translate } from '../../messages.ts';
import { writePieces } from '../../pipeline/write-pieces.ts';
import { defineCommand } from '../command.ts';
import { readCodeFile } from '../drawing/read-code-file.ts';
import { composeDrawing, endingOf, formatOf } from '../export/compose-drawing.ts';
import { gatherInputs } from '../export/gather-inputs.ts';
import { onlyLayer } from '../export/only-layer.ts';
import { pointOptions, pointTextOptions } from '../export/point-text-options.ts';
import { readBack } from '../export/read-back.ts';
import { inTarget, targetOptions } from '../export/target-system.ts';
import { warningsJson } from '../info/las-json.ts';
import { counted } from '../info/lines.ts';
import { createWarner } from '../process/warner.ts';
import { openReport, reportOption } from '../report-option.ts';
import { surfaceChoice, surfaceOptions } from '../surface/surface-options.ts';

const options = {
  out: { type: 'string', short: 'o', valueName: 'FILE', descriptionKey: 'cli.export.option.out' },
  report: reportOption,
  interval: { type: 'number', short: 'i', valueName: 'I', descriptionKey: 'cli.export.option.interval' },
  'point-order': {
    type: 'string',
    choices: pointOrders,
    valueName: 'ORDER',
    descriptionKey: 'cli.export.option.point-order',
  },
  layer: { type: 'string', valueName: 'NAME', descriptionKey: 'cli.export.option.layer' },
  chords: { type: 'boolean', descriptionKey: 'cli.export.option.chords' },
  'paper-scale': { type: 'number', valueName: 'N', descriptionKey: 'cli.export.option.paper-scale' },
  ...targetOptions,
  ...pointTextOptions,
  codes: { type: 'string', valueName: 'FILE', descriptionKey: 'cli.export.option.codes' },
  ...surfaceOptions,
} as const;

function checkPositive(option: '--interval' | '--paper-scale', value: number | undefined): void {
  if (value === undefined || (Number.isFinite(value) && value > 0)) return;
  throw new AppError('cli.bad-value', { command: 'export', option, value, choices: '> 0' });
}

async function codesOf(path: string | undefined, inputs: readonly string[]): Promise<CodeTable | undefined> {
  if (path === undefined) return undefined;
  if (!inputs.some(isPointFile)) throw new AppError('codes.no-point-file', { file: path });
  return readCodeFile(path);
}

/** `plumbline export INPUT… --out FILE`: surfaces and drawings in the formats of other programs. */
export const exportCommand = defineCommand({
  name: 'export',
  summaryKey: 'cli.export.summary',
  options,
  positionals: [{ name: 'INPUT', isRequired: true, multiple: true }],
  async run(context) {
    const { out, interval, chords } = context.options;
    const paperScale = context.options['paper-scale'];
    if (out === undefined)
      throw new AppError('cli.missing-argument', { command: 'export', argument: '--out' });
    checkPositive('--interval', interval);
    checkPositive('--paper-scale', paperScale);
    const ending = endingOf(out);
    const format = formatOf[ending];
    const points = pointOptions(context.options, ending === '.csv');
    const keepProof = await openReport(context.options.report, out);
    const { signal } = context;
    const pointOrder = context.options['point-order'] as PointOrder | undefined;
    const pool = () => context.pool();
    const choice = surfaceChoice('export', context.options);
    context.progress.report(0, 'cli.stage.export-read');
    const codes = await codesOf(context.options.codes, context.positionals);
    const reading = { choice, pool, signal, pointOrder, codes, paperScale };
    const inputs = await gatherInputs(context.positionals, reading);
    context.progress.report(0.5, 'cli.stage.export-write');
    const warnings: ErrorRecord[] = [...(codes?.faults ?? []), ...inputs.warnings];
    const composed = onlyLayer(await composeDrawing(inputs, interval, pool, signal), context.options.layer);
    const known = { ...inputs, name: inputs.crsName };
    const { drawing, system, notes } = await inTarget(composed, known, context.options);
    const name = basename(out, extname(out));
    const options = { name, date: new Date(0), arcs: chords ? 'chords' : 'true', points } as const;
    const encoded = await encodeDrawing(drawing, format, system, options, openSql);
    const written = await writePieces(out, encoded.pieces);
    appendAll(warnings, notes);
    appendAll(warnings, encoded.changes);
    appendAll(warnings, await readBack(out, encoded.written, format, { order: points.order, signal }));
    await keepProof(written.proof);
    context.progress.clear();
    const told = {
      features: context.options.layer === undefined ? inputs.features.length : drawing.features.length,
      surfaces: inputs.surfaces.length,
    };
    if (context.isJson) {
      const { unit, epsg } = system;
      context.printJson({
        file: out,
        size: written.bytes,
        ...told,
        unit: unit?.name ?? null,
        epsg,
        proofs: { [basename(out)]: written.proof },
        warnings: warningsJson(warnings),
      });
      return;
    }
    createWarner(context).tell(warnings);
    const counts = {
      features: counted('features', told.features),
      surfaces: counted('surfaces', told.surfaces),
    };
    context.print(translate('cli.export.done', { file: out, ...counts }));
  },
});
