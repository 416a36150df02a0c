import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openLas } from '#domain/formats/las/las-file.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { describeWithShared, hasSharedData, sharedData } from '../support/shared-data.ts';

/** One entry of `_headers.json`; bounds run maxX, minX, maxY, minY, maxZ, minZ. */
interface Truth {
  size: number;
  ver: string;
  hdr: number;
  off: number;
  vlrs: number;
  pf: number;
  laz: boolean;
  reclen: number;
  n: number;
  n14?: number;
  evlrs?: number;
  scale: number[];
  offset: number[];
  bbox_maxmin_xyz: number[];
  gen: string;
  wkt_bit: boolean;
  wkt?: string;
  geokeys?: Record<string, number>;
}

function readTruth(): [path: string, truth: Truth][] {
  if (!hasSharedData) return [];
  const all = JSON.parse(readFileSync(sharedData('las/_headers.json'), 'utf8')) as Record<string, Truth>;
  return Object.entries(all).filter(([path]) => path.startsWith('las/') || path.startsWith('brighton'));
}

async function openShared(path: string) {
  const source = await openFileSource(sharedData(path));
  try {
    return await openLas(source);
  } finally {
    await source.close();
  }
}

describeWithShared('headers of real files', () => {
  test.each(readTruth())('%s', async (path, truth) => {
    const { header, vlrs, source } = await openShared(path);
    expect(source.size).toBe(truth.size);
    expect({
      ver: `1.${header.versionMinor}`,
      hdr: header.headerSize,
      off: header.pointDataOffset,
      vlrs: header.vlrCount,
      pf: header.pointFormat,
      laz: header.isCompressed,
      reclen: header.recordLength,
      n: header.pointCount,
      gen: header.generatingSoftware,
      wktBit: header.hasWktBit,
      evlrs: header.evlrCount,
    }).toEqual({
      ver: truth.ver,
      hdr: truth.hdr,
      off: truth.off,
      vlrs: truth.vlrs,
      pf: truth.pf,
      laz: truth.laz,
      reclen: truth.reclen,
      n: truth.n14 ?? truth.n,
      gen: truth.gen,
      wktBit: truth.wkt_bit,
      evlrs: truth.evlrs ?? 0,
    });
    expect(header.scale.map((value) => value + 0)).toEqual(truth.scale.map((value) => value + 0));
    expect(header.offset.map((value) => value + 0)).toEqual(truth.offset.map((value) => value + 0));
    const [maxX, minX, maxY, minY, maxZ, minZ] = truth.bbox_maxmin_xyz;
    expect(header.max).toEqual([maxX, maxY, maxZ]);
    expect(header.min).toEqual([minX, minY, minZ]);
    expect(vlrs).toHaveLength(truth.vlrs + (truth.evlrs ?? 0));
  });

  test.each(readTruth().filter(([, truth]) => truth.wkt ?? truth.geokeys))(
    'CRS records of %s',
    async (path, truth) => {
      const { crsDeclarations } = await openShared(path);
      if (truth.wkt) {
        const texts = crsDeclarations
          .filter((entry) => entry.source !== 'geokeys')
          .map((entry) => entry.payload);
        expect(texts.some((text) => text.startsWith(truth.wkt?.trim() ?? ''))).toBe(true);
      }
      if (truth.geokeys) {
        const keys = crsDeclarations.find((entry) => entry.source === 'geokeys');
        const directory = Array.from((keys!.payload as { directory: Uint16Array }).directory);
        for (const [key, value] of Object.entries(truth.geokeys)) {
          const at = directory.findIndex(
            (word, index) => index >= 4 && index % 4 === 0 && word === Number(key),
          );
          expect({ key, value: directory[at + 3] }).toEqual({ key, value });
        }
      }
    },
  );
});
