/** The metadata that a drone's camera writes into its photos; every number as it is to be read back. */
export interface PhotoMetadata {
  readonly make: string;
  readonly model: string;
  readonly serial: string;
  readonly software: string;
  readonly width: number;
  readonly height: number;
  readonly focalMm: number;
  readonly focal35Mm: number;
  readonly sensorWidthMm: number;
  /** Local time without zone, `YYYY:MM:DD HH:MM:SS`. */
  readonly takenAt: string;
  readonly exposureS: number;
  /** Degrees north and east, WGS 84. */
  readonly latitude: number;
  readonly longitude: number;
  /** Metres over the reference surface; may be negative. */
  readonly altitudeM: number;
  /** Over the take-off point. */
  readonly relativeAltitudeM: number;
  /** Degrees: yaw from true north, pitch −90 straight down, roll. */
  readonly gimbal: { readonly yaw: number; readonly pitch: number; readonly roll: number };
  /** Standard deviations east, north, up, metres, of a fixed RTK solution; null without RTK. */
  readonly rtkSigmaM: readonly [number, number, number] | null;
  /** Leaves out XMP, as a plain camera with a receiver does: no attitude, no height over take-off, no fix. */
  readonly isExifOnly?: boolean;
}

type Value =
  | { readonly type: 'ascii'; readonly text: string }
  | { readonly type: 'short' | 'long'; readonly numbers: readonly number[] }
  | { readonly type: 'byte' | 'undefined'; readonly bytes: readonly number[] }
  /** Numerators over one denominator. */
  | { readonly type: 'rational'; readonly numbers: readonly number[]; readonly per: number };

type Entry = readonly [tag: number, value: Value];

const typeCodes = { byte: 1, ascii: 2, short: 3, long: 4, rational: 5, undefined: 7 } as const;
const entryBytes = 12;

function encode(value: Value): { count: number; data: Uint8Array } {
  if (value.type === 'ascii') {
    const data = new TextEncoder().encode(`${value.text}\0`);
    return { count: data.length, data };
  }
  if ('bytes' in value) return { count: value.bytes.length, data: Uint8Array.from(value.bytes) };
  const { numbers } = value;
  const size = value.type === 'short' ? 2 : value.type === 'long' ? 4 : 8;
  const data = new Uint8Array(numbers.length * size);
  const view = new DataView(data.buffer);
  for (const [index, number] of numbers.entries()) {
    if (value.type === 'short') view.setUint16(index * 2, number, true);
    else if (value.type === 'long') view.setUint32(index * 4, number, true);
    else if (value.type === 'rational') {
      view.setUint32(index * 8, Math.round(number * value.per), true);
      view.setUint32(index * 8 + 4, value.per, true);
    }
  }
  return { count: numbers.length, data };
}

