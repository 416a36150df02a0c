/** A value of an EXIF tag: text, numbers as SHORT or LONG, fractions, raw bytes. */
export type ExifValue =
  | { readonly ascii: string }
  | { readonly short: readonly number[] }
  | { readonly long: readonly number[] }
  | { readonly byte: readonly number[] }
  | { readonly rational: readonly (readonly [number, number])[] };

export type ExifTags = Readonly<Record<number, ExifValue>>;

const sizes = { ascii: 1, short: 2, long: 4, byte: 1, rational: 8 } as const;
const types = { byte: 1, ascii: 2, short: 3, long: 4, rational: 5 } as const;

function encode(value: ExifValue, le: boolean): { type: number; count: number; bytes: Uint8Array } {
  const [kind] = Object.keys(value) as [keyof typeof sizes];
  const items: readonly (number | readonly [number, number])[] =
    'ascii' in value ? [...`${value.ascii}\0`].map((c) => c.charCodeAt(0)) : Object.values(value)[0];
  const bytes = new Uint8Array(items.length * sizes[kind]);
  const view = new DataView(bytes.buffer);
  items.forEach((item, at) => {
    if (typeof item !== 'number') {
      view.setUint32(at * 8, item[0], le);
      view.setUint32(at * 8 + 4, item[1], le);
    } else if (sizes[kind] === 1) view.setUint8(at, item);
    else if (sizes[kind] === 2) view.setUint16(at * 2, item, le);
    else view.setUint32(at * 4, item, le);
  });
  return { type: types[kind], count: items.length, bytes };
}

function directory(tags: ExifTags, offset: number, le: boolean): Uint8Array {
  const entries = Object.entries(tags).map(([tag, value]) => ({ tag: Number(tag), ...encode(value, le) }));
  const head = 2 + entries.length * 12 + 4;
  const length = entries.reduce((sum, { bytes }) => sum + (bytes.length > 4 ? bytes.length : 0), head);
  const out = new Uint8Array(length);
  const view = new DataView(out.buffer);
  view.setUint16(0, entries.length, le);
  let at = head;
  entries.forEach(({ tag, type, count, bytes }, index) => {
    const entry = 2 + index * 12;
    view.setUint16(entry, tag, le);
    view.setUint16(entry + 2, type, le);
    view.setUint32(entry + 4, count, le);
    if (bytes.length <= 4) out.set(bytes, entry + 8);
    else {
      view.setUint32(entry + 8, offset + at, le);
      out.set(bytes, at);
      at += bytes.length;
    }
  });
  return out;
}

/** A TIFF structure with a main, an EXIF and a GPS directory, as written by cameras into a JPEG. */
export function buildExif(
  parts: { readonly main?: ExifTags; readonly exif?: ExifTags; readonly gps?: ExifTags },
  littleEndian = true,
): Uint8Array<ArrayBuffer> {
  const pointers = (exif: number, gps: number): ExifTags => ({
    ...parts.main,
    ...(parts.exif ? { 34665: { long: [exif] } } : {}),
    ...(parts.gps ? { 34853: { long: [gps] } } : {}),
  });
  const exifAt = 8 + directory(pointers(0, 0), 8, littleEndian).length;
  const exif = parts.exif ? directory(parts.exif, exifAt, littleEndian) : new Uint8Array(0);
  const gpsAt = exifAt + exif.length;
  const gps = parts.gps ? directory(parts.gps, gpsAt, littleEndian) : new Uint8Array(0);
  const out = new Uint8Array(gpsAt + gps.length);
  const view = new DataView(out.buffer);
  out.set([littleEndian ? 0x49 : 0x4d, littleEndian ? 0x49 : 0x4d]);
  view.setUint16(2, 42, littleEndian);
  view.setUint32(4, 8, littleEndian);
  out.set(directory(pointers(exifAt, gpsAt), 8, littleEndian), 8);
  out.set(exif, exifAt);
  out.set(gps, gpsAt);
  return out;
}

const latin = (text: string) => Uint8Array.from([...text].map((char) => char.charCodeAt(0)));

/** A JPEG segment with its marker and length. */
export function jpegSegment(marker: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 2);
  const out = new Uint8Array(length + 2);
  out.set([0xff, marker, length >> 8, length & 255]);
  let at = 4;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Segments of an XMP packet whose extension is cut into pieces of `pieceBytes`, in the order given by `order`. */
export function extendedXmp(guid: string, text: string, pieceBytes: number): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const pieces: Uint8Array[] = [];
  for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
    const numbers = new Uint8Array(8);
    const view = new DataView(numbers.buffer);
    view.setUint32(0, bytes.length);
    view.setUint32(4, offset);
    const body = bytes.subarray(offset, offset + pieceBytes);
    pieces.push(jpegSegment(0xe1, latin('http://ns.adobe.com/xmp/extension/\0'), latin(guid), numbers, body));
  }
  return pieces;
}

/** The head of a JPEG, up to its scan; sufficient for readers of metadata. */
export function buildJpegHead(parts: {
  readonly width: number;
  readonly height: number;
  readonly exif?: Uint8Array;
  readonly xmp?: string;
  readonly segments?: readonly Uint8Array[];
}): Uint8Array<ArrayBuffer> {
  const { width, height } = parts;
  const size = Uint8Array.of(8, height >> 8, height & 255, width >> 8, width & 255, 3);
  const all = [
    Uint8Array.of(0xff, 0xd8),
    ...(parts.exif ? [jpegSegment(0xe1, latin('Exif\0\0'), parts.exif)] : []),
    ...(parts.xmp
      ? [jpegSegment(0xe1, latin('http://ns.adobe.com/xap/1.0/\0'), new TextEncoder().encode(parts.xmp))]
      : []),
    ...(parts.segments ?? []),
    jpegSegment(0xc0, size, new Uint8Array(9)),
    jpegSegment(0xda, new Uint8Array(10)),
    Uint8Array.of(1, 2, 3, 0xff, 0xd9, 9, 9, 9),
  ];
  const out = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** An XMP packet whose description carries the attributes given. */
export function xmpPacket(
  namespaces: Readonly<Record<string, string>>,
  attributes: Readonly<Record<string, string>>,
): string {
  const spaces = Object.entries(namespaces).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
  const values = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  return [
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" ${spaces.join(' ')}`,
    `${values.join('\n')}></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
  ].join('\n');
}
