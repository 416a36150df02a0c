import { AppError } from '#domain/errors/app-error.ts';
import { type DroppedField, lossesOf, modernFormatOf } from '#domain/formats/las/convert-records.ts';
import type { LasFile } from '#domain/formats/las/las-file.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';

/** Plain records, compressed chunks, or the compressed nodes of an octree. */
export type OutputKind = 'las' | 'laz' | 'copc';

/** What a conversion writes. */
export interface ConversionTarget {
  readonly kind: OutputKind;
  readonly format: number;
  readonly recordLength: number;
  readonly drop: readonly DroppedField[];
  readonly acceptTruncated: boolean;
}

export interface TargetOptions {
  readonly format: number | undefined;
  readonly drop: readonly string[];
  readonly 'accept-truncated': boolean;
}

const plainFormats: Readonly<Record<number, number>> = { 4: 1, 5: 3, 9: 6, 10: 8 };

/** The format without waveforms, otherwise the same. */
function withoutWaveform(format: number): number {
  return plainFormats[format] ?? format;
}

function kindOf(output: string): OutputKind {
  const name = output.toLowerCase();
  if (name.endsWith('.las')) return 'las';
  if (name.endsWith('.copc.laz')) return 'copc';
  if (name.endsWith('.laz')) return 'laz';
  throw new AppError('cli.output-name', {
    command: 'convert',
    file: output,
    endings: '.las, .laz, .copc.laz, .tif',
  });
}

function chooseFormat(source: number, kind: OutputKind, wanted: number | undefined): number {
  if (wanted === undefined) return kind === 'las' ? withoutWaveform(source) : modernFormatOf(source);
  if (wanted === 6 || wanted === 7 || wanted === 8) return wanted;
  const params = { command: 'convert', option: '--format', value: wanted, choices: '6, 7, 8' };
  throw new AppError('cli.bad-value', params);
}

/**
 * Decides what is written from the output's name: `.laz` and `.copc.laz` are LAS 1.4 in format 6, 7 or 8, `.las`
 * keeps the point format. Errors: `cli.output-name`, `cli.bad-value`, `las.would-drop` where something would be lost that `--drop`
 * does not name (waveforms are never carried).
 */
export function targetOf(file: LasFile, output: string, options: TargetOptions): ConversionTarget {
  const { pointFormat: source, recordLength } = file.header;
  const kind = kindOf(output);
  const format = chooseFormat(source, kind, options.format);
  const drop = options.drop as DroppedField[];
  const refused = lossesOf(source, format).filter((field) => !drop.includes(field));
  if (refused.length > 0) {
    const params = { file: file.source.name, from: source, to: format, fields: refused.join(', ') };
    throw new AppError('las.would-drop', params);
  }
  const extra = recordLength - pointFormat(source).length;
  return {
    kind,
    format,
    recordLength: pointFormat(format).length + extra,
    drop,
    acceptTruncated: options['accept-truncated'],
  };
}
