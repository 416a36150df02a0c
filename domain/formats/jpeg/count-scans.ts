import { sizeLimits } from '../../math/size-limits.ts';
import type { ByteSource } from '../byte-source.ts';
import { type ByteWindow, createByteWindow } from '../byte-window.ts';

/**
 * Maximum scans of a progressive JPEG, as in libtiff: each goes over the whole image, even where a few bytes say that
 * it changes nothing. Cameras and programs write about ten.
 */
export const maxScans: number = sizeLimits['jpeg.scans'].value;

const marker = { progressive: 0xc2, startOfImage: 0xd8, endOfImage: 0xd9, startOfScan: 0xda } as const;
/** Bytes looked through at a time: a small part of what is read at once, since segments may be short and many. */
const pieceBytes = 4096;

function isBare(code: number): boolean {
  return code === 0x01 || (code >= 0xd0 && code <= marker.startOfImage);
}

/** Where the next marker that no coded data can hold begins; the size of the file where there is none. */
async function findMarker(
  window: ByteWindow,
  from: number,
  size: number,
  signal?: AbortSignal,
): Promise<number> {
  for (let at = from; at + 1 < size; at += pieceBytes - 1) {
    const piece = await window.read(at, pieceBytes, signal);
    for (let i = piece.indexOf(0xff); i >= 0 && i + 1 < piece.length; i = piece.indexOf(0xff, i + 1)) {
      const code = piece[i + 1]!;
      if (code !== 0 && code !== 0xff && !isBare(code)) return at + i;
    }
  }
  return size;
}

/**
 * Counts the scans of a progressive JPEG, up to one more than `most`. Other images count as 0: their scans have bits
 * for every block, so that their length bounds the work. Nothing is decoded, and damage is not reported.
 */
export async function countScans(
  source: ByteSource,
  most: number = maxScans,
  signal?: AbortSignal,
): Promise<number> {
  const window = createByteWindow(source);
  const start = await window.read(0, 2, signal);
  if (start[0] !== 0xff || start[1] !== marker.startOfImage) return 0;
  let isProgressive = false;
  let scans = 0;
  for (let at = 2; scans <= most; ) {
    at = await findMarker(window, at, source.size, signal);
    const head = await window.read(at, 4, signal);
    const code = head[1];
    if (head.length < 4 || code === marker.endOfImage) break;
    if (code === marker.progressive) isProgressive = true;
    if (code === marker.startOfScan) {
      if (!isProgressive) return 0;
      scans++;
    }
    at += 2 + Math.max(2, head[2]! * 256 + head[3]!);
  }
  return scans;
}
