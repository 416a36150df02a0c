/** Offsets of the fields of a point record format, in bytes from the record's start. */
export interface PointFormat {
  readonly id: number;
  /** Bytes of the format itself, without extra bytes. */
  readonly length: number;
  /** Formats 6 to 10: four-bit return numbers, a class byte of its own, 16-bit scan angle. */
  readonly extended: boolean;
  /** Offset of the byte that holds the class: low five bits in formats 0–5, the whole byte in 6–10. */
  readonly classification: number;
  readonly userData: number;
  /** Int8 in degrees (formats 0–5), Int16 in units of 0.006° (formats 6–10). */
  readonly scanAngle: number;
  readonly pointSourceId: number;
  /** Float64 time; absent in formats 0 and 2. */
  readonly gpsTime?: number;
  /** Three Uint16: red, green, blue. */
  readonly rgb?: number;
  /** Uint16 near infrared. */
  readonly nir?: number;
  /** 29 bytes of wave packet. */
  readonly waveform?: number;
}

/** Offsets that every format shares: xyz (3 × Int32), intensity (Uint16), the byte of return numbers. */
export const fieldOffsets = { x: 0, y: 4, z: 8, intensity: 12, returns: 14, flags: 15 } as const;

const legacy = { extended: false, classification: 15, scanAngle: 16, userData: 17, pointSourceId: 18 };
const extended = {
  extended: true,
  classification: 16,
  userData: 17,
  scanAngle: 18,
  pointSourceId: 20,
  gpsTime: 22,
};

/** Point data record formats of LAS 1.0–1.4 (ASPRS LAS 1.4 R15, tables 7 to 17), index is the format. */
const formats: readonly PointFormat[] = [
  { id: 0, length: 20, ...legacy },
  { id: 1, length: 28, ...legacy, gpsTime: 20 },
  { id: 2, length: 26, ...legacy, rgb: 20 },
  { id: 3, length: 34, ...legacy, gpsTime: 20, rgb: 28 },
  { id: 4, length: 57, ...legacy, gpsTime: 20, waveform: 28 },
  { id: 5, length: 63, ...legacy, gpsTime: 20, rgb: 28, waveform: 34 },
  { id: 6, length: 30, ...extended },
  { id: 7, length: 36, ...extended, rgb: 30 },
  { id: 8, length: 38, ...extended, rgb: 30, nir: 36 },
  { id: 9, length: 59, ...extended, waveform: 30 },
  { id: 10, length: 67, ...extended, rgb: 30, nir: 36, waveform: 38 },
];

/** Bytes of the wave packet that formats 4, 5, 9 and 10 carry. */
export const wavePacketLength = 29;

/** The format with that number, or undefined where LAS 1.4 has none. */
export function findPointFormat(id: number): PointFormat | undefined {
  return formats[id];
}

/** The format with that number; the caller has checked the number (the header reader does). */
export function pointFormat(id: number): PointFormat {
  const format = formats[id];
  if (!format) throw new RangeError(`LAS has no point format ${id}`);
  return format;
}
