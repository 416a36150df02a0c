import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { readCrs } from './read-crs.ts';
import { createTransform, type TransformEnd } from './transform.ts';

async function end(text: string): Promise<TransformEnd> {
  return (await readCrs([{ source: 'user', payload: text }])).definition!;
}

async function between(from: string, to: string) {
  return createTransform(await end(from), await end(to));
}

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};

describe('transforming points', () => {
  // Figures of cs2cs 9.1.1.
  it.each([
    ['EPSG:4326', 'EPSG:32615', [-93.2, 45.1], [484264.3842737, 4994078.6841345]],
    ['EPSG:4269', 'EPSG:2229', [-118.4, 34.05], [6440498.8662877, 1840819.2319595]],
    ['EPSG:4171', 'EPSG:2154', [0.26, 46.355], [489353.587751581, 6587552.20404507]],
    ['EPSG:4148', 'EPSG:2046', [14.475, -22.915], [53858.5028849053, 2535220.46681243]],
  ])('%s to %s', async (from, to, point, expected) => {
    const transform = await between(from, to);
    const result = transform.point(point);
    expect(Math.abs(result[0]! - expected[0]!)).toBeLessThan(1e-6);
    expect(Math.abs(result[1]! - expected[1]!)).toBeLessThan(1e-6);
    const back = transform.inverse().point(result);
    expect(back[0]).toBeCloseTo(point[0]!, 9);
    expect(back[1]).toBeCloseTo(point[1]!, 9);
  });

  it('converts the unit of the plane: two systems that differ only in feet', async () => {
    const transform = await between('EPSG:6543', 'EPSG:3358');
    expect(transform.isDatumShiftMissing).toBe(false);
    const [x, y] = transform.point([2_000_000, 500_000]);
    expect(x).toBeCloseTo((2_000_000 * 1200) / 3937, 2);
    expect(y).toBeCloseTo((500_000 * 1200) / 3937, 2);
  });

  it('reads and writes grads where a system counts in them', async () => {
    const transform = await between('EPSG:4807', 'EPSG:27572');
    const [x, y] = transform.point([0, 52]);
    expect(x).toBeCloseTo(600_000, 6);
    expect(y).toBeCloseTo(2_200_000, 6);
    expect(transform.inverse().point([600_000, 2_200_000])[1]).toBeCloseTo(52, 9);
  });

  it('turns the Belgian cone as EPSG says: 31300 and 31370 are one grid within centimetres', async () => {
    const [x, y] = (await between('EPSG:31300', 'EPSG:31370')).point([150_000, 170_000]);
    expect(Math.hypot(x! - 150_000, y! - 170_000)).toBeLessThan(0.05);
  });

  it('counts west-orientated systems westward from their false origin', async () => {
    const transform = await between('EPSG:4658', 'EPSG:3053');
    const centre = transform.point([-18, 65]);
    expect(centre[0]).toBeCloseTo(500_000, 6);
    expect(centre[1]).toBeCloseTo(500_000, 6);
    expect(transform.point([-19, 65])[0]).toBeGreaterThan(500_000);
  });

  it('inverts an equal-area projection below a tenth of a millimetre', async () => {
    const transform = await between('EPSG:4258', 'EPSG:3035');
    const plane = transform.point([25.3, 61.7]);
    const again = transform.point(transform.inverse().point(plane));
    expect(Math.hypot(again[0]! - plane[0]!, again[1]! - plane[1]!)).toBeLessThan(1e-6);
  });
});

