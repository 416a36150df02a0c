import { describe, expect, it } from 'vitest';
import { geoKeysFor } from './geokeys/geokeys-write.ts';
import { readCrs } from './read-crs.ts';
import { findCrs } from './search-crs.ts';
import type { CrsDeclaration, CrsReport } from './types.ts';

const user = (payload: string): CrsDeclaration => ({ source: 'user', payload });
const wkt = (payload: string): CrsDeclaration => ({ source: 'wkt-2112', payload });
/** GeoTIFF keys with short values only. */
const keys = (...pairs: (readonly [number, number])[]): CrsDeclaration => ({
  source: 'geokeys',
  payload: { directory: [1, 1, 0, pairs.length, ...pairs.flatMap(([id, value]) => [id, 0, 1, value])] },
});
const wktOf = async (code: string): Promise<string> => (await readCrs([user(code)])).wkt!;
const codes = (report: CrsReport): string[] => report.conflicts.map((conflict) => conflict.code);

describe('texts that are no system', () => {
  it.each([
    ['a keyword file whose projection stands on the next line', 'Projection\nUTM\nDatum NAD83\nParameters\n'],
    ['a text longer than any name', 'UTM 17N '.repeat(2000)],
  ])('%s is refused by a typed error', async (_, payload) => {
    const { declarations, epsg } = await readCrs([{ source: 'prj', payload }]);
    expect(declarations[0]?.error?.code).toBe('crs.text-unrecognised');
    expect(epsg).toBeNull();
  });
});

describe('what is not declared', () => {
  it('is unknown, never guessed', async () => {
    const report = await readCrs([]);
    expect(report).toMatchObject({
      kind: 'unknown',
      name: null,
      epsg: null,
      wkt: null,
      proj4: null,
      horizontalUnit: null,
      verticalUnit: null,
      verticalDatum: null,
      source: null,
    });
  });

  it('stays null part by part: no vertical system, no vertical unit', async () => {
    const report = await readCrs([user('EPSG:2229')]);
    expect(report.horizontalUnit?.name).toBe('US survey foot');
    expect(report.verticalUnit).toBeNull();
    expect(report.verticalDatum).toBeNull();
  });

  it('lists a declaration that cannot be used with its error', async () => {
    const report = await readCrs([wkt('PROJCS["broken'), user('no such thing'), user('EPSG:1')]);
    expect(report.kind).toBe('unknown');
    expect(report.declarations.map((item) => item.error?.code)).toEqual([
      'crs.wkt-syntax',
      'crs.text-unrecognised',
      'crs.text-unrecognised',
    ]);
  });
});

