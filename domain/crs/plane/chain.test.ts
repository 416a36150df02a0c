import proj4 from 'proj4';
import { describe, expect, it } from 'vitest';
import { toProj4 } from '../proj/proj-write.ts';
import { readCrs } from '../read-crs.ts';
import { createTransform, type TransformEnd } from '../transform.ts';

async function end(text: string): Promise<TransformEnd> {
  return {
    horizontal: (await readCrs([{ source: 'user', payload: text }])).definition!.horizontal,
    vertical: null,
  };
}

/** The largest difference from proj4, in units of the target, over points given in the source. */
async function worst(
  from: string,
  to: string,
  points: readonly (readonly [number, number])[],
): Promise<number> {
  const [source, target] = [await end(from), await end(to)];
  const converter = proj4(toProj4(source.horizontal!)!, toProj4(target.horizontal!)!);
  const transform = createTransform(source, target);
  const gaps = points.map((point) => {
    const [x, y] = transform.point(point);
    const [u, v] = converter.forward([...point]);
    return Math.hypot(x! - u!, y! - v!);
  });
  return Math.max(...gaps);
}

const around = (x: number, y: number, reach: number): [number, number][] =>
  [-1, -0.7, -0.1, 0, 0.4, 1].flatMap((a) =>
    [-1, -0.3, 0, 0.8].map((b): [number, number] => [x + a * reach, y + b * reach]),
  );

describe('planes computed here', () => {
  it.each([
    [
      'zone to zone, far from both meridians',
      'EPSG:32615',
      'EPSG:32618',
      around(500_000, 4_500_000, 900_000),
    ],
    ['in the southern hemisphere', 'EPSG:4326', 'EPSG:32733', around(15, -40, 25)],
    ['a southern cone', 'EPSG:4283', 'EPSG:3107', around(135, -32, 20)],
    ['a cone with one parallel', 'EPSG:4758', 'EPSG:3448', around(-77, 18, 6)],
    ['a cone in feet to a cone in metres', 'EPSG:2277', 'EPSG:3082', around(2_300_000, 10_000_000, 900_000)],
    ['from one datum to another', 'EPSG:27700', 'EPSG:32630', around(400_000, 400_000, 300_000)],
  ])('agree with proj4: %s', async (_name, from, to, points) => {
    expect(await worst(from, to, points)).toBeLessThan(2e-6);
  });

  it('find poles and refuse what lies beyond', async () => {
    const transform = createTransform(await end('EPSG:4326'), await end('EPSG:32615'));
    const pole = transform.point([10, 90]);
    expect(pole[0]).toBeCloseTo(500_000, 6);
    expect(transform.inverse().point(pole)[1]).toBeCloseTo(90, 9);
    expect(() => transform.point([-93, 91])).toThrowError(/crs\.transform-not-finite/);
    expect(() => transform.point([-3, 0.01])).toThrowError(/crs\.transform-not-finite/);
    expect(() => transform.inverse().point([9e7, 0])).toThrowError(/crs\.transform-not-finite/);
  });

  it('do long batches in blocks, and leave the first point without a place and those after it', async () => {
    const transform = createTransform(await end('EPSG:26915'), await end('EPSG:26851'));
    const at = (index: number): [number, number] => [480_000 + index, 4_990_000 - index];
    const xyz = Float64Array.from({ length: 3 * 2500 }, (_, i) => [...at(Math.floor(i / 3)), 9][i % 3]!);
    const done = xyz.slice();
    transform.batch(done, 3);
    for (const index of [0, 1023, 1024, 2499]) {
      expect([...done.subarray(3 * index, 3 * index + 3)]).toEqual(transform.point([...at(index), 9]));
    }
    const faulty = xyz.slice();
    faulty[3 * 2000] = Number.POSITIVE_INFINITY;
    expect(() => transform.batch(faulty, 3)).toThrowError(/"index":2000/);
    expect(faulty[3 * 1999]).toBe(done[3 * 1999]);
    expect(faulty[3 * 2001]).toBe(xyz[3 * 2001]);
  });
});

describe('the shift of a place', () => {
  it('is the one that EPSG gives for the region, for all points alike', async () => {
    const [wgs84, krovak] = [await end('EPSG:4326'), await end('EPSG:5514')];
    const czech = createTransform(wgs84, krovak, [14.4, 50.1]);
    const slovak = createTransform(wgs84, krovak, [20, 48.7]);
    const [a, b] = [czech.point([18, 49.2]), slovak.point([18, 49.2])];
    expect(Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!)).toBeGreaterThan(0.5);
    expect(czech.datumAccuracy).toBe(1);
    const back = czech.inverse().point(a);
    expect(back[0]).toBeCloseTo(18, 7);
    expect(back[1]).toBeCloseTo(49.2, 7);
  });

  it('is refused where none is known', async () => {
    const [wgs84, beijing] = [await end('EPSG:4326'), await end('EPSG:2401')];
    expect(() => createTransform(wgs84, beijing, [75, 40])).toThrowError(/crs\.shift-unknown/);
    expect(createTransform(wgs84, beijing).isDatumShiftMissing).toBe(true);
  });

  it('is left alone where the text of the system declares its own', async () => {
    const declared = await end('+proj=utm +zone=32 +ellps=intl +towgs84=-87,-98,-121');
    const wgs84 = await end('EPSG:4326');
    const [x, y] = createTransform(wgs84, declared, [9, 50]).point([9, 50]);
    const [u, v] = createTransform(wgs84, declared).point([9, 50]);
    expect([x, y]).toEqual([u, v]);
  });
});