describe('batches', () => {
  it('are done in place, with and without heights', async () => {
    const transform = await between('EPSG:4326', 'EPSG:32615');
    const flat = Float64Array.of(-93.2, 45.1, -92, 44);
    const high = Float64Array.of(-93.2, 45.1, 7, -92, 44, 8);
    transform.batch(flat, 2);
    transform.batch(high, 3);
    expect([...flat]).toEqual([high[0], high[1], high[3], high[4]]);
    expect([high[2], high[5]]).toEqual([7, 8]);
    expect([...flat.subarray(0, 2)]).toEqual(transform.point([-93.2, 45.1]));
  });

  it('name the point that has no place', async () => {
    const transform = await between('EPSG:4326', 'EPSG:32615');
    const run = (): void => transform.batch(Float64Array.of(-93, 45, Number.NaN, 45), 2);
    expect(run).toThrowError(/crs\.transform-not-finite/);
    try {
      run();
    } catch (error) {
      expect((error as AppError).params['index']).toBe(1);
    }
  });
});

describe('heights', () => {
  it('are scaled where both units are known, and the datum is said to be left alone', async () => {
    const transform = await between('EPSG:26910+5703', 'EPSG:26910+6360');
    expect(transform.vertical).toBe('scaled');
    expect(transform.isVerticalDatumIgnored).toBe(false);
    expect(transform.point([500_000, 4_000_000, 1200])[2]).toBeCloseTo(3937, 9);
  });

  it('pass unchanged where a unit is unknown', async () => {
    const transform = await between('EPSG:26910', 'EPSG:26910+6360');
    expect(transform.vertical).toBe('unknown');
    expect(transform.isVerticalDatumIgnored).toBe(true);
    expect(transform.point([500_000, 4_000_000, 1200])[2]).toBe(1200);
  });

  it('are part of geocentric coordinates', async () => {
    const transform = await between('EPSG:4326', 'EPSG:4978');
    const [x, y, z] = transform.point([0, 0, 100]);
    expect(transform.vertical).toBe('geocentric');
    expect([x, y, z]).toEqual([6378237, 0, 0]);
  });
});

describe('datums', () => {
  it('shift by the best transformation that needs no grid', async () => {
    const transform = await between('EPSG:4326', 'EPSG:28992');
    const [x, y] = transform.point([5.21, 52.225]);
    expect(Math.hypot(x! - 142892.192575136, y! - 470783.867228384)).toBeLessThan(0.01);
    expect(transform.datumAccuracy).toBeLessThan(2);
  });

  it('are said to be unshifted where no shift is known', async () => {
    const transform = await between('EPSG:4326', '+proj=utm +zone=15 +ellps=clrk66');
    expect(transform.isDatumShiftMissing).toBe(true);
    expect(transform.datumAccuracy).toBeNull();
  });

  it('of a frame that two transformations of one area tell apart from WGS 84 are refused beyond that area', async () => {
    const [wgs84, canada, europe] = await Promise.all(['EPSG:4326', 'EPSG:6098', 'EPSG:25832'].map(end));
    expect(codeOf(() => createTransform(wgs84!, canada!, [-108, 86.838]))).toBe('crs.shift-unknown');
    const [x, y] = createTransform(wgs84!, canada!, [-108, 85]).point([-108, 85]);
    // cs2cs 9.1.1 by EPSG's transformation 1946, not the one that only equates the two.
    expect(x).toBeCloseTo(23_327_698.427551, 3);
    expect(y).toBeCloseTo(1_478_401.375134, 3);
    expect(() => createTransform(wgs84!, europe!, [9, 89])).not.toThrow();
  });

  it('are left alone within one datum', async () => {
    const transform = await between('EPSG:27700', 'EPSG:4277');
    expect(transform.datumAccuracy).toBe(0);
  });
});

describe('what cannot be transformed', () => {
  it('is refused by name', async () => {
    const good = await end('EPSG:4326');
    const local = await end('LOCAL_CS["site grid",UNIT["metre",1]]');
    expect(codeOf(() => createTransform(good, local))).toBe('crs.transform-unavailable');
    expect(codeOf(() => createTransform(good, { horizontal: null, vertical: null }))).toBe(
      'crs.transform-unavailable',
    );
    const laborde = await end('EPSG:8441');
    expect(codeOf(() => createTransform(good, laborde))).toBe('crs.method-unsupported');
  });
});
