import { latin1 } from '../tiff/directory.ts';

const mainMark = 'http://ns.adobe.com/xap/1.0/\0';
const extendedMark = 'http://ns.adobe.com/xmp/extension/\0';
/** Longer packets hold images (depth maps), not the metadata we read. */
const maxExtendedBytes = 16 << 20;

interface Extension {
  readonly total: number;
  readonly parts: { readonly offset: number; readonly bytes: Uint8Array }[];
}

/** Collects the XMP of a JPEG's APP1 segments. */
export interface XmpGatherer {
  /** Takes a segment's body (borrowed); anything that is not XMP is ignored. */
  add(body: Uint8Array): void;
  /** Packets found: main ones, then extended ones of which every byte is there. */
  packets(): string[];
}

function join({ total, parts }: Extension): string | null {
  const sorted = [...parts].sort((a, b) => a.offset - b.offset);
  let covered = 0;
  for (const part of sorted) {
    if (part.offset !== covered) return null;
    covered += part.bytes.length;
  }
  if (covered !== total) return null;
  const bytes = new Uint8Array(total);
  for (const part of sorted) bytes.set(part.bytes, part.offset);
  return new TextDecoder().decode(bytes);
}

/** Adobe XMP specification part 3 (2020), section 1.1.3: a packet in one segment, its extension in numbered parts. */
export function createXmpGatherer(): XmpGatherer {
  const main: string[] = [];
  const extensions = new Map<string, Extension>();
  const addPart = (body: Uint8Array) => {
    const at = extendedMark.length;
    if (body.length < at + 40) return;
    const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    const guid = latin1(body.subarray(at, at + 32));
    const total = view.getUint32(at + 32);
    if (total > maxExtendedBytes) return;
    const extension = extensions.get(guid) ?? { total, parts: [] };
    extensions.set(guid, extension);
    extension.parts.push({ offset: view.getUint32(at + 36), bytes: body.slice(at + 40) });
  };
  return {
    add(body) {
      const mark = latin1(body.subarray(0, extendedMark.length));
      if (mark === extendedMark) addPart(body);
      else if (mark.startsWith(mainMark)) main.push(new TextDecoder().decode(body.subarray(mainMark.length)));
    },
    packets() {
      const wanted = main.flatMap(
        (packet) => /HasExtendedXMP\s*(?:=\s*["']|>)\s*([0-9A-Fa-f]{32})/.exec(packet)?.[1] ?? [],
      );
      const found = wanted.flatMap(
        (guid) => extensions.get(guid) ?? extensions.get(guid.toUpperCase()) ?? [],
      );
      const whole = [...new Set(found)].flatMap((extension) => join(extension) ?? []);
      return [...main, ...whole];
    },
  };
}