describe('units that are not stated', () => {
  type Pairs = readonly (readonly [number, number])[];
  const userDefined = (shorts: Pairs, doubles: Pairs): CrsDeclaration => {
    const rows = [
      ...[[3072, 32767] as const, [3074, 32767] as const, ...shorts].map(([id, value]) => [id, 0, 1, value]),
      ...doubles.map(([id], index) => [id, 34736, 1, index]),
    ];
    const directory = [1, 1, 0, rows.length, ...rows.flat()];
    return { source: 'geokeys', payload: { directory, doubles: doubles.map(([, value]) => value) } };
  };
  /** A transverse Mercator system in Texas. */
  const userKeys = (unit: Pairs, falseEasting = 500_000): CrsDeclaration =>
    userDefined(
      [[1024, 1], [2048, 4269], [3075, 1], ...unit],
      [
        [3080, -100],
        [3081, 31],
        [3082, falseEasting],
        [3083, 0],
        [3092, 0.9999],
      ],
    );
  /** EPSG:2992 in feet, its false easting in metres as old libgeotiff wrote it. */
  const oregonKeys = (unit: Pairs = [[3076, 9002]], falseEasting = 400_000): CrsDeclaration =>
    userDefined(
      [[1024, 1], [2048, 4269], [3075, 8], ...unit],
      [
        [3078, 43],
        [3079, 45.5],
        [3084, -120.5],
        [3085, 41.75],
        [3086, falseEasting],
        [3087, 0],
      ],
    );

  it.each([
    ['left out', []],
    ['user-defined without its size', [[3076, 32767] as const]],
  ])('are told as assumed where the key is %s', async (_, unit) => {
    const report = await readCrs([userKeys(unit)]);
    expect(report.conflicts).toEqual([
      { code: 'crs.unit-assumed', params: { a: 'geokeys ProjLinearUnitsGeoKey', unit: 'metre' } },
    ]);
  });

  it('are told of well-known text', async () => {
    const bare = (await wktOf('EPSG:32632')).replace(/,UNIT\["metre"[^\]]*\]\]/, '');
    expect((await readCrs([wkt(bare)])).conflicts).toMatchObject([
      { code: 'crs.unit-assumed', params: { a: 'wkt-2112 PROJCS' } },
    ]);
    expect((await readCrs([wkt(await wktOf('EPSG:32632'))])).conflicts).toEqual([]);
  });

  it('leave a keyword .prj unread where its unit is no unit, and are told where it is missing', async () => {
    const prj = (units: string) =>
      readCrs([{ source: 'prj', payload: `Projection UTM\nDatum NAD83\n${units}Zone 15\nParameters\n` }]);
    expect((await prj('Units METERS\n')).conflicts).toEqual([]);
    expect(codes(await prj(''))).toEqual(['crs.unit-assumed']);
    expect((await prj('Units CUBITS\n')).declarations[0]?.error?.code).toBe('crs.text-unrecognised');
  });

  describe('are told with what speaks for feet', () => {
    const place = (x: number) => ({ place: [x, 1_000_000, 100] });

    it('where the data lie beyond twice the false easting in metres, and within it in feet', async () => {
      const report = await readCrs([userKeys([])], place(1_640_416.667));
      expect(report.conflicts).toMatchObject([
        { code: 'crs.unit-assumed' },
        {
          code: 'crs.unit-fits',
          params: { easting: 500_000, x: 1_640_416.667, inMetres: 500_000, unit: 'US survey foot' },
        },
      ]);
      expect(report.horizontalUnit?.name).toBe('metre');
      expect(codes(await readCrs([userKeys([])], place(640_416)))).toEqual(['crs.unit-assumed']);
      expect(codes(await readCrs([userKeys([[3076, 9003]])], place(1_640_416.667)))).not.toContain(
        'crs.unit-fits',
      );
    });

    it('where the numbers are those of a system in feet, whichever unit its false easting is in', async () => {
      const params = { name: 'NAD83 / Oregon GIC Lambert (ft)', epsg: 2992, unit: 'foot' };
      for (const [easting, originUnit] of [
        [400_000, 'metre'],
        [1_312_335.958, 'foot'],
      ] as const) {
        const report = await readCrs([oregonKeys([], easting)], place(1_300_000));
        expect(report.conflicts.at(-1)).toMatchObject({
          code: 'crs.unit-known',
          params: { ...params, easting, originUnit },
        });
      }
      // The same numbers in metres are also a system, in which the data may well be.
      expect(codes(await readCrs([oregonKeys([])], place(600_000)))).toEqual(['crs.unit-assumed']);
    });

    it('of well-known text: a false easting of 2,000,000 as that of a state', async () => {
      const stated = await wktOf('EPSG:26746');
      const bare = stated
        .replace(/^PROJCS\["[^"]*"/, 'PROJCS["site"')
        .replace(/,UNIT\["US survey foot"[^\]]*\]\]/, '')
        .replace(/,AUTHORITY\["EPSG","26746"\]\]$/, ']');
      const report = await readCrs([wkt(bare)]);
      expect(report.conflicts).toMatchObject([
        { code: 'crs.unit-assumed' },
        { code: 'crs.unit-known', params: { easting: 2_000_000, unit: 'US survey foot', epsg: 26_746 } },
      ]);
    });
  });

  it('of a false origin are told with the distance to the other reading', async () => {
    const report = await readCrs([userKeys([[3076, 9003]])]);
    expect(report.conflicts).toMatchObject([
      {
        code: 'crs.false-origin-unit',
        params: { easting: 500_000, northing: 0, used: 'US survey foot', other: 'metre' },
      },
    ]);
    expect(report.conflicts[0]?.params['offsetMetres']).toBeCloseTo(500_000 * (1 - 1200 / 3937), 3);
    const settled = await readCrs([userKeys([[3076, 9003]], 1_640_416.6667)]);
    expect(settled.conflicts).toEqual([]);
  });

  it('of a false origin in old files are told where only metres make a system, unless WKT confirms it', async () => {
    const old = oregonKeys();
    const alone = await readCrs([old]);
    expect(alone).toMatchObject({
      epsg: 2992,
      conflicts: [
        { code: 'crs.false-origin-unit', params: { easting: 400_000, used: 'metre', other: 'foot' } },
      ],
    });
    expect((await readCrs([old, wkt(await wktOf('EPSG:2992'))])).conflicts).toEqual([]);
  });
});

