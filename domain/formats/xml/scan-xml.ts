import { AppError } from '../../errors/app-error.ts';
import type { ByteSource } from '../byte-source.ts';
import { xmlAttributes } from './attributes.ts';
import { decodeEntities } from './entities.ts';

/** Handlers of the parts of an XML file, in order. Names come without their namespace prefix. */
export interface XmlHandler {
  /** @param attributes decoded, by local name @param offset of the tag in the file, bytes */
  open(name: string, attributes: ReadonlyMap<string, string>, offset: number): void;
  /** Character data, possibly in several pieces. Entities are decoded. */
  text(text: string, offset: number): void;
  close(name: string, offset: number): void;
  /** True while character data is wanted; other text is skipped undecoded. */
  wantsText(): boolean;
}

const chunkSize = 1 << 20;
/** Longest tag, comment excepted. */
const tagLimit = 1 << 20;
/** Elements open at once; LandXML nests some ten. */
const depthLimit = 1000;

const lessThan = 0x3c;
const greaterThan = 0x3e;

/**
 * The reader of XML files. It is ours since these are untrusted survey files of hundreds of megabytes: positions in
 * errors are bytes of the file, unused text is never decoded, tags and depth are bounded, and every byte is read a
 * fixed number of times. XMP packets (`formats/xmp`) and responses of a store (`contract/store/xml.ts`) have separate
 * readers, which say why.
 *
 * Scans an XML file in bounded memory: well-formedness is checked as far as the nesting of tags. UTF-8 and its
 * subsets, UTF-16 by its byte order mark, and one-byte encodings named in the prolog.
 * @throws xml.not-xml, xml.truncated, xml.too-long-tag, xml.too-deep, and the handler's errors
 */
export async function scanXml(source: ByteSource, handler: XmlHandler, signal?: AbortSignal): Promise<void> {
  const scanner = new Scanner(source.name, handler);
  let transcode: ((bytes: Uint8Array) => Uint8Array) | undefined;
  for (let offset = 0; offset < source.size; offset += chunkSize) {
    signal?.throwIfAborted();
    const bytes = await source.read(offset, chunkSize, signal);
    if (offset === 0) transcode = transcoderOf(bytes);
    scanner.feed(transcode ? transcode(bytes) : bytes);
    if (bytes.length < Math.min(chunkSize, source.size - offset)) break;
  }
  scanner.end();
}

/**
 * The same for XML that is in memory as text; offsets are bytes of its UTF-8.
 * @param name of the text in errors
 * @throws as `scanXml`
 */
export function scanXmlText(text: string, name: string, handler: XmlHandler): void {
  const scanner = new Scanner(name, handler);
  scanner.feed(new TextEncoder().encode(text));
  scanner.end();
}

/** Turns UTF-16 and declared one-byte encodings into UTF-8; undefined where the bytes are that already. */
function transcoderOf(start: Uint8Array): ((bytes: Uint8Array) => Uint8Array) | undefined {
  const encoder = new TextEncoder();
  const by = (decoder: TextDecoder) => (bytes: Uint8Array) =>
    encoder.encode(decoder.decode(bytes, { stream: true }));
  if (start[0] === 0xff && start[1] === 0xfe) return by(new TextDecoder('utf-16le'));
  if (start[0] === 0xfe && start[1] === 0xff) return by(new TextDecoder('utf-16be'));
  const prolog = new TextDecoder('latin1').decode(start.subarray(0, 200));
  const label = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/.exec(prolog)?.[1]?.toLowerCase();
  if (!label || label === 'utf-8' || label === 'utf8' || label === 'us-ascii') return undefined;
  try {
    return by(new TextDecoder(label));
  } catch {
    return undefined;
  }
}

class Scanner {
  readonly #file: string;
  readonly #handler: XmlHandler;
  readonly #stack: string[] = [];
  readonly #decoder = new TextDecoder();
  #rest: Uint8Array = new Uint8Array(0);
  /** Offset in the file of the first byte of `#rest`. */
  #base = 0;
  #sawRoot = false;

  constructor(file: string, handler: XmlHandler) {
    this.#file = file;
    this.#handler = handler;
  }

