import { describe, expect, it } from 'vitest';
import type { PointLayers } from '#domain/formats/las/points.ts';
import { packedBytes, packPoints, rgbShift, unpackPoint } from './pack-points.ts';

function createPoints(): Required<Omit<PointLayers, 'gpsTime' | 'pointSourceId'>> {
  return {
    count: 3,
    xyz: Int32Array.of(
      2_147_483_647,
      -2_147_483_648,
      5,
      2_147_483_600,
      -2_147_483_000,
      -7,
      2_000_000_000,
      -2_100_000_000,
      0,
    ),
    rgb: Uint16Array.of(65_535, 0, 256, 512, 1024, 2048, 0, 0, 0),
    intensity: Uint16Array.of(65_535, 0, 1234),
    classification: Uint8Array.of(2, 255, 6),
    returnNumber: Uint8Array.of(1, 15, 3),
    numberOfReturns: Uint8Array.of(1, 15, 4),
  };
}

describe('packPoints', () => {
  it('gives every record back, over the whole range of integers', () => {
    const points = createPoints();
    const packed = packPoints(points, 0, 3, 8);
    for (let i = 0; i < 3; i++) {
      const point = unpackPoint(packed, i);
      expect(point.integers).toEqual([...points.xyz.subarray(i * 3, i * 3 + 3)]);
      expect(point.rgb).toEqual([...points.rgb.subarray(i * 3, i * 3 + 3)].map((value) => value >> 8));
      expect(point.classification).toBe(points.classification[i]);
      expect(point.intensity).toBe(points.intensity[i]);
      expect([point.returnNumber, point.numberOfReturns]).toEqual([
        points.returnNumber[i],
        points.numberOfReturns[i],
      ]);
    }
    expect(packed.classes).toEqual([2, 6, 255]);
  });

  it('packs a part of the columns and says what they lack', () => {
    const { xyz } = createPoints();
    const packed = packPoints({ count: 3, xyz }, 1, 3, 0);
    expect(packed.count).toBe(2);
    expect(unpackPoint(packed, 1).integers).toEqual([2_000_000_000, -2_100_000_000, 0]);
    expect(packed).toMatchObject({
      hasRgb: false,
      hasIntensity: false,
      hasClassification: false,
      intensityRange: null,
    });
    expect(packed.min).toEqual([2_000_000_000, -2_147_483_000, -7]);
  });

  it('keeps positions of a node exact in eight bytes, up to two million steps along an axis', () => {
    const xyz = Int32Array.of(-1_000_000, 5, 7, 1_000_000, -1_048_000, 7, 0, 1_048_000, -1_040_000);
    const packed = packPoints({ count: 3, xyz }, 0, 3, 0);
    expect(packed.step).toBe(1);
    expect(packed.exact).toBeNull();
    expect(packed.words.length).toBe(12);
    for (let i = 0; i < 3; i++) {
      expect(unpackPoint(packed, i).integers).toEqual([...xyz.subarray(i * 3, i * 3 + 3)]);
    }
  });

  it('packs flight data where it is asked for', () => {
    const gpsTime = Float64Array.of(300_000_000.123456, 300_000_010.5);
    const pointSourceId = Uint16Array.of(7, 65_535);
    const packed = packPoints({ count: 2, xyz: new Int32Array(6), gpsTime, pointSourceId }, 0, 2, 0);
    expect(unpackPoint(packed, 1)).toMatchObject({ gpsTime: 300_000_010.5, pointSourceId: 65_535 });
    expect(packed.timeRange).toEqual([300_000_000.123456, 300_000_010.5]);
    const stored = new Float32Array(packed.flight!.buffer);
    expect(stored[3]! + packed.timeBase).toBeCloseTo(300_000_010.5, 5);
    expect(packedBytes(packed)).toBe(2 * (16 + 8) * 2 + 16);
  });

  it('survives no points', () => {
    const packed = packPoints({ count: 0, xyz: new Int32Array(0) }, 0, 0, 0);
    expect(packed.count).toBe(0);
    expect(packed.zRange).toBeNull();
  });
});

describe('rgbShift', () => {
  it('tells 16-bit colours from 8-bit ones in 16-bit fields', () => {
    expect(rgbShift(Uint16Array.of(1, 255, 0))).toBe(0);
    expect(rgbShift(Uint16Array.of(1, 256, 0))).toBe(8);
  });
});
