import { AppError } from '../../errors/app-error.ts';
import type { ByteSource } from '../byte-source.ts';
import { createByteWindow } from '../byte-window.ts';
import { latin1 } from '../tiff/directory.ts';
import { createXmpGatherer } from './extended-xmp.ts';

/** The segments before the pixels of a JPEG. */
export interface JpegHead {
  readonly width: number;
  readonly height: number;
  /** 1 grey, 3 colour, 4 print colours. */
  readonly components: number;
  /** Bits a sample: 8, or 12 which few decoders read. */
  readonly precision: number;
  /** TIFF structure of the EXIF segment, copied; null where there is none. */
  readonly exif: Uint8Array | null;
  /** XMP packets, main one first, extended ones put together; empty where there are none. */
  readonly xmp: readonly string[];
}

const exifMark = 'Exif\0';
/** A head longer than this (thousands of segments) is no camera's. */
const maxSegments = 20_000;

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Markers without a length: TEM, RST0–7, and a repeated SOI. */
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/**
 * Reads a JPEG's segments up to its scan (ITU T.81, annex B): size, EXIF, XMP. What follows the image (previews,
 * depth maps, maker's blocks) is not looked at. Throws `photo.jpeg-broken` with the offset and the reason.
 */
export async function readJpegHead(source: ByteSource, signal?: AbortSignal): Promise<JpegHead> {
  const window = createByteWindow(source);
  const broken = (offset: number, reason: string) =>
    new AppError('photo.jpeg-broken', { file: source.name, offset, reason });
  const start = await window.read(0, 2, signal);
  if (start[0] !== 0xff || start[1] !== 0xd8) throw broken(0, 'the-file-does-not-begin-as-a-jpeg');
  let frame: Pick<JpegHead, 'width' | 'height' | 'components' | 'precision'> | null = null;
  let exif: Uint8Array | null = null;
  const xmp = createXmpGatherer();
  let at = 2;
  for (let count = 0; count < maxSegments; count++) {
    const lead = await window.read(at, 4, signal);
    if (lead.length < 2) throw broken(at, 'the-file-ends-before-the-image');
    const [first = 0, marker = 0] = lead;
    if (first !== 0xff) throw broken(at, 'no-marker-where-a-segment-should-begin');
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (isBare(marker)) {
      at += 2;
      continue;
    }
    if (marker === 0xd9) throw broken(at, 'the-image-ends-before-its-pixels');
    const length = ((lead[2] ?? 0) << 8) | (lead[3] ?? 0);
    if (lead.length < 4 || length < 2) throw broken(at, 'a-segment-without-a-length');
    if (marker === 0xda) break;
    const wanted = marker === 0xe1 || isFrame(marker);
    if (wanted) {
      const body = await window.read(at + 4, length - 2, signal);
      if (body.length < length - 2) throw broken(at, 'the-file-ends-inside-a-segment');
      if (isFrame(marker) && !frame) {
        if (body.length < 6) throw broken(at, 'a-frame-header-that-is-too-short');
        frame = {
          precision: body[0]!,
          height: (body[1]! << 8) | body[2]!,
          width: (body[3]! << 8) | body[4]!,
          components: body[5]!,
        };
      } else if (marker === 0xe1) {
        if (!exif && latin1(body.subarray(0, 5)) === exifMark) exif = body.slice(6);
        else xmp.add(body);
      }
    }
    at += 2 + length;
  }
  if (!frame || frame.width === 0 || frame.height === 0) throw broken(at, 'no-frame-header-states-the-size');
  return { ...frame, exif, xmp: xmp.packets() };
}