describe('texts', () => {
  it.each([
    ['EPSG:32615', 32615, null],
    ['32615', 32615, null],
    ['epsg:32615+5703', 32615, 5703],
    ['2229+6360', 2229, 6360],
    ['urn:ogc:def:crs:EPSG::2154', 2154, null],
    ['http://www.opengis.net/def/crs/EPSG/0/2154', 2154, null],
    ['EPSG:7405', 27700, 5701],
    ['WGS84 UTM 17N', 32617, null],
    ['WGS84 UTM 17T', 32617, null],
    ['WGS 84 / UTM zone 60G', 32760, null],
    ['WGS84 UTM 17S', 32717, null],
    ['UTM 60S WGS84', 32760, null],
    ['NAD83 UTM 15 north', 26915, null],
    ['epsg 32615', 32615, null],
    ['ETRS89 / Portugal TM06', 3763, null],
    ['+init=epsg:2180', 2180, null],
    ['+proj=utm +zone=33 +datum=WGS84 +units=m +no_defs', 32633, null],
    ['+proj=utm +zone=33 +south +datum=WGS84', 32733, null],
    ['+proj=merc +a=6378137 +b=6378137 +lon_0=0 +nadgrids=@null +datum=WGS84', 3857, null],
    ['+proj=longlat +datum=WGS84', 4326, null],
  ])('%s', async (text, epsg, vertical) => {
    const report = await readCrs([user(text)]);
    expect([report.epsg, report.verticalEpsg]).toEqual([epsg, vertical]);
  });

  it.each([
    ['UTM zone 60 South', 32760],
    ['+proj=utm +zone=15', 32615],
    ['+proj=utm +zone=15 +south +units=m', 32715],
  ])('tells that %s names no datum', async (text, epsg) => {
    const report = await readCrs([user(text)]);
    expect(report.epsg).toBe(epsg);
    expect(report.conflicts).toMatchObject([
      { code: 'crs.datum-assumed', params: { text, datum: 'WGS 84' } },
    ]);
  });

  it.each(['UTM 61N', 'UTM 15', '+proj=utm +zone=15S'])('refuses %s', async (text) => {
    const report = await readCrs([user(text)]);
    expect([report.epsg, report.declarations[0]?.error === null]).toEqual([null, false]);
  });

  it.each(['1/0', '1/', 'abc', '-0.3048', '0'])(
    'takes no metre where a unit has the length %s',
    async (factor) => {
      const read = await readCrs([user(`+proj=utm +zone=32 +ellps=GRS80 +to_meter=${factor}`)]);
      expect([read.kind, read.horizontalUnit]).toEqual(['unknown', null]);
    },
  );

  it('carries units of PROJ strings', async () => {
    const report = await readCrs([
      user('+proj=lcc +lat_0=45 +lon_0=3 +lat_1=44 +lat_2=46 +ellps=GRS80 +to_meter=0.3048 +vunits=us-ft'),
    ]);
    expect(report.epsg).toBeNull();
    expect(report.horizontalUnit?.name).toBe('foot');
    expect(report.verticalUnit?.name).toBe('US survey foot');
  });

  it('keeps a projection that EPSG does not have as it stands', async () => {
    const report = await readCrs([user('+proj=moll +lon_0=10 +datum=WGS84')]);
    expect(report).toMatchObject({
      kind: 'projected',
      epsg: null,
      proj4: '+proj=moll +lon_0=10 +datum=WGS84',
    });
  });

  it.each(['+proj=utm +zone=99 +datum=WGS84', '+proj=tmerc +lat_0=abc', '+proj=tmerc +ellps=nosuch'])(
    'refuses %s',
    async (text) => {
      expect((await readCrs([user(text)])).declarations[0]?.error?.code).toBe('crs.proj-string');
    },
  );
});

