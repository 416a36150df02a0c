import {
  type PointOptions,
  plainPointOptions,
  usualLineCodes,
} from '#domain/drawing/export/export-options.ts';
import { checkPointOptions } from '#domain/drawing/export/point-rows.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { type PointDelimiter, type PointOrder, pointOrders } from '#domain/formats/point-text/layout.ts';
import type { OptionSpecs, OptionValues } from '../command.ts';

const delimiters: Readonly<Record<string, PointDelimiter>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  blank: ' ',
};
const maxDecimals = 12;

/** How drawings are written as lists of points. */
export const pointTextOptions = {
  vertices: { type: 'boolean', descriptionKey: 'cli.export.option.vertices' },
  'line-codes': {
    type: 'string',
    valueName: 'START,END[,CLOSE]',
    descriptionKey: 'cli.export.option.line-codes',
  },
  'first-number': { type: 'number', valueName: 'N', descriptionKey: 'cli.export.option.first-number' },
  columns: {
    type: 'string',
    choices: pointOrders,
    valueName: 'ORDER',
    descriptionKey: 'cli.export.option.columns',
  },
  delimiter: {
    type: 'string',
    choices: Object.keys(delimiters),
    valueName: 'NAME',
    descriptionKey: 'cli.export.option.delimiter',
  },
  decimals: { type: 'number', valueName: 'N', descriptionKey: 'cli.export.option.decimals' },
} as const satisfies OptionSpecs;

/**
 * What the options ask for. Spreadsheets (`isTable`) get headings and quotes.
 * @throws cli.bad-value, cli.either-or, export.line-code, export.first-number
 */
export function pointOptions(values: OptionValues<typeof pointTextOptions>, isTable: boolean): PointOptions {
  const { vertices, columns, delimiter, decimals = plainPointOptions.decimals } = values;
  const lineCodes = values['line-codes'];
  if (!(Number.isInteger(decimals) && decimals >= 0 && decimals <= maxDecimals)) {
    const params = { command: 'export', option: '--decimals', value: decimals, choices: `0–${maxDecimals}` };
    throw new AppError('cli.bad-value', params);
  }
  if (vertices && lineCodes !== undefined) {
    throw new AppError('cli.either-or', { command: 'export', first: '--vertices', second: '--line-codes' });
  }
  const options: PointOptions = {
    order: (columns as PointOrder | undefined) ?? plainPointOptions.order,
    delimiter: delimiter === undefined ? plainPointOptions.delimiter : delimiters[delimiter]!,
    decimals,
    hasHeader: isTable,
    isQuoted: isTable,
    lines: lineCodes === undefined ? (vertices ? 'vertices' : 'none') : wordsOf(lineCodes),
    firstNumber: values['first-number'] ?? null,
  };
  checkPointOptions(options);
  return options;
}

/** A closed line ends with the usual word where none is given. */
function wordsOf(text: string): PointOptions['lines'] {
  const [start = '', end = '', close = usualLineCodes.close, ...more] = text
    .split(',')
    .map((word) => word.trim());
  if (more.length > 0) throw new AppError('export.line-code', { word: more.join() });
  return { start, end, close };
}
