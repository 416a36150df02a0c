import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExtraDimension } from '#domain/formats/las/extra-bytes.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import { createRandom } from '#tests/support/point-sets.ts';
import { layoutOf, type Place, recordsAt, smallLimits, spoolRecords } from '#tests/support/spooled-points.ts';
import { readClassified } from './classes.ts';
import { dimensionInSpool, type FarFacts, markFarPoints } from './far-points.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-far-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The time of a point's record stores its deviation here. */
const { gpsTime, classification } = pointFormat(6);
const asSigma: ExtraDimension = {
  name: 'Sigma',
  description: '',
  type: 'f64',
  elements: 1,
  offset: gpsTime!,
  length: 8,
};

interface Point {
  readonly place: Place;
  readonly sigma: number;
  readonly kind?: number;
}

async function mark(points: readonly Point[], sigma: ExtraDimension | undefined) {
  const places = points.map(({ place }) => place);
  const records = recordsAt(places);
  const view = new DataView(records.bytes.buffer);
  points.forEach((point, k) => {
    view.setFloat64(k * records.recordLength + gpsTime!, point.sigma, true);
    view.setUint8(k * records.recordLength + classification, point.kind ?? 1);
  });
  const out = await mkdtemp(join(folder, 'run-'));
  const spool = await spoolRecords(join(out, 'spool'), records, layoutOf(places), smallLimits);
  const options = { folder: join(out, 'far'), sigma, seen: null, report: () => {} };
  const facts: FarFacts = await markFarPoints(spool, options);
  const classes = new Map<string, number>();
  for (const column of spool.columns) {
    const { bytes, count, recordLength } = await readClassified(spool, column, { folder: options.folder });
    const own = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let k = 0; k < count; k++) {
      const at = k * recordLength;
      classes.set(`${own.getInt32(at, true)} ${own.getInt32(at + 4, true)}`, bytes[at + classification]!);
    }
  }
  const classOf = ({ place }: Point) =>
    classes.get(`${Math.round(1000 * place[0])} ${Math.round(1000 * place[1])}`);
  return { facts, classOf };
}

const random = createRandom(5);
/** A block of 20 m with deviations of 2 to 4 cm, a point every 10 cm or so. */
const block: Point[] = Array.from({ length: 4000 }, () => ({
  place: [Math.round(20_000 * random()) / 1000, Math.round(20_000 * random()) / 1000, 5],
  sigma: 0.02 + 0.02 * random(),
}));
const far: Point[] = Array.from({ length: 60 }, (_, k) => ({ place: [300 + k, 7 + k / 10, 30], sigma: 0.5 }));
const beside: Point[] = [{ place: [20.05, 9, 5], sigma: 0.2 }];
const stray: Point[] = Array.from({ length: 9 }, (_, k) => ({ place: [60 + k / 10, 50, 8], sigma: 0.06 }));
const noise: Point[] = [{ place: [10.0005, 10, -90], sigma: 0.02, kind: 18 }];
const everything = [...block, ...far, ...beside, ...stray, ...noise];

describe('points of photos that no surface should follow', () => {
  it('are those of large deviations and of islands without support, and become noise', async () => {
    const { facts, classOf } = await mark(everything, asSigma);
    expect(facts).toMatchObject({ uncertain: 61, stray: 9 });
    expect(facts.limitM).toBeCloseTo(0.15, 2);
    expect(new Set([...far, ...beside, ...stray].map(classOf))).toEqual(new Set([7]));
    expect(new Set(block.map(classOf))).toEqual(new Set([1]));
    expect(noise.map(classOf)).toEqual([18]);
    for (const axis of [0, 1]) {
      expect(facts.min[axis]).toBeGreaterThanOrEqual(0);
      expect(facts.max[axis]).toBeLessThanOrEqual(20);
    }
    expect([facts.min[2], facts.max[2]]).toEqual([5, 5]);
  });

  it('are none in a block where all are alike', async () => {
    const { facts, classOf } = await mark(block, asSigma);
    expect(facts).toMatchObject({ uncertain: 0, stray: 0 });
    expect(new Set(block.map(classOf))).toEqual(new Set([1]));
  });

  it('are told by their places alone where there are no deviations', async () => {
    const { facts } = await mark(everything, undefined);
    expect(facts).toMatchObject({ uncertain: 0, limitM: null });
    expect(facts.stray).toBeGreaterThanOrEqual(9);
  });
});

describe('a dimension of a file', () => {
  const spoolOf = (format: 6 | 7, recordLength: number) =>
    ({ layout: { format, recordLength } }) as Parameters<typeof dimensionInSpool>[3];
  const sigma = { ...asSigma, offset: 37, length: 2, type: 'u16' as const };

  it('lies behind the fields of the spool’s format', () => {
    expect(dimensionInSpool([sigma], 'Sigma', 7, spoolOf(7, 44))?.offset).toBe(37);
    expect(dimensionInSpool([{ ...sigma, offset: 27 }], 'Sigma', 2, spoolOf(7, 44))?.offset).toBe(37);
  });

  it('is none where the spool keeps no room for it, and where there is none', () => {
    expect(dimensionInSpool([sigma], 'Sigma', 7, spoolOf(7, 36))).toBeUndefined();
    expect(dimensionInSpool([sigma], 'Views', 7, spoolOf(7, 44))).toBeUndefined();
  });
});
