import type { CrsReport } from '#domain/crs/types.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { Triple } from '#domain/formats/las/header.ts';
import { clamp } from '#domain/math/clamp.ts';
import { maxOf } from '#domain/math/extremes.ts';
import type { TextKey } from '#locales/texts.ts';
import { describeRecord, translate } from '../../messages.ts';

/** A label and its value; several lines where the value has several. */
export type Row = readonly [label: TextKey, value: string | readonly string[]];

const locale = 'en-US';

/** A number with grouped digits and `digits` decimals. */
export function number(value: number, digits = 0): string {
  return value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

type Counted = TextKey extends infer Key ? (Key extends `counted.${infer Kind}` ? Kind : never) : never;

/** A count with its noun, such as `1 line`. */
export function counted(kind: Counted, count: number): string {
  return translate(`counted.${kind}`, { count, number: number(count) });
}

/** Decimals that a scale resolves: 2 for 0.01. */
export function decimalsOf(scale: number): number {
  return clamp(Math.ceil(-Math.log10(Math.abs(scale)) - 1e-9), 0, 12);
}

/** Coordinates with the decimals of their scale and their units. */
export function coordinates(values: Triple, scale: Triple, crs: CrsReport): string {
  const shown = values.map((value, axis) => value.toFixed(decimalsOf(scale[axis] as number)));
  const horizontal = crs.horizontalUnit?.name ?? translate('info.unknown-unit');
  const vertical = crs.verticalUnit?.name ?? translate('info.unknown-unit');
  const [x, y, z] = shown;
  return `${x} ${y} ${horizontal}, ${z} ${vertical}`;
}

/** Bytes in the largest unit that keeps the number above one. */
export function byteSize(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${number(value, unit === 0 ? 0 : 1)} ${units[unit]}`;
}

/** The rows that describe a coordinate system, its source, other declarations and conflicts. */
export function crsRows(crs: CrsReport): Row[] {
  const unknown = translate('info.unknown');
  const code = crs.epsg === null ? '' : ` (EPSG:${crs.epsg})`;
  const rows: Row[] = [
    ['info.crs', crs.kind === 'unknown' ? translate('info.crs-unknown') : `${crs.name ?? unknown}${code}`],
  ];
  if (crs.source) rows.push(['info.crs-source', translate(`info.source.${crs.source}`)]);
  if (crs.kind !== 'unknown') {
    rows.push(['info.horizontal-unit', crs.horizontalUnit?.name ?? unknown]);
    rows.push(['info.vertical-unit', crs.verticalUnit?.name ?? unknown]);
    rows.push(['info.vertical-datum', crs.verticalDatum ?? unknown]);
  }
  const others = crs.declarations.map((declaration) => {
    const code = declaration.epsg === null ? '' : ` (EPSG:${declaration.epsg})`;
    const says = declaration.error
      ? describeRecord(declaration.error)
      : `${declaration.name ?? unknown}${code}`;
    return `${translate(`info.source.${declaration.source}`)}: ${says}`;
  });
  if (others.length > 1 || crs.declarations.some((declaration) => declaration.error)) {
    rows.push(['info.declarations', others]);
  }
  if (crs.conflicts.length > 0) rows.push(['info.conflicts', crs.conflicts.map(describeRecord)]);
  return rows;
}

/** The row of warnings; none without warnings. */
export function warningRows(warnings: readonly ErrorRecord[]): Row[] {
  return warnings.length === 0 ? [] : [['info.warnings', warnings.map(describeRecord)]];
}

/** Rows as aligned lines: labels left, values to their right, further values below the first. */
export function layOut(rows: readonly Row[]): string[] {
  const labels = rows.map(([label]) => translate(label));
  const width = maxOf(labels.map((label) => label.length));
  return rows.flatMap(([, value], index) => {
    const values = typeof value === 'string' ? [value] : value;
    return values.map((text, line) => `${(line === 0 ? (labels[index] ?? '') : '').padEnd(width)}  ${text}`);
  });
}
