/*
 * Records of ZIP archives, after PKWARE's APPNOTE 6.3.10: sections 4.3.7 (local header), 4.3.9 (data descriptor),
 * 4.3.12 (central header), 4.3.14 to 4.3.16 (ends of the directory), 4.5.3 (ZIP64 field). All little-endian.
 */

export const signatures = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  end: 0x06054b50,
} as const;

/** Values of 16 and 32 bits that say: look into the ZIP64 record. */
export const escape16 = 0xffff;
export const escape32 = 0xffffffff;

/** Lengths of the fixed parts, bytes. */
export const lengths = { local: 30, central: 46, end64: 56, locator64: 20, end: 22 } as const;

/** Flags: sizes and checksum follow the data; the name is UTF-8; the data are encrypted. */
export const flags = { descriptor: 0x0008, utf8: 0x0800, encrypted: 0x0001 } as const;

/** Identifier of the extra field with 64-bit sizes and offset. */
export const zip64Field = 0x0001;

export const methods = { stored: 0, deflated: 8 } as const;

/** 1 January 1980, the first day of the format: archives of the same files have the same bytes. */
const fixedDate = 0x0021;

const version = 45;

/** A stored entry that is being written. `crc` is null where it is written behind the data. */
export interface WrittenEntry {
  readonly name: string;
  readonly size: number;
  readonly crc: number | null;
}

/** A finished entry and the offset of its local header. */
export interface PlacedEntry {
  readonly name: string;
  readonly size: number;
  readonly crc: number;
  readonly hasDescriptor: boolean;
  readonly offset: number;
}

function record(length: number, write: (view: DataView) => void, ...tail: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(length + tail.reduce((total, part) => total + part.byteLength, 0));
  write(new DataView(bytes.buffer));
  let offset = length;
  for (const part of tail) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
}

const encode = (name: string): Uint8Array => new TextEncoder().encode(name);

/** A ZIP64 field of the given 64-bit values; nothing for none. */
function zip64Extra(values: readonly number[]): Uint8Array {
  if (values.length === 0) return new Uint8Array(0);
  return record(4 + 8 * values.length, (view) => {
    view.setUint16(0, zip64Field, true);
    view.setUint16(2, 8 * values.length, true);
    values.forEach((value, index) => {
      view.setBigUint64(4 + 8 * index, BigInt(value), true);
    });
  });
}

const flagsOf = (hasDescriptor: boolean): number => flags.utf8 | (hasDescriptor ? flags.descriptor : 0);

/** Local header of a stored entry. */
export function localHeader({ name, size, crc }: WrittenEntry): Uint8Array {
  const nameBytes = encode(name);
  const isLarge = size >= escape32;
  const isKnown = crc !== null;
  const extra = zip64Extra(isLarge ? (isKnown ? [size, size] : [0, 0]) : []);
  const shown = isLarge ? escape32 : isKnown ? size : 0;
  return record(
    lengths.local,
    (view) => {
      view.setUint32(0, signatures.local, true);
      view.setUint16(4, version, true);
      view.setUint16(6, flagsOf(!isKnown), true);
      view.setUint16(12, fixedDate, true);
      view.setUint32(14, crc ?? 0, true);
      view.setUint32(18, shown, true);
      view.setUint32(22, shown, true);
      view.setUint16(26, nameBytes.byteLength, true);
      view.setUint16(28, extra.byteLength, true);
    },
    nameBytes,
    extra,
  );
}

/** What follows the data of an entry whose checksum was not known before. */
export function dataDescriptor(size: number, crc: number): Uint8Array {
  const isLarge = size >= escape32;
  return record(descriptorLength(size), (view) => {
    view.setUint32(0, signatures.descriptor, true);
    view.setUint32(4, crc, true);
    if (isLarge) {
      view.setBigUint64(8, BigInt(size), true);
      view.setBigUint64(16, BigInt(size), true);
    } else {
      view.setUint32(8, size, true);
      view.setUint32(12, size, true);
    }
  });
}

/** Bytes of the descriptor behind an entry of `size` bytes. */
export function descriptorLength(size: number): number {
  return size >= escape32 ? 24 : 16;
}

/** Central header of a stored entry. */
export function centralHeader({ name, size, crc, hasDescriptor, offset }: PlacedEntry): Uint8Array {
  const nameBytes = encode(name);
  const isLarge = size >= escape32;
  const isFar = offset >= escape32;
  const extra = zip64Extra([...(isLarge ? [size, size] : []), ...(isFar ? [offset] : [])]);
  return record(
    lengths.central,
    (view) => {
      view.setUint32(0, signatures.central, true);
      view.setUint16(4, version, true);
      view.setUint16(6, version, true);
      view.setUint16(8, flagsOf(hasDescriptor), true);
      view.setUint16(14, fixedDate, true);
      view.setUint32(16, crc, true);
      view.setUint32(20, isLarge ? escape32 : size, true);
      view.setUint32(24, isLarge ? escape32 : size, true);
      view.setUint16(28, nameBytes.byteLength, true);
      view.setUint16(30, extra.byteLength, true);
      view.setUint32(42, isFar ? escape32 : offset, true);
    },
    nameBytes,
    extra,
  );
}

/** The end of an archive: the ZIP64 records where a number needs them, and the end record. */
export function endRecords(count: number, directorySize: number, directoryOffset: number): Uint8Array {
  const isLarge = count >= escape16 || directorySize >= escape32 || directoryOffset >= escape32;
  const end = record(lengths.end, (view) => {
    view.setUint32(0, signatures.end, true);
    view.setUint16(8, Math.min(count, escape16), true);
    view.setUint16(10, Math.min(count, escape16), true);
    view.setUint32(12, Math.min(directorySize, escape32), true);
    view.setUint32(16, Math.min(directoryOffset, escape32), true);
  });
  if (!isLarge) return end;
  const end64At = directoryOffset + directorySize;
  return record(
    lengths.end64 + lengths.locator64,
    (view) => {
      view.setUint32(0, signatures.end64, true);
      view.setBigUint64(4, BigInt(lengths.end64 - 12), true);
      view.setUint16(12, version, true);
      view.setUint16(14, version, true);
      view.setBigUint64(24, BigInt(count), true);
      view.setBigUint64(32, BigInt(count), true);
      view.setBigUint64(40, BigInt(directorySize), true);
      view.setBigUint64(48, BigInt(directoryOffset), true);
      view.setUint32(56, signatures.locator64, true);
      view.setBigUint64(64, BigInt(end64At), true);
      view.setUint32(72, 1, true);
    },
    end,
  );
}
