import type { ControlFile } from '../model/control.ts';

/**
 * Control as gcp_list.txt, one row a mark; null where the file names no system or no control point is marked.
 * Checkpoints are left out, since readers of this form use every row.
 * @param nameOf what a photo is called in the list
 */
export function writeGcpList(
  { crsText, points }: ControlFile,
  nameOf: (photo: string) => string,
): string | null {
  const rows = points
    .filter(({ type }) => type === 'gcp')
    .flatMap(({ x, y, z, label, marks }) =>
      marks.map((mark) => [x, y, z ?? 'NaN', mark.x, mark.y, nameOf(mark.photo), label].join('\t')),
    );
  return crsText === null || rows.length === 0 ? null : [crsText, ...rows, ''].join('\n');
}
