import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { loadCrsTable } from '#domain/crs/table.ts';
import { writeEsriWkt } from '#domain/crs/wkt/wkt-write-esri.ts';
import { describeWithShared, hasSharedData, sharedData } from '../support/shared-data.ts';

interface Entry {
  readonly wkt: Readonly<Record<string, string | null>>;
}

const truth: Record<string, Entry> = hasSharedData
  ? JSON.parse(readFileSync(sharedData('crs/proj911-truth.json'), 'utf8'))
  : {};

/** Systems that ESRI's programs have no name for, as far as known. */
const unknown = new Set(['2046', '3408', '4978']);

/** Systems of which PROJ writes something else, and why. */
const others: Record<string, string> = {
  '2180': 'PROJ leaves out the prefix of the base system',
  '7855': 'PROJ leaves out the prefix of the datum',
  '31467': 'PROJ names the projection after its zone system',
};

/** Parts of a text in the order of their names, numbers to thirteen digits, feet by the names that ESRI gives them. */
const partsOf = (wkt: string) =>
  wkt
    .replace('"US survey foot"', '"Foot_US"')
    .replace('"foot"', '"Foot"')
    .replace(/-?\d+\.?\d*(?:e[-+]?\d+)?(?=[,\]])/g, (number) =>
      String(Number(Number(number).toPrecision(13))),
    )
    .split(/,(?=[A-Z]+\[)/)
    .map((part) => part.replace(/\]+$/, ''))
    .sort();

const table = await loadCrsTable();
const codes = Object.keys(truth);

async function written(code: string) {
  const { definition, epsg } = await readCrs([{ source: 'user', payload: `EPSG:${code}` }]);
  return { wkt: writeEsriWkt(definition!.horizontal!, table), epsg };
}

describeWithShared('ESRI well-known text', () => {
  it.each(codes.filter((code) => !others[code] && !unknown.has(code)))(
    'of EPSG:%s is that of PROJ',
    async (code) => {
      const { wkt } = await written(code);
      expect(partsOf(wkt!)).toEqual(partsOf(truth[code]!.wkt['WKT1:ESRI']!));
    },
  );

  it.each(codes.filter((code) => !unknown.has(code)))('of EPSG:%s is read as that system', async (code) => {
    const { wkt, epsg } = await written(code);
    expect((await readCrs([{ source: 'prj', payload: wkt! }])).epsg).toBe(epsg);
  });

  it.each([...unknown])('is not written of EPSG:%s', async (code) => {
    expect((await written(code)).wkt).toBeNull();
  });
});
