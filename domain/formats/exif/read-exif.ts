import type { ByteSource } from '../byte-source.ts';
import type { TiffDirectory } from '../tiff/directory.ts';
import { type ExifGps, readGps } from './gps.ts';
import { openIfds } from './ifd.ts';

/** What EXIF says of a photo; null wherever a tag is absent or senseless. */
export interface ExifFacts {
  readonly make: string | null;
  readonly model: string | null;
  /** Serial number of the camera body. */
  readonly serial: string | null;
  readonly lens: string | null;
  /** 1 to 8; 1 where absent. */
  readonly orientation: number;
  /** Pixels as EXIF states them; the image's own header is more reliable. */
  readonly width: number | null;
  readonly height: number | null;
  readonly focalMm: number | null;
  /** Focal length of a 36 × 24 mm camera with the same view. */
  readonly focal35Mm: number | null;
  /** Pixels a millimetre on the sensor across the image. */
  readonly focalPlanePerMm: number | null;
  /** Digital zoom ratio; 1 where absent. */
  readonly digitalZoom: number;
  /** ISO 8601, with the zone where the file has one. */
  readonly capturedAt: string | null;
  /** XMP packet of a TIFF file (tag 700); null in a JPEG, which has a segment for it. */
  readonly xmp: string | null;
  readonly gps: ExifGps | null;
}

const tag = {
  width: 256,
  height: 257,
  make: 271,
  model: 272,
  orientation: 274,
  date: 306,
  xmp: 700,
  exifIfd: 0x8769,
  gpsIfd: 0x8825,
  dateOriginal: 0x9003,
  dateDigitized: 0x9004,
  offset: 0x9010,
  offsetOriginal: 0x9011,
  offsetDigitized: 0x9012,
  subSecOriginal: 0x9291,
  focal: 0x920a,
  pixelWidth: 0xa002,
  pixelHeight: 0xa003,
  focalPlaneX: 0xa20e,
  focalPlaneUnit: 0xa210,
  digitalZoom: 0xa404,
  focal35: 0xa405,
  bodySerial: 0xa431,
  lensModel: 0xa434,
  cameraSerial: 0xc62f,
} as const;

/** Millimetres of `FocalPlaneResolutionUnit`: 1 and 2 are inches (2 is the default), then cm, mm, µm. */
const focalPlaneUnits: Readonly<Record<number, number>> = { 1: 25.4, 2: 25.4, 3: 10, 4: 1, 5: 0.001 };

function textOf(directory: TiffDirectory | null, id: number): string | null {
  const text = directory
    ?.text(id)
    ?.replace(/[^\x20-\x7e\xa0-\xff]/g, '')
    .trim();
  return text ? text : null;
}

function positive(directory: TiffDirectory | null, id: number): number | null {
  const value = directory?.numbers(id)?.[0];
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : null;
}

/** `2014:10:19 13:22:39`, fraction and `+02:00` to ISO 8601; null where it is no date. */
export function isoDate(date: string | null, fraction: string | null, zone: string | null): string | null {
  const match = /^(\d{4})[:-](\d{2})[:-](\d{2})[ T](\d{2}):(\d{2}):(\d{2})/.exec(date ?? '');
  if (!match || match[1] === '0000') return null;
  const [, year, month, day, hour, minute, second] = match;
  const isSensible = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
  if (!isSensible || Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null;
  const part = /^\d+$/.test(fraction ?? '') ? `.${fraction}` : '';
  const offset = /^(?:[+-]\d{2}:\d{2}|Z)$/.test(zone ?? '') ? zone : '';
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${part}${offset}`;
}

function readDate(main: TiffDirectory, exif: TiffDirectory | null): string | null {
  return (
    isoDate(
      textOf(exif, tag.dateOriginal),
      textOf(exif, tag.subSecOriginal),
      textOf(exif, tag.offsetOriginal),
    ) ??
    isoDate(textOf(exif, tag.dateDigitized), null, textOf(exif, tag.offsetDigitized)) ??
    isoDate(textOf(main, tag.date), null, textOf(exif, tag.offset))
  );
}

/**
 * Reads EXIF (JEITA CP-3451, CIPA DC-008) from a TIFF structure: the body of a JPEG's APP1 segment, or a whole TIFF
 * file. A sub-directory that cannot be read counts as absent. Throws `photo.exif-broken` where the structure itself
 * is no TIFF.
 */
export async function readExif(source: ByteSource): Promise<ExifFacts> {
  const ifds = await openIfds(source);
  const main = await ifds.read(ifds.first);
  const below = async (id: number): Promise<TiffDirectory | null> => {
    const offset = main.numbers(id)?.[0];
    return offset === undefined ? null : await ifds.read(offset).catch(() => null);
  };
  const exif = await below(tag.exifIfd);
  const gps = await below(tag.gpsIfd);
  const orientation = main.number(tag.orientation, 1);
  const perUnit = positive(exif, tag.focalPlaneX);
  const unit = focalPlaneUnits[exif?.number(tag.focalPlaneUnit, 2) ?? 2];
  const packet = main.raw(tag.xmp);
  return {
    make: textOf(main, tag.make),
    model: textOf(main, tag.model),
    serial: textOf(exif, tag.bodySerial) ?? textOf(main, tag.cameraSerial) ?? textOf(exif, tag.cameraSerial),
    lens: textOf(exif, tag.lensModel),
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    width: positive(exif, tag.pixelWidth) ?? positive(main, tag.width),
    height: positive(exif, tag.pixelHeight) ?? positive(main, tag.height),
    focalMm: positive(exif, tag.focal),
    focal35Mm: positive(exif, tag.focal35),
    focalPlanePerMm: perUnit !== null && unit ? perUnit / unit : null,
    digitalZoom: positive(exif, tag.digitalZoom) ?? 1,
    capturedAt: readDate(main, exif),
    xmp: packet ? new TextDecoder().decode(packet) : null,
    gps: gps ? readGps(gps) : null,
  };
}