/** A directory at `offset` of the TIFF structure, little-endian, followed by the values that do not fit in it. */
function directory(entries: readonly Entry[], offset: number): Uint8Array {
  const sorted = entries.toSorted(([a], [b]) => a - b);
  const encoded = sorted.map(([tag, value]) => ({ tag, type: typeCodes[value.type], ...encode(value) }));
  const head = 2 + entryBytes * encoded.length + 4;
  const extra = encoded.map(({ data }) => (data.length > 4 ? data.length + (data.length & 1) : 0));
  const bytes = new Uint8Array(head + extra.reduce((sum, length) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, encoded.length, true);
  let at = head;
  for (const [index, { tag, type, count, data }] of encoded.entries()) {
    const entry = 2 + entryBytes * index;
    view.setUint16(entry, tag, true);
    view.setUint16(entry + 2, type, true);
    view.setUint32(entry + 4, count, true);
    if (data.length <= 4) {
      bytes.set(data, entry + 8);
      continue;
    }
    view.setUint32(entry + 8, offset + at, true);
    bytes.set(data, at);
    at += extra[index]!;
  }
  return bytes;
}

/** Degrees, minutes and seconds to a micro-second of arc (0.03 mm). */
function sexagesimal(degrees: number): Value {
  const micro = Math.round(Math.abs(degrees) * 3.6e9);
  const seconds = (micro % 60_000_000) / 1e6;
  const minutes = Math.floor(micro / 60_000_000);
  return { type: 'rational', numbers: [Math.floor(minutes / 60), minutes % 60, seconds], per: 1_000_000 };
}

const ascii = (text: string): Value => ({ type: 'ascii', text });
const short = (value: number): Value => ({ type: 'short', numbers: [value] });
const long = (value: number): Value => ({ type: 'long', numbers: [value] });
const rational = (value: number, per: number): Value => ({ type: 'rational', numbers: [value], per });

function exifEntries(facts: PhotoMetadata): Entry[] {
  const pixelsPerCm = (facts.width / facts.sensorWidthMm) * 10;
  return [
    [0x829a, rational(facts.exposureS, 1_000_000)],
    [0x9000, { type: 'undefined', bytes: [0x30, 0x32, 0x33, 0x30] }],
    [0x9003, ascii(facts.takenAt)],
    [0x9004, ascii(facts.takenAt)],
    [0x920a, rational(facts.focalMm, 100)],
    [0xa002, long(facts.width)],
    [0xa003, long(facts.height)],
    [0xa20e, rational(pixelsPerCm, 100_000)],
    [0xa20f, rational(pixelsPerCm, 100_000)],
    [0xa210, short(3)],
    [0xa405, short(facts.focal35Mm)],
    [0xa431, ascii(facts.serial)],
  ];
}

function gpsEntries(facts: PhotoMetadata): Entry[] {
  return [
    [0x00, { type: 'byte', bytes: [2, 3, 0, 0] }],
    [0x01, ascii(facts.latitude < 0 ? 'S' : 'N')],
    [0x02, sexagesimal(facts.latitude)],
    [0x03, ascii(facts.longitude < 0 ? 'W' : 'E')],
    [0x04, sexagesimal(facts.longitude)],
    [0x05, { type: 'byte', bytes: [facts.altitudeM < 0 ? 1 : 0] }],
    [0x06, rational(Math.abs(facts.altitudeM), 1000)],
    [0x12, ascii('WGS-84')],
  ];
}

/** EXIF (CIPA DC-008, 2019) as a little-endian TIFF structure: image, camera and GPS directories. */
function exifBlock(facts: PhotoMetadata): Uint8Array {
  const main = (exifAt: number, gpsAt: number): Entry[] => [
    [0x10f, ascii(facts.make)],
    [0x110, ascii(facts.model)],
    [0x112, short(1)],
    [0x131, ascii(facts.software)],
    [0x132, ascii(facts.takenAt)],
    [0x8769, long(exifAt)],
    [0x8825, long(gpsAt)],
  ];
  const exifAt = 8 + directory(main(0, 0), 8).length;
  const exif = directory(exifEntries(facts), exifAt);
  const gpsAt = exifAt + exif.length;
  const gps = directory(gpsEntries(facts), gpsAt);
  const bytes = new Uint8Array(gpsAt + gps.length);
  bytes.set([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]);
  bytes.set(directory(main(exifAt, gpsAt), 8), 8);
  bytes.set(exif, exifAt);
  bytes.set(gps, gpsAt);
  return bytes;
}

function signed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return text.startsWith('-') ? text : `+${text}`;
}

/** XMP with the names that DJI's drones write. */
function xmpPacket(facts: PhotoMetadata): string {
  const { gimbal, rtkSigmaM } = facts;
  const attributes: Record<string, string> = {
    'tiff:Make': facts.make,
    'tiff:Model': facts.model,
    'drone-dji:AbsoluteAltitude': signed(facts.altitudeM, 3),
    'drone-dji:RelativeAltitude': signed(facts.relativeAltitudeM, 3),
    'drone-dji:GpsLatitude': signed(facts.latitude, 10),
    'drone-dji:GpsLongitude': signed(facts.longitude, 10),
    'drone-dji:GimbalYawDegree': signed(gimbal.yaw, 3),
    'drone-dji:GimbalPitchDegree': signed(gimbal.pitch, 3),
    'drone-dji:GimbalRollDegree': signed(gimbal.roll, 3),
  };
  if (rtkSigmaM) {
    attributes['drone-dji:RtkFlag'] = '50';
    attributes['drone-dji:RtkStdLon'] = rtkSigmaM[0].toFixed(5);
    attributes['drone-dji:RtkStdLat'] = rtkSigmaM[1].toFixed(5);
    attributes['drone-dji:RtkStdHgt'] = rtkSigmaM[2].toFixed(5);
  }
  const lines = Object.entries(attributes).map(([name, value]) => `   ${name}="${value}"`);
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    ' <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '  <rdf:Description rdf:about=""',
    '   xmlns:tiff="http://ns.adobe.com/tiff/1.0/"',
    '   xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/"',
    `${lines.join('\n')}/>`,
    ' </rdf:RDF>',
    '</x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('\n');
}

function segment(signature: string, body: Uint8Array): Uint8Array {
  const mark = Uint8Array.from(signature, (letter) => letter.charCodeAt(0));
  const length = 2 + mark.length + body.length;
  const bytes = new Uint8Array(2 + length);
  bytes.set([0xff, 0xe1, length >> 8, length & 0xff]);
  bytes.set(mark, 4);
  bytes.set(body, 4 + mark.length);
  return bytes;
}

/** A JPEG (borrowed, without EXIF or XMP) with EXIF and XMP segments put before everything else in it. */
export function addPhotoMetadata(jpeg: Uint8Array, facts: PhotoMetadata): Uint8Array {
  const parts = [
    jpeg.subarray(0, 2),
    segment('Exif\0\0', exifBlock(facts)),
    ...(facts.isExifOnly
      ? []
      : [segment('http://ns.adobe.com/xap/1.0/\0', new TextEncoder().encode(xmpPacket(facts)))]),
    jpeg.subarray(2),
  ];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
