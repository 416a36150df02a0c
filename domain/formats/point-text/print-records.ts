import { clamp } from '../../math/clamp.ts';
import { extractLayers } from '../las/extract-layers.ts';
import { pointFormat } from '../las/point-format.ts';
import type { PointRecords } from '../las/points.ts';
import type { Quantisation } from '../las/quantisation.ts';

/** The first line of a text of points: names of the columns. */
export function recordTitles(hasColours: boolean): string {
  return `//X Y Z Classification Intensity${hasColours ? ' R G B' : ''}\n`;
}

/** Decimals that show every step of a scale. */
function decimalsOf(scale: number): number {
  return clamp(Math.ceil(-Math.log10(scale) - 1e-9), 0, 9);
}

/**
 * Points as text, a line each, parted by blanks, in the columns of `recordTitles`; coordinates with as many decimals
 * as their scale has steps, colours as stored.
 */
export function printRecords(
  records: PointRecords,
  { scale, offset }: Quantisation,
): Uint8Array<ArrayBuffer> {
  const hasColours = pointFormat(records.format).rgb !== undefined;
  const { xyz, classification, intensity, rgb } = extractLayers(records, [
    'xyz',
    'classification',
    'intensity',
    'rgb',
  ]);
  const decimals = scale.map(decimalsOf);
  const lines: string[] = [];
  for (let point = 0; point < records.count; point++) {
    const at = (axis: 0 | 1 | 2) =>
      (xyz![3 * point + axis]! * scale[axis] + offset[axis]).toFixed(decimals[axis]);
    const facts = `${classification![point]} ${intensity![point]}`;
    const colours = hasColours ? ` ${rgb!.subarray(3 * point, 3 * point + 3).join(' ')}` : '';
    lines.push(`${at(0)} ${at(1)} ${at(2)} ${facts}${colours}\n`);
  }
  return new TextEncoder().encode(lines.join(''));
}
