const marker = { start: 0xd8, exif: 0xe1, scan: 0xda } as const;
const name = 'Exif';

/**
 * Renames the EXIF segments of a JPEG in place, so that a decoder which applies the orientation returns the pixels as
 * stored. Bytes that are no JPEG are unchanged; a broken segment ends the search.
 */
export function hideExif(bytes: Uint8Array): void {
  if (bytes[0] !== 0xff || bytes[1] !== marker.start) return;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const kind = bytes[at + 1]!;
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!;
    if (kind === marker.scan || length < 2) return;
    if (kind === marker.exif && String.fromCharCode(...bytes.subarray(at + 4, at + 8)) === name) {
      bytes.fill(0x78, at + 4, at + 8);
    }
    at += 2 + length;
  }
}
