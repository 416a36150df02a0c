import { describe, expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { findCrs } from '#domain/crs/search-crs.ts';
import {
  lacksHeightUnit,
  leavesHeightsOpen,
  localSystem,
  systemOfEntry,
  systemOfFiles,
} from './stated-system.ts';

const read = (payload: string | null) => readCrs([{ source: 'user', payload: payload ?? '' }]);

describe('stated systems', () => {
  it('carries the unit of heights beside a system that leaves it open', async () => {
    const entry = (await findCrs(2229))!;
    expect(lacksHeightUnit(entry)).toBe(true);
    const stated = systemOfEntry(entry, 'internationalFeet');
    expect(stated).toMatchObject({ epsg: 2229, uom: 'usSurveyFeet', isLocal: false });
    expect(await read(stated.wkt)).toMatchObject({
      kind: 'projected',
      epsg: 2229,
      horizontalUnit: { id: 'usSurveyFeet' },
      verticalUnit: { id: 'internationalFeet' },
    });
  });

  it('leaves a compound system as it is', async () => {
    const entry = (await findCrs(7415))!;
    expect(lacksHeightUnit(entry)).toBe(false);
    expect(systemOfEntry(entry, null)).toEqual({ epsg: 7415, wkt: null, uom: 'meters', isLocal: false });
  });

  it('completes what files declare and nothing else', async () => {
    const declared = await read('EPSG:26917');
    expect(leavesHeightsOpen(declared)).toBe(true);
    const stated = systemOfFiles(declared, 'usSurveyFeet')!;
    const told = await read(stated.wkt);
    expect(told).toMatchObject({ epsg: 26917, verticalUnit: { id: 'usSurveyFeet' }, conflicts: [] });
    expect(leavesHeightsOpen(told)).toBe(false);
  });

  it('writes a local grid that reads as one, with both units', async () => {
    const stated = localSystem('Site "A"', 'meters', 'usSurveyFeet');
    expect(stated).toMatchObject({ epsg: null, uom: 'meters', isLocal: true });
    expect(await read(stated.wkt)).toMatchObject({
      kind: 'engineering',
      horizontalUnit: { id: 'meters' },
      verticalUnit: { id: 'usSurveyFeet' },
    });
  });
});