describe('declared datum shifts', () => {
  it('win over the table, in WKT 1 and in a bound system', async () => {
    const text = await wktOf('EPSG:31370');
    const shifted = text.replace(
      ',AUTHORITY["EPSG","6313"]',
      ',TOWGS84[1,2,3,0,0,0,0],AUTHORITY["EPSG","6313"]',
    );
    const report = await readCrs([wkt(shifted)]);
    expect(report.epsg).toBe(31370);
    expect(report.proj4).toContain('+towgs84=1,2,3,0,0,0,0');
    const parameters = ['X', 'Y', 'Z'].map((axis, i) => `PARAMETER["${axis}-axis translation",${i + 4}]`);
    const transformation = `METHOD["Geocentric translations (geog2D domain)",ID["EPSG",9603]],${parameters.join(',')}`;
    const bound = `BOUNDCRS[SOURCECRS[${text}],TARGETCRS[GEOGCRS["x"]],ABRIDGEDTRANSFORMATION["t",${transformation}]]`;
    expect((await readCrs([wkt(bound)])).proj4).toContain('+towgs84=4,5,6,0,0,0,0');
  });
});

describe('map projections without an EPSG method', () => {
  it('become PROJ strings', async () => {
    const text = (await wktOf('EPSG:3395'))
      .replace('PROJECTION["Mercator_1SP"]', 'PROJECTION["Robinson"]')
      .replace(/,AUTHORITY\["EPSG","3395"\]/, '');
    expect((await readCrs([wkt(text)])).proj4).toBe(
      '+proj=robin +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
    );
    const odd = await readCrs([wkt(text.replace('Robinson', 'Quadrilateralized_Spherical_Cube'))]);
    expect(odd.declarations[0]?.error?.code).toBe('crs.wkt-unsupported');
  });
});

