import { describe, expect, it } from 'vitest';
import type { CrsDeclaration } from '#domain/crs/types.ts';
import { createTaskContext } from '#tests/support/task-context.ts';
import { relocateImage } from './relocate-image.ts';

const system = (payload: string): CrsDeclaration => ({ source: 'user', payload });
const utm = system('EPSG:32612');
/** A datum without a published shift. */
const unknownDatum = system(
  'PROJCS["Nowhere 1950 / UTM zone 12N",GEOGCS["Nowhere 1950",DATUM["Nowhere 1950",' +
    'SPHEROID["Clarke 1866",6378206.4,294.978698213898]],PRIMEM["Greenwich",0],' +
    'UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],' +
    'PARAMETER["central_meridian",-111],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],' +
    'PARAMETER["false_northing",0],UNIT["metre",1]]',
);

const relocate = async (from: CrsDeclaration, to: CrsDeclaration) => {
  const picture = { geotransform: [512_000, 1, 0, 5_214_000, 0, -1], width: 100, height: 80 } as const;
  return (await relocateImage({ from: [from], to: [to], ...picture }, createTaskContext())).output;
};

describe('a picture in a scene of another system', () => {
  it('moves where the systems differ and stays where they do not', async () => {
    const { moved, isShiftMissing } = await relocate(utm, system('EPSG:3857'));
    expect(isShiftMissing).toBe(false);
    expect(moved!.extent.west).toBeCloseTo(-12_338_700, -4);
    expect(await relocate(utm, utm)).toEqual({ moved: null, isShiftMissing: false });
  });

  it('tells of a datum that no shift is known to', async () => {
    expect((await relocate(unknownDatum, utm)).isShiftMissing).toBe(true);
  });
});
