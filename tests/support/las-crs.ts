import { readFileSync } from 'node:fs';
import type { CrsDeclaration } from '#domain/crs/types.ts';

interface Vlr {
  readonly user: string;
  readonly record: number;
  readonly body: Buffer;
}

function text(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('latin1', 0, end < 0 ? bytes.length : end);
}

/** The first VLRs (at most 400) and EVLRs of a LAS file, read by simple code, independent of the product's reader. */
function readVlrs(file: Buffer): Vlr[] {
  const vlrs: Vlr[] = [];
  const walk = (start: number, count: number, isExtended: boolean): void => {
    let at = start;
    for (let i = 0; i < Math.min(count, 400) && at + 54 <= file.length; i++) {
      const size = isExtended ? Number(file.readBigUInt64LE(at + 20)) : file.readUInt16LE(at + 20);
      const from = at + (isExtended ? 60 : 54);
      vlrs.push({
        user: text(file.subarray(at + 2, at + 18)),
        record: file.readUInt16LE(at + 18),
        body: file.subarray(from, from + size),
      });
      at = from + size;
    }
  };
  walk(file.readUInt16LE(94), file.readUInt32LE(100), false);
  if (file[25]! >= 4 && file.readUInt16LE(94) >= 375) {
    const start = Number(file.readBigUInt64LE(235));
    if (start > 0 && start < file.length) walk(start, file.readUInt32LE(243), true);
  }
  return vlrs;
}

/** Coordinate system declared by a LAS file, and the corner of its box. */
export function lasDeclarations(path: string): {
  declarations: CrsDeclaration[];
  wktBit: boolean;
  place: number[];
} {
  const file = readFileSync(path);
  const vlrs = readVlrs(file);
  const declarations: CrsDeclaration[] = [];
  const keys = vlrs.find((vlr) => vlr.user === 'LASF_Projection' && vlr.record === 34735);
  if (keys && keys.body.length >= 8) {
    const doubles = vlrs.find((vlr) => vlr.record === 34736)?.body ?? Buffer.alloc(0);
    const ascii = vlrs.find((vlr) => vlr.record === 34737)?.body ?? Buffer.alloc(0);
    declarations.push({
      source: 'geokeys',
      payload: {
        directory: Array.from({ length: keys.body.length >> 1 }, (_, i) => keys.body.readUInt16LE(i * 2)),
        doubles: Array.from({ length: doubles.length >> 3 }, (_, i) => doubles.readDoubleLE(i * 8)),
        ascii: ascii.toString('latin1'),
      },
    });
  }
  for (const vlr of vlrs) {
    const source = vlr.user === 'liblas' ? 'wkt-liblas' : vlr.record === 4224 ? 'wkt-4224' : 'wkt-2112';
    const isWkt = vlr.record === 2112 || vlr.record === 4224;
    if (isWkt && vlr.body.length > 1) declarations.push({ source, payload: vlr.body.toString('utf8') });
  }
  const place = [179, 195, 211].map((at) => file.readDoubleLE(at));
  return { declarations, wktBit: (file.readUInt16LE(6) & 16) !== 0, place };
}