  feed(bytes: Uint8Array): void {
    const buffer = this.#rest.length === 0 ? bytes : concatenate(this.#rest, bytes);
    let at = 0;
    while (at < buffer.length) {
      const next = buffer[at] === lessThan ? this.#markup(buffer, at) : this.#characters(buffer, at);
      if (next < 0) break;
      at = next;
    }
    this.#rest = buffer.slice(at);
    this.#base += at;
    if (this.#rest.length > tagLimit) {
      throw new AppError('xml.too-long-tag', { file: this.#file, offset: this.#base, limit: tagLimit });
    }
  }

  end(): void {
    const isWhole = this.#sawRoot && this.#stack.length === 0;
    if (isWhole && this.#rest.every((byte) => byte <= 0x20)) return;
    const element = this.#stack.length > 0 ? `<${this.#stack.at(-1)}>` : 'a-tag';
    const offset = this.#base + this.#rest.length;
    if (!this.#sawRoot && this.#rest[0] !== lessThan) {
      throw this.#noXml();
    }
    throw new AppError('xml.truncated', { file: this.#file, offset, element });
  }

  /** Reads character data up to the next tag; −1 when its end is not in the buffer and it may be an entity. */
  #characters(buffer: Uint8Array, from: number): number {
    let to = buffer.indexOf(lessThan, from);
    if (to < 0) {
      // Keep a short tail: it may be half a number, an entity or a character of several bytes.
      to = Math.max(from, buffer.length - 64);
      while (to > from && buffer[to - 1]! > 0x20) to--;
      if (to === from) {
        if (this.#stack.length === 0 && buffer.length - from > 4096) throw this.#noXml();
        return -1;
      }
    }
    if (this.#handler.wantsText()) {
      this.#handler.text(decodeEntities(this.#decoder.decode(buffer.subarray(from, to))), this.#base + from);
    }
    return to;
  }

  /** The error of text where the root element should begin. */
  #noXml(): AppError {
    return new AppError('xml.not-xml', { file: this.#file, offset: this.#base });
  }

  /** Reads one tag, comment, section or instruction; −1 when its end is not in the buffer. */
  #markup(buffer: Uint8Array, from: number): number {
    if (startsWith(buffer, from, '<!--')) return endOf(buffer, from + 4, '-->');
    if (startsWith(buffer, from, '<![CDATA[')) {
      const end = endOf(buffer, from + 9, ']]>');
      if (end >= 0 && this.#handler.wantsText()) {
        this.#handler.text(this.#decoder.decode(buffer.subarray(from + 9, end - 3)), this.#base + from);
      }
      return end;
    }
    if (buffer.length - from < 9 && startsWith(buffer, from, '<!')) return -1;
    if (startsWith(buffer, from, '<?')) return endOf(buffer, from + 2, '?>');
    const end = tagEnd(buffer, from + 1);
    if (end < 0) return -1;
    if (buffer[from + 1] !== 0x21) this.#tag(this.#decoder.decode(buffer.subarray(from + 1, end - 1)), from);
    return end;
  }

  #tag(body: string, from: number): void {
    const offset = this.#base + from;
    if (body.startsWith('/')) {
      const name = localName(body.slice(1).trim());
      const open = this.#stack.pop();
      if (open !== name) {
        throw new AppError('xml.truncated', { file: this.#file, offset, element: `<${open ?? name}>` });
      }
      this.#handler.close(name, offset);
      return;
    }
    const isEmpty = body.endsWith('/');
    const name = localName(/^[^\s/]*/.exec(body)![0]);
    this.#sawRoot = true;
    this.#handler.open(name, readAttributes(body), offset);
    if (isEmpty) this.#handler.close(name, offset);
    else if (this.#stack.push(name) > depthLimit)
      throw new AppError('xml.too-deep', { file: this.#file, offset, limit: depthLimit });
  }
}

function concatenate(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

function startsWith(buffer: Uint8Array, from: number, text: string): boolean {
  if (from + text.length > buffer.length) return false;
  for (let i = 0; i < text.length; i++) if (buffer[from + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Offset after the next occurrence of `text`, −1 without one. */
function endOf(buffer: Uint8Array, from: number, text: string): number {
  for (
    let at = buffer.indexOf(text.charCodeAt(0), from);
    at >= 0;
    at = buffer.indexOf(text.charCodeAt(0), at + 1)
  ) {
    if (startsWith(buffer, at, text)) return at + text.length;
  }
  return -1;
}

/** Offset after the `>` that ends a tag, quoted values and a DOCTYPE's inner part skipped; −1 without one. */
function tagEnd(buffer: Uint8Array, from: number): number {
  let quote = 0;
  let depth = 0;
  for (let at = from; at < buffer.length; at++) {
    const byte = buffer[at]!;
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === 0x22 || byte === 0x27) quote = byte;
    else if (byte === 0x5b && buffer[from] === 0x21) depth++;
    else if (byte === 0x5d && buffer[from] === 0x21) depth--;
    else if (byte === greaterThan && depth === 0) return at + 1;
  }
  return -1;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const noAttributes: ReadonlyMap<string, string> = new Map();

function readAttributes(body: string): ReadonlyMap<string, string> {
  if (!body.includes('=')) return noAttributes;
  const attributes = new Map<string, string>();
  for (const { name, value } of xmlAttributes(body)) attributes.set(localName(name), decodeEntities(value));
  return attributes;
}
