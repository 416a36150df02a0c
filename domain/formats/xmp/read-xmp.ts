import { withoutEnd } from '../../math/without-end.ts';
import { xmlAttributes } from '../xml/attributes.ts';
import { decodeEntities } from '../xml/entities.ts';

/** Values of an XMP packet by `prefix:Name`, parts of a structure by `prefix:Name/Part`, lists joined by commas. */
export type XmpValues = ReadonlyMap<string, string>;

/**
 * What is wrong with a packet: it ends inside an element or a tag; or it is not well-formed XML (attributes run together,
 * an element closed that was not open, an unknown entity), and was read all the same.
 */
export type XmpFault = 'cut' | 'malformed';

/** XMP read as far as it goes. */
export interface XmpReading {
  readonly values: XmpValues;
  readonly fault: XmpFault | null;
}

/** Our prefixes of namespaces; writers choose their own, the URI decides. */
const knownPrefixes: Readonly<Record<string, string>> = {
  'http://www.dji.com/drone-dji/1.0': 'drone-dji',
  'http://pix4d.com/camera/1.0': 'Camera',
  'http://ns.sensefly.com/camera/1.0': 'Camera',
  'http://www.parrot.com/drone-parrot/1.0': 'drone-parrot',
  'https://www.skydio.com/drone-skydio/1.0': 'drone-skydio',
  'http://ns.adobe.com/tiff/1.0': 'tiff',
  'http://ns.adobe.com/exif/1.0': 'exif',
};

/** Longer values are images or curves in text form. */
const maxValueLength = 20_000;
const maxDepth = 60;

const prefixedName = /^[\w.-]+:[\w.-]+$/;
const foreignEntity = /&(?!#\d|#x|(?:lt|gt|amp|quot|apos);)/;
/** Elements that only carry structure. */
const frames = new Set([
  'rdf:RDF',
  'rdf:Description',
  'rdf:Seq',
  'rdf:Bag',
  'rdf:Alt',
  'rdf:li',
  'x:xmpmeta',
  'x:xapmeta',
]);

class Collector {
  readonly values = new Map<string, string>();
  private readonly prefixes = new Map<string, string>();
  private readonly open: string[] = [];
  fault: XmpFault | null = null;

  note(fault: XmpFault): void {
    if (this.fault !== 'cut') this.fault = fault;
  }

  attributes(text: string): void {
    for (const { name, value: written, isJoined } of xmlAttributes(text)) {
      if (!prefixedName.test(name)) continue;
      if (isJoined) this.note('malformed');
      const value = decodeEntities(written).trim();
      if (name.startsWith('xmlns:')) {
        const known = knownPrefixes[withoutEnd(value.toLowerCase(), '/')];
        if (known) this.prefixes.set(name.slice(6), known);
      } else if (!name.startsWith('rdf:') && !name.startsWith('xml:')) {
        this.put([...this.path(), name], value);
      }
    }
  }

  enter(name: string): void {
    if (this.open.length < maxDepth) this.open.push(name);
  }

  leave(name: string): void {
    const at = this.open.lastIndexOf(name);
    if (at !== this.open.length - 1) this.note('malformed');
    if (at >= 0) this.open.length = at;
  }

  endPacket(): void {
    if (this.open.length > 0) this.note('cut');
    this.open.length = 0;
  }

  text(value: string): void {
    if (foreignEntity.test(value)) this.note('malformed');
    const path = this.path();
    if (path.length > 0) this.put(path, decodeEntities(value));
  }

  private path(): string[] {
    return this.open.filter((name) => !frames.has(name));
  }

  private put(path: readonly string[], value: string): void {
    if (value.length === 0 || value.length > maxValueLength) return;
    const [first = '', ...rest] = path;
    const colon = first.indexOf(':');
    const prefix = first.slice(0, colon);
    const head = `${this.prefixes.get(prefix) ?? prefix}${first.slice(colon)}`;
    const key = [head, ...rest.map((part) => part.slice(part.indexOf(':') + 1))].join('/');
    const before = this.values.get(key);
    const isListItem = this.open.at(-1) === 'rdf:li' && before !== undefined;
    if (isListItem && before.length + value.length < maxValueLength)
      this.values.set(key, `${before},${value}`);
    else if (before === undefined) this.values.set(key, value);
  }
}

/**
 * Reads XMP packets (ISO 16684-1) into flat values; the first statement of a value counts. Written for what cameras
 * write rather than for what XML allows: a packet that is cut short or not well formed gives what can be read of it, and
 * its fault is reported. The reader of XML files (`formats/xml/scan-xml.ts`) does not serve here: it stops at the first
 * tag that does not match, does not see attributes run together, and drops the prefixes that tell makers apart.
 */
export function readXmp(packets: readonly string[]): XmpReading {
  const collector = new Collector();
  for (const packet of packets) {
    let at = 0;
    for (;;) {
      const start = packet.indexOf('<', at);
      if (start < 0) break;
      const text = packet.slice(at, start).trim();
      if (text) collector.text(text);
      const isComment = packet.startsWith('<!--', start);
      const end = packet.indexOf(isComment ? '-->' : '>', start);
      if (end < 0) {
        collector.note('cut');
        break;
      }
      at = end + (isComment ? 3 : 1);
      const inside = packet.slice(start + 1, end);
      if (isComment || inside.startsWith('?') || inside.startsWith('!')) continue;
      if (inside.startsWith('/')) {
        collector.leave(inside.slice(1).trim());
        continue;
      }
      const isClosed = inside.endsWith('/');
      const name = /^[\w.:-]+/.exec(inside)?.[0];
      if (!name) {
        collector.note('malformed');
        continue;
      }
      collector.enter(name);
      collector.attributes(isClosed ? inside.slice(0, -1) : inside);
      if (isClosed) collector.leave(name);
    }
    collector.endPacket();
  }
  return { values: collector.values, fault: collector.fault };
}

/** A number of an XMP value: `+40.10`, `1/3`, `12 / 5`; null where it is none. */
export function xmpNumber(values: XmpValues, ...keys: readonly string[]): number | null {
  for (const key of keys) {
    const text = values.get(key)?.trim();
    if (!text) continue;
    const [top = '', bottom, ...more] = text.split('/').map((part) => part.trim());
    if (more.length > 0 || top === '' || bottom === '') continue;
    const value = Number(top) / (bottom === undefined ? 1 : Number(bottom));
    if (Number.isFinite(value)) return value;
  }
  return null;
}

/** Numbers of a list value, separated by commas or blanks; null where any is none. */
export function xmpNumbers(values: XmpValues, key: string): number[] | null {
  const text = values.get(key)?.trim();
  if (!text) return null;
  const numbers = text.split(/[\s,]+/).map(Number);
  return numbers.every(Number.isFinite) ? numbers : null;
}
