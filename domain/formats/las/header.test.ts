import { describe, expect, test } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { parseHeader } from './header.ts';
import { encodeHeader, type HeaderPlan } from './header-write.ts';

function plan(changes: Partial<HeaderPlan> = {}): HeaderPlan {
  return {
    versionMinor: 4,
    pointFormat: 7,
    isCompressed: true,
    recordLength: 38,
    scale: [0.01, 0.02, 0.001],
    offset: [500_000, 4e6, -3],
    min: [1, 2, 3],
    max: [4, 5, 6],
    pointCount: 6_000_000_000,
    pointsByReturn: [5_000_000_000, 1_000_000_000],
    gpsTimeType: 'adjusted-standard',
    hasWktBit: true,
    pointDataOffset: 400,
    vlrCount: 0,
    evlrOffset: 0,
    evlrCount: 0,
    projectId: '00112233445566778899aabbccddeeff',
    systemIdentifier: 'scanner',
    generatingSoftware: 'test',
    creationDay: 34,
    creationYear: 2026,
    fileSourceId: 9,
    ...changes,
  };
}

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
  return undefined;
}

describe('header', () => {
  test('reads back what was written, counts above 32 bits included', () => {
    const { header, warnings } = parseHeader(encodeHeader(plan()), 1e12, 'a.laz');
    const { pointsByReturn, ...rest } = plan();
    expect(header).toMatchObject(rest);
    expect(header.pointsByReturn.slice(0, 3)).toEqual([...pointsByReturn, 0]);
    expect(header.headerSize).toBe(375);
    expect(warnings).toEqual([]);
  });

  test.each([
    [0, 0, 227],
    [1, 1, 227],
    [2, 3, 227],
    [3, 4, 235],
    [4, 10, 375],
  ] as const)('LAS 1.%i, format %i, is %i bytes long', (versionMinor, pointFormat, size) => {
    const bytes = encodeHeader(
      plan({
        versionMinor,
        pointFormat,
        pointCount: 12,
        pointsByReturn: [7, 5],
        isCompressed: false,
        recordLength: 99,
      }),
    );
    const { header } = parseHeader(bytes, 1e6, 'a.las');
    expect(bytes).toHaveLength(size);
    expect(header).toMatchObject({ versionMinor, pointFormat, pointCount: 12, isCompressed: false });
    expect(header.pointsByReturn.slice(0, 2)).toEqual([7, 5]);
  });

  test('GPS time type and WKT bit count only where the version has them', () => {
    const old = encodeHeader(plan({ versionMinor: 1, pointFormat: 1, pointCount: 1, pointsByReturn: [1] }));
    const { header } = parseHeader(old, 1e6, 'a.las');
    expect([header.gpsTimeType, header.hasWktBit]).toEqual(['week', false]);
  });

  test('counts that contradict each other are reported and the wide one wins', () => {
    const bytes = encodeHeader(plan({ pointFormat: 3, pointCount: 10, pointsByReturn: [10] }));
    new DataView(bytes.buffer).setUint32(107, 9, true);
    const { header, warnings } = parseHeader(bytes, 1e6, 'a.las');
    expect(header.pointCount).toBe(10);
    expect(warnings.map((warning) => warning.code)).toEqual(['las.count-mismatch']);
  });

  test.each([
    ['las.not-las', (view: DataView) => view.setUint8(0, 0x20)],
    ['las.version', (view: DataView) => view.setUint8(24, 126)],
    ['las.version', (view: DataView) => view.setUint8(25, 5)],
    ['las.header-size', (view: DataView) => view.setUint16(94, 227, true)],
    ['las.point-format', (view: DataView) => view.setUint8(104, 11)],
    ['las.record-length', (view: DataView) => view.setUint16(105, 35, true)],
    ['las.point-offset', (view: DataView) => view.setUint32(96, 2_000_000, true)],
    ['las.point-offset', (view: DataView) => view.setUint32(96, 100, true)],
    ['las.point-count', (view: DataView) => view.setBigUint64(247, 1n << 60n, true)],
    ['las.scale', (view: DataView) => view.setFloat64(139, 0, true)],
    ['las.scale', (view: DataView) => view.setFloat64(155, Number.NaN, true)],
  ])('a damaged header is %s', (code, damage) => {
    const bytes = encodeHeader(plan());
    damage(new DataView(bytes.buffer));
    expect(codeOf(() => parseHeader(bytes, 1_000_000, 'a.las'))).toBe(code);
  });

  test.each([0, 3, 4, 226, 374])('a file of %i bytes is refused', (length) => {
    const bytes = encodeHeader(plan()).subarray(0, length);
    const expected = length < 4 ? 'las.not-las' : 'las.truncated-header';
    expect(codeOf(() => parseHeader(bytes, length, 'a.las'))).toBe(expected);
  });
});
