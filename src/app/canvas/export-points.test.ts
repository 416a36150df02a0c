import { describe, expect, it } from 'vitest';
import type { PointOrder } from '#core/ports/clouds.ts';
import { isPointSeen, type PointFilter, seeAll } from '#domain/cloud/point-filter.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { memorySink } from '#domain/formats/byte-sink.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { extractLayers } from '#domain/formats/las/extract-layers.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import type { LayerName, PointLayers } from '#domain/formats/las/points.ts';
import { readUncompressedRecords } from '#domain/formats/las/read-records.ts';
import { isInRing } from '#domain/geometry/plane/ring.ts';
import { CopcSource } from '#gpu/streaming/copc-source.ts';
import { copcFile } from '#tests/render/scenes/files.ts';
import { corner, pointOffset, pointScale, surveyPoints } from '#tests/render/scenes/terrain.ts';
import { readWithLazPerf } from '#tests/support/laz-perf.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { readCopcByPeer } from '#tests/support/read-copc.ts';
import { exportPoints } from './export-points.ts';

const { signal } = new AbortController();
const pool = createLocalPool();
const points = surveyPoints(6000);
const layers: LayerName[] = ['xyz', 'rgb', 'intensity', 'classification', 'returnNumber', 'numberOfReturns'];

async function openCloud(vlrs: Parameters<typeof copcFile>[2] = []) {
  return CopcSource.open(await copcFile(points, pool, vlrs), signal);
}

async function write(sources: readonly CopcSource[], order: Partial<PointOrder>) {
  const sink = memorySink();
  const fractions: number[] = [];
  const whole: PointOrder = { format: 'las', filter: seeAll, areas: null, ...order };
  const give = (share: number) => fractions.push(share);
  const { count, told } = await exportPoints(sources, whole, sink, pool, signal, give);
  return { count, told, bytes: sink.bytes(), fractions };
}

async function readLas(bytes: Uint8Array<ArrayBuffer>): Promise<PointLayers> {
  const file = await openLas(memorySource('out.las', bytes));
  for await (const records of readUncompressedRecords(file)) return extractLayers(records, layers);
  throw new Error('the file holds no points');
}

const placeOf = (index: number) =>
  [0, 1, 2].map((axis) => points.xyz![3 * index + axis]! * pointScale[axis]! + pointOffset[axis]!) as [
    number,
    number,
    number,
  ];

/** Indices of the expected points, by the predicate itself. */
function wanted(filter: PointFilter, areas: PointOrder['areas'] = null): number[] {
  return Array.from({ length: points.count }, (_, i) => i).filter((index) => {
    const position = placeOf(index);
    const isSeen = isPointSeen(filter, {
      position,
      classification: points.classification![index]!,
      returnNumber: points.returnNumber![index]!,
      numberOfReturns: points.numberOfReturns![index]!,
      gpsTime: 0,
    });
    return isSeen && (areas === null || areas.some((ring) => isInRing(ring, position[0], position[1])));
  });
}

/** A point's fields as one text, so that sets of points can be compared. */
function describePoints({ xyz, rgb, intensity, classification }: PointLayers, indices: readonly number[]) {
  return indices
    .map((i) =>
      [xyz!.subarray(3 * i, 3 * i + 3), rgb!.subarray(3 * i, 3 * i + 3), intensity![i], classification![i]]
        .map(String)
        .join(' '),
    )
    .sort();
}

const [x0, y0] = corner;
const filter: PointFilter = {
  ...seeAll,
  hiddenClasses: [5],
  hiddenReturns: ['middle'],
  clips: [
    {
      kind: 'box',
      id: 'a',
      isInverted: false,
      center: [x0 + 200, y0 + 180, 300],
      half: [150, 120, Infinity],
      yawRad: 0.4,
    },
    { kind: 'slice', id: 'b', isInverted: true, from: [x0, y0], to: [x0 + 400, y0 + 400], width: 20 },
  ],
};
const area = [x0 + 60, y0 + 60, x0 + 330, y0 + 90, x0 + 300, y0 + 340, x0 + 200, y0 + 150];

