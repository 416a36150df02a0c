import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { encodeJpeg } from '../encode-jpeg.ts';
import { decodeJpeg, type JpegOptions } from './decode-jpeg.ts';
import { JpegFault } from './fault.ts';

interface Sample {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** Of the planes that libjpeg-turbo decodes. */
  readonly sha256: string;
  /** Base64. */
  readonly jpeg: string;
}

const file = new URL('../../../../tests/support/jpeg/samples.json', import.meta.url);
const samples: readonly Sample[] = JSON.parse(readFileSync(file, 'utf8'));
const sampleNamed = (name: string) => samples.find((sample) => sample.name === name)!;

const bytesOf = ({ jpeg }: Sample) => new Uint8Array(Buffer.from(jpeg, 'base64'));
const optionsOf = ({ width, height, components }: Sample): JpegOptions => ({
  width,
  height,
  components,
  isYcc: components === 3,
});
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What begins with a marker up to the end of its segment, and the rest. */
function cutSegment(bytes: Uint8Array, marker: number): [segment: Uint8Array, rest: Uint8Array] {
  const at = bytes.findIndex((byte, i) => byte === 0xff && bytes[i + 1] === marker);
  const end = at + 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
  return [bytes.slice(at, end), Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(end)])];
}

describe('a JPEG is decoded', () => {
  it.each(samples.map((sample) => [sample.name, sample] as const))(
    'as libjpeg-turbo does: %s',
    (_, sample) => {
      expect(sha256(decodeJpeg(bytesOf(sample), optionsOf(sample)))).toBe(sample.sha256);
    },
  );

  it('near to what was encoded', () => {
    const size = { width: 40, height: 24 } as const;
    const pixels = Uint8Array.from(
      { length: 40 * 24 },
      (_, i) => 100 + 60 * Math.sin((i % 40) / 9) + Math.floor(i / 40),
    );
    const bytes = encodeJpeg({ ...size, channels: 1, pixels }, 95);
    const decoded = decodeJpeg(bytes, { ...size, components: 1, isYcc: false });
    expect(Math.max(...decoded.map((value, i) => Math.abs(value - pixels[i]!)))).toBeLessThan(5);
  });

  it('with tables that lie elsewhere', () => {
    const sample = sampleNamed('grey');
    const [quantisation, rest] = cutSegment(bytesOf(sample), 0xdb);
    expect(() => decodeJpeg(rest, optionsOf(sample))).toThrow(JpegFault);
    const tables = Uint8Array.of(0xff, 0xd8, ...quantisation, 0xff, 0xd9);
    expect(sha256(decodeJpeg(rest, { ...optionsOf(sample), tables }))).toBe(sample.sha256);
  });

  it('only at the size and depth that are expected, or refused by name', () => {
    const sample = sampleNamed('4:2:0');
    const fault = (change: Partial<JpegOptions>, bytes = bytesOf(sample)) => {
      try {
        decodeJpeg(bytes, { ...optionsOf(sample), ...change });
        return null;
      } catch (error) {
        return error instanceof JpegFault ? [error.kind, error.reason] : error;
      }
    };
    expect(fault({ width: 46 })).toEqual([
      'damaged',
      { reason: 'a-jpeg-of-another-size', width: 45, height: 35, parts: 3 },
    ]);
    expect(fault({ height: 36 })).toEqual([
      'damaged',
      { reason: 'a-jpeg-of-another-size', width: 45, height: 35, parts: 3 },
    ]);
    expect(fault({ height: 30 })).toBeNull();
    const changed = (from: number, to: number, offset = 1) => {
      const bytes = bytesOf(sample);
      bytes[bytes.findIndex((byte, i) => byte === 0xff && bytes[i + 1] === from) + offset] = to;
      return bytes;
    };
    expect(fault({}, changed(0xc0, 0xc9))).toEqual([
      'unsupported',
      { reason: 'jpeg-with-arithmetic-coding' },
    ]);
    expect(fault({}, changed(0xc0, 0xc3))).toEqual(['unsupported', { reason: 'lossless-jpeg' }]);
    expect(fault({}, changed(0xc0, 12, 4))).toEqual([
      'unsupported',
      { reason: 'jpeg-of-so-many-bits', bits: 12 },
    ]);
  });

  it('to a picture or a fault where it is cut or flipped, in bounded time', () => {
    let faults = 0;
    for (const sample of samples.filter(({ width }) => width === 45)) {
      const whole = bytesOf(sample);
      for (let i = 0; i < 40; i++) {
        const bytes = i % 2 ? whole.slice() : whole.slice(0, Math.floor((whole.length * i) / 40));
        if (i % 2) bytes[(i * 7919) % whole.length]! ^= 1 << (i & 7);
        try {
          expect(decodeJpeg(bytes, optionsOf(sample))).toHaveLength(45 * 35 * sample.components);
        } catch (error) {
          expect(error).toBeInstanceOf(JpegFault);
          faults++;
        }
      }
    }
    expect(faults).toBeGreaterThan(130);
  });
});
