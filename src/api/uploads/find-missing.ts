import { safeInputName } from '#contract/schemas/images.ts';
import { isCompressedName, parseLidarName } from './lidar-upload.ts';
import type { UploadPart } from './send-parts.ts';

const mebibyte = 1024 * 1024;

/** Lidar is known to the server by its size only, in bytes or in whole MiB. */
function isLidarMatch(file: File, name: string, expected: number): boolean {
  return (
    isCompressedName(file.name) === isCompressedName(name) &&
    [file.size, Math.ceil(file.size / mebibyte), Math.round(file.size / mebibyte)].includes(expected)
  );
}

const isNamedMatch = (file: File, name: string, expected: number): boolean =>
  safeInputName(file.name) === name && file.size === expected;

/**
 * Finds the dropped files that an interrupted upload waits for: images and control files by name and size, lidar by
 * size. Files that match nothing are left out.
 */
export function matchMissing(
  missing: readonly (readonly [name: string, expectedSize: number])[],
  files: readonly File[],
): UploadPart[] {
  const left = [...files];
  return missing.flatMap(([name, expected]) => {
    const lidar = parseLidarName(name);
    const isMatch = lidar ? isLidarMatch : isNamedMatch;
    const found = left.findIndex((file) => isMatch(file, name, expected));
    const [file] = found < 0 ? [] : left.splice(found, 1);
    return file === undefined ? [] : [{ file, name, lidar }];
  });
}