describe('exporting points', () => {
  it('writes all points of a cloud, every field as it was, with its system', async () => {
    const { wkt } = await readCrs([{ source: 'user', payload: 'EPSG:26917' }]);
    expect(wkt).toContain('UTM zone 17N');
    const data = new TextEncoder().encode(`${wkt}\0`);
    const cloud = await openCloud([{ userId: 'LASF_Projection', recordId: 2112, description: 'WKT', data }]);
    const { count, bytes, fractions } = await write([cloud], {});
    expect(count).toBe(points.count);
    const all = wanted(seeAll);
    expect(describePoints(await readLas(bytes), all)).toEqual(describePoints(points, all));
    const file = await openLas(memorySource('out.las', bytes));
    expect(file.isCopc).toBe(false);
    expect([file.header.versionMinor, file.header.scale]).toEqual([4, pointScale]);
    expect((await readCrs(file.crsDeclarations)).wkt).toBe(wkt);
    expect(fractions.at(-1)).toBe(1);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  });

  it('writes what the filter of the view lets through, and no more', async () => {
    const chosen = wanted(filter);
    expect(chosen.length).toBeGreaterThan(500);
    expect(chosen.length).toBeLessThan(points.count / 2);
    const { count, bytes } = await write([await openCloud()], { filter });
    expect(count).toBe(chosen.length);
    const read = await readLas(bytes);
    expect(
      describePoints(
        read,
        chosen.map((_, i) => i),
      ),
    ).toEqual(describePoints(points, chosen));
  });

  it('writes what lies in one of the areas, as LAZ that another program reads', async () => {
    const areas = [area, [x0, y0, x0 + 40, y0, x0 + 40, y0 + 40]];
    const chosen = wanted(filter, areas);
    const { count, bytes } = await write([await openCloud()], { format: 'laz', filter, areas });
    expect([count, chosen.length > 100]).toEqual([chosen.length, true]);
    const { bytes: records, ...facts } = await readWithLazPerf(bytes);
    expect(facts).toEqual({ format: 7, recordLength: 36, count });
    const read = extractLayers({ ...facts, bytes: records }, layers);
    expect(
      describePoints(
        read,
        chosen.map((_, i) => i),
      ),
    ).toEqual(describePoints(points, chosen));
  });

  it('writes COPC with the tree of the cloud, of what is seen, that another program reads', async () => {
    const chosen = wanted(filter);
    const { count, bytes } = await write([await openCloud()], { format: 'copc', filter });
    expect(count).toBe(chosen.length);
    const { copc, nodes, records } = await readCopcByPeer(bytes);
    expect(copc.header.pointCount).toBe(count);
    const read = extractLayers(
      { format: 7, recordLength: 36, count, bytes: new Uint8Array(records) },
      layers,
    );
    expect(describePoints(read, [...chosen.keys()])).toEqual(describePoints(points, chosen));
    const keys = [...nodes.keys()].map(
      (name) => name.split('-').map(Number) as [number, number, number, number],
    );
    const below = keys.filter(([level]) => level > 0);
    expect(below.length).toBeGreaterThan(4);
    for (const [level, x, y, z] of below) {
      expect([...nodes.keys()]).toContain(`${level - 1}-${x >> 1}-${y >> 1}-${z >> 1}`);
    }
    const [{ info }, again] = [await openCloud(), await CopcSource.open(memorySource('out', bytes), signal)];
    expect([again.info.spacing, again.info.center, again.info.halfSize]).toEqual([
      info.spacing,
      info.center,
      info.halfSize,
    ]);
  });

  it('writes one cloud alone as COPC, since trees of several are not one', async () => {
    const clouds = [await openCloud(), await openCloud()];
    await expect(write(clouds, { format: 'copc' })).rejects.toMatchObject({ code: 'editor.copc-of-several' });
  });

  it('writes text with a line a point', async () => {
    const chosen = wanted(filter);
    const { bytes } = await write([await openCloud()], { format: 'xyz', filter });
    const [titles, ...lines] = new TextDecoder().decode(bytes).trimEnd().split('\n');
    expect(titles).toBe('//X Y Z Classification Intensity R G B');
    const expected = chosen.map((i) => {
      const place = placeOf(i).map((value) => value.toFixed(3));
      const colours = points.rgb!.subarray(3 * i, 3 * i + 3);
      return [...place, points.classification![i], points.intensity![i], ...colours].join(' ');
    });
    expect(lines.sort()).toEqual(expected.sort());
  });

  /** The same cloud with other bytes in its header. */
  async function openChanged(change: (header: DataView) => void) {
    const source = await copcFile(points, pool);
    const bytes = (await source.read(0, source.size)).slice();
    change(new DataView(bytes.buffer));
    return CopcSource.open(memorySource('changed.copc.laz', bytes), signal);
  }

  it('stores coordinates of several clouds at the finest scale at which they fit, and tells it', async () => {
    const fine = await openChanged((header) => {
      for (const axis of [0, 1]) header.setFloat64(131 + 8 * axis, 1e-8, true);
    });
    const { count, told, bytes } = await write([await openCloud(), fine], {});
    expect(count).toBe(2 * points.count);
    expect(told).toMatchObject([
      { code: 'las.scale-coarsened', params: { wanted: `1e-8 1e-8 ${pointScale[2]}` } },
    ]);
    const { header } = await openLas(memorySource('out.las', bytes));
    expect(header.scale[0]).toBeGreaterThan(1e-8);
    expect(told[0]?.params['scale']).toBe(header.scale.join(' '));
  });

  it('joins no clouds whose times count from different moments, but as text, which has no times', async () => {
    const week = await openChanged((header) => header.setUint16(6, header.getUint16(6, true) ^ 1, true));
    const clouds = [await openCloud(), week];
    await expect(write(clouds, {})).rejects.toMatchObject({ code: 'process.mixed-times' });
    expect((await write(clouds, { format: 'xyz' })).count).toBe(2 * points.count);
  });

  it('writes several clouds into one file', async () => {
    const { count, bytes } = await write([await openCloud(), await openCloud()], { filter });
    const chosen = wanted(filter);
    expect(count).toBe(2 * chosen.length);
    const { header, bounds } = await openLas(memorySource('out.las', bytes));
    expect(header.pointCount).toBe(count);
    const xs = chosen.map((index) => placeOf(index)[0]);
    expect(bounds!.min[0]).toBeCloseTo(Math.min(...xs), 6);
    expect(bounds!.max[0]).toBeCloseTo(Math.max(...xs), 6);
  });

  it('ends when it is given up', async () => {
    const stop = new AbortController();
    const order: PointOrder = { format: 'las', filter: seeAll, areas: null };
    const give = () => stop.abort();
    const running = exportPoints([await openCloud()], order, memorySink(), pool, stop.signal, give);
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  });
});