describe('identification without codes', () => {
  it('needs datum, parameters and unit to agree', async () => {
    const text = await wktOf('EPSG:2229');
    const bare = text.replace(/,AUTHORITY\["EPSG","\d+"\]/g, '');
    expect((await readCrs([wkt(bare)])).epsg).toBe(2229);
    expect((await readCrs([wkt(bare.replace('33.5', '33.6'))])).epsg).toBeNull();
  });

  it('trusts the content over a code that contradicts it, and says so', async () => {
    const text = (await wktOf('EPSG:32615')).replace('"central_meridian",-93', '"central_meridian",-87');
    const report = await readCrs([wkt(text)]);
    expect(report.epsg).toBe(32616);
    expect(codes(report)).toEqual(['crs.conflict-epsg']);
  });

  it('tells the two Krovak grids apart by code, by axes or by name, else not at all', async () => {
    const southWest = await wktOf('EPSG:5513');
    const eastNorth = await wktOf('EPSG:5514');
    const bare = (text: string): string => text.replace(/,AUTHORITY\["EPSG","\d+"\]/g, '');
    expect((await readCrs([wkt(southWest)])).epsg).toBe(5513);
    expect((await readCrs([wkt(bare(southWest))])).epsg).toBe(5513);
    expect((await readCrs([wkt(bare(eastNorth))])).epsg).toBe(5514);
    expect((await readCrs([wkt(bare(southWest).replace('S-JTSK / Krovak', 'site'))])).epsg).toBeNull();
  });

  it('ignores a code put on the wrong node', async () => {
    const text = (await wktOf('EPSG:25831')).replace('AUTHORITY["EPSG","4258"]', 'AUTHORITY["EPSG","25831"]');
    expect((await readCrs([wkt(text)])).epsg).toBe(25831);
  });

  it('splits a compound and matches the vertical part by datum and unit', async () => {
    const text = (await wktOf('EPSG:2229+6360')).replace(/,AUTHORITY\["EPSG","6360"\]/, '');
    const report = await readCrs([wkt(text)]);
    expect([report.epsg, report.verticalEpsg]).toEqual([2229, 6360]);
    expect(report.verticalDatum).toBe('North American Vertical Datum 1988');
  });

  it('reports heights in a unit that the vertical code does not have', async () => {
    const text = (await wktOf('EPSG:32615+5703')).replace(
      /("North American Vertical Datum 1988",2005\],)UNIT\["metre",1,/,
      '$1UNIT["US survey foot",0.304800609601219,',
    );
    const report = await readCrs([wkt(text)], { place: [480_000, 4_400_000, 1000] });
    expect([report.verticalEpsg, report.verticalUnit?.name]).toEqual([6360, 'US survey foot']);
    expect(codes(report)).toEqual(['crs.conflict-vertical-unit']);
    expect(report.conflicts[0]?.params['offsetMetres']).toBeCloseTo(1000 * (1 - 1200 / 3937), 4);
  });
});

describe('GeoTIFF keys', () => {
  it('read codes, units and the vertical part', async () => {
    const report = await readCrs([keys([1024, 1], [3072, 2229], [4096, 5703], [4099, 9003])]);
    expect(report).toMatchObject({ epsg: 2229, verticalEpsg: 6360, source: 'geokeys' });
  });

  it('keep a unit key that contradicts the coded system, with the price of being wrong', async () => {
    const report = await readCrs([keys([1024, 1], [3072, 2994], [3076, 9003])], {
      place: [636_000, 849_000],
    });
    expect(report.horizontalUnit?.name).toBe('US survey foot');
    const offset = report.conflicts[0]?.params['offsetMetres'];
    expect(offset).toBeCloseTo(Math.hypot(636_000, 849_000) * (1200 / 3937 - 0.3048), 3);
    expect(offset).toBeGreaterThan(0.6);
    expect(offset).toBeLessThan(0.7);
  });

  it('prefer the projected system where both are declared', async () => {
    expect((await readCrs([keys([2048, 4326], [3072, 32617])])).epsg).toBe(32617);
  });

  it.each([[[1, 1, 0]], [[7, 1, 0, 0]], [[]]])('refuse a damaged directory %j', async (directory) => {
    const report = await readCrs([{ source: 'geokeys', payload: { directory } }]);
    expect(report.declarations[0]?.error?.code).toBe('crs.geokeys-damaged');
  });

  it('survive keys that point nowhere and a count that lies', async () => {
    const directory = [
      1, 1, 0, 60_000, 1024, 0, 1, 1, 3072, 0, 1, 32617, 3080, 34736, 1, 99, 1026, 34737, 9, 900,
    ];
    const report = await readCrs([{ source: 'geokeys', payload: { directory, doubles: [], ascii: '' } }]);
    expect(report.epsg).toBe(32617);
  });

  it('say so when they name nothing', async () => {
    const report = await readCrs([keys([1025, 1])]);
    expect(report.declarations[0]?.error?.code).toBe('crs.geokeys-empty');
  });

  it.each([32615, 2229, 3857, 4326, 4978, 28992, 3031])(
    'written for EPSG:%i read back the same',
    async (code) => {
      const source = await readCrs([user(`EPSG:${code}+5703`)]);
      const report = await readCrs([{ source: 'geokeys', payload: geoKeysFor(source.definition!) }]);
      expect([report.epsg, report.verticalEpsg]).toEqual([code, 5703]);
    },
  );

  it.each([32615, 2229, 3031, 28992, 2056, 3035, 3005, 6570])(
    'written user-defined for EPSG:%i are recognised',
    async (code) => {
      const { definition } = await readCrs([user(`EPSG:${code}`)]);
      const horizontal = { ...definition!.horizontal!, epsg: null } as never;
      const payload = geoKeysFor({ ...definition!, horizontal });
      expect((await readCrs([{ source: 'geokeys', payload }])).epsg).toBe(code);
    },
  );
});

