import type { ControlFile } from '../model/control.ts';

/**
 * Control as gcp_list.txt, one row per observation; null where the file has no coordinate system or no observed control
 * point. Checkpoints are omitted, since readers of this format use every row.
 * @param nameOf the name of a photo in the list
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