describe('several declarations', () => {
  it('WKT wins where the bit is set, GeoKeys where it is not', async () => {
    const both = [keys([1024, 1], [3072, 32615]), wkt(await wktOf('EPSG:32616'))];
    const withBit = await readCrs(both, { wktBit: true });
    const without = await readCrs(both);
    expect([withBit.epsg, withBit.source]).toEqual([32616, 'wkt-2112']);
    expect([without.epsg, without.source]).toEqual([32615, 'geokeys']);
    expect(codes(without)).toEqual(['crs.conflict-epsg']);
  });

  it('WKT is used where the keys are unusable', async () => {
    const report = await readCrs([keys([1024, 1], [3072, 32767]), wkt(await wktOf('EPSG:32616'))]);
    expect([report.epsg, report.source]).toEqual([32616, 'wkt-2112']);
  });

  it('a projected system wins over a geographic one', async () => {
    const report = await readCrs([keys([1024, 2], [2048, 4326]), wkt(await wktOf('EPSG:32616'))]);
    expect(report.epsg).toBe(32616);
    expect(codes(report)).toEqual(['crs.conflict-kind']);
  });

  it('the user has the last word and sees what it overrules', async () => {
    const report = await readCrs([keys([1024, 1], [3072, 2229]), user('EPSG:26911')]);
    expect([report.epsg, report.source]).toEqual([26911, 'user']);
    expect(codes(report)).toEqual(['crs.conflict-epsg', 'crs.conflict-horizontal-unit']);
  });

  it('heights may come from another declaration, named as such', async () => {
    const report = await readCrs([keys([3072, 2229], [4099, 9003]), wkt(await wktOf('EPSG:2229'))], {
      wktBit: true,
    });
    expect(report).toMatchObject({ source: 'wkt-2112', verticalSource: 'geokeys' });
    expect(report.verticalUnit?.name).toBe('US survey foot');
    expect(report.conflicts).toEqual([]);
  });
});

describe('writing WKT', () => {
  it('writes a compound as LAS record 2112 wants it', async () => {
    expect(await wktOf('EPSG:32615+5703')).toBe(
      'COMPD_CS["WGS 84 / UTM zone 15N + NAVD88 height",PROJCS["WGS 84 / UTM zone 15N",GEOGCS["WGS 84",' +
        'DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],' +
        'PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],' +
        'AUTHORITY["EPSG","4326"]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],' +
        'PARAMETER["central_meridian",-93],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],' +
        'PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],' +
        'AXIS["Northing",NORTH],AUTHORITY["EPSG","32615"]],VERT_CS["NAVD88 height",' +
        'VERT_DATUM["North American Vertical Datum 1988",2005],UNIT["metre",1,AUTHORITY["EPSG","9001"]],' +
        'AXIS["Gravity-related height",UP],AUTHORITY["EPSG","5703"]]]',
    );
  });

  it('keeps the declared text where the winner is WKT', async () => {
    const text = (await wktOf('EPSG:2229')).replace('California zone 5', 'our own name');
    expect((await readCrs([wkt(text)])).wkt).toBe(text);
  });
});

describe('the table', () => {
  it('knows area of use, unit and deprecation', async () => {
    const entry = await findCrs(2229);
    expect(entry).toMatchObject({ kind: 'projected', deprecated: false });
    expect(entry?.area?.name).toContain('California');
    expect((await findCrs(3408))?.deprecated).toBe(true);
    expect(await findCrs(1)).toBeNull();
  });
});
