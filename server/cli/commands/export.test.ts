import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeShapefiles } from '#domain/formats/shp/write-shapefiles.ts';
import { dxfText } from '#tests/support/dxf-text.ts';
import { gridOfPoints, writeGroundCloud } from '#tests/support/ground-cloud.ts';
import { runHere } from '#tests/support/run-cli.ts';

let folder = '';
const path = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-export-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function writePoints(names: readonly string[]): Promise<string> {
  const features = names.map((layer, index) => ({
    type: 'Feature',
    properties: { layer, name: `P${index}`, code: layer },
    geometry: { type: 'Point', coordinates: [1000 + index, 2000, 10] },
  }));
  await writeFile(path('points.geojson'), JSON.stringify({ type: 'FeatureCollection', features }));
  return path('points.geojson');
}

describe('what a format cannot hold', () => {
  const names = ['EP/CURB', 'TREE,OAK', 'Wall', 'pipe 12"'];
  const changesOf = async (out: string) => {
    const run = await runHere('export', await writePoints(names), '--out', path(out), '--json');
    expect(run.code).toBe(0);
    return JSON.parse(run.out).warnings.map(({ code, params }: { code: string; params: object }) => [
      code,
      params,
    ]);
  };

  it('is told of layers of a DXF', async () => {
    expect(await changesOf('points.dxf')).toEqual([
      ['export.layer-renamed', { layer: 'EP/CURB', written: 'EP_CURB' }],
      ['export.layer-renamed', { layer: 'TREE,OAK', written: 'TREE_OAK' }],
      ['export.layer-renamed', { layer: 'pipe 12"', written: 'pipe 12_' }],
    ]);
  });

  it('is told of descriptions of a PNEZD file, whose rows have five fields', async () => {
    expect(await changesOf('points.txt')).toEqual([
      ['export.text-changed', { point: 'P1', from: 'TREE,OAK', to: 'TREE OAK' }],
      ['export.text-changed', { point: 'P3', from: 'pipe 12"', to: "pipe 12''" }],
    ]);
    const rows = (await readFile(path('points.txt'), 'utf8')).trimEnd().split('\r\n');
    expect(rows.map((row) => row.split(',').length)).toEqual([5, 5, 5, 5]);
  });

  it('is nothing in GeoJSON', async () => {
    expect(await changesOf('again.geojson')).toEqual([]);
  });
});

describe('the system and the layers of the output', () => {
  const line = (layer: string, coordinates: number[][]) => ({
    type: 'Feature',
    properties: { layer },
    geometry: { type: 'LineString', coordinates },
  });

  async function writeLines(): Promise<string> {
    const features = [
      line('Kerbs', [
        [9, 45, 100],
        [9.001, 45, 101],
      ]),
      line('Walls', [
        [9, 45.001, 100],
        [9, 45.002, 100],
      ]),
    ];
    await writeFile(path('lines.geojson'), JSON.stringify({ type: 'FeatureCollection', features }));
    return path('lines.geojson');
  }

  const json = async (...args: string[]) => {
    const run = await runHere('export', ...args, '--json');
    return { ...run, answer: run.code === 0 ? JSON.parse(run.out) : null };
  };

  it('transforms the drawing, with heights in the unit of the target', async () => {
    const out = path('lines.dxf');
    const systems = ['--crs', 'EPSG:4326', '--to-crs', 'EPSG:32632'];
    const { answer } = await json(await writeLines(), ...systems, '--out', out);
    expect(answer).toMatchObject({ features: 2, epsg: 32632, unit: 'metre', warnings: [] });
    const text = await readFile(out, 'latin1');
    // PROJ: 9° E, 45° N in UTM zone 32 is 500000, 4982950.4002.
    expect(text).toMatch(/\r?\n *10\r?\n500000(?:\.0*)?\r?\n *20\r?\n4982950\.400/);
  });

  it('is one layer where that is asked for', async () => {
    const { answer } = await json(await writeLines(), '--layer', 'Walls', '--out', path('walls.geojson'));
    expect(answer).toMatchObject({ features: 1, warnings: [] });
    const missing = await json(await writeLines(), '--layer', 'Fences', '--out', path('f.geojson'));
    expect(missing.code).not.toBe(0);
    expect(missing.error).toContain('There is no layer Fences. The inputs have: Kerbs, Walls');
  });

  it('is asked for where a file states none', async () => {
    await writeFile(path('p.txt'), '1,2000,1000,10,EP\r\n2,2001,1001,10,EP\r\n');
    const { error } = await json(path('p.txt'), '--to-crs', 'EPSG:32632', '--out', path('p.dxf'));
    expect(error).toContain('State it with --crs');
  });
});

it('reads drawings of CAD programs, with what it leaves out', async () => {
  const entities = [
    'LINE 8=Road 10=0 20=0 30=1 11=5 21=0 31=2',
    '3DSOLID 8=Road',
    'TEXT 8=Road 10=1 20=2 40=1 1=Main',
  ];
  await writeFile(path('plan.dxf'), dxfText({ header: '9=$INSUNITS 70=6', entities }));
  const run = await runHere('export', path('plan.dxf'), '--out', path('again.dxf'), '--json');
  const { features, unit, warnings } = JSON.parse(run.out);
  expect([features, unit]).toEqual([1, 'metre']);
  expect(warnings.map(({ code }: { code: string }) => code)).toEqual(['dxf.skipped']);
  const written = await readFile(path('again.dxf'), 'latin1');
  expect(written).toContain('\nRoad\n');
  expect(written).toContain('\n1\nMain\n');
});

it('closes the rings of a mound and labels every fifth contour, of contour and of export', async () => {
  const mound = await writeGroundCloud(
    path('mound.las'),
    gridOfPoints(60, 60, (x, y) => 20 - Math.hypot(x - 30.2, y - 30.3) / 4),
  );
  for (const command of ['contour', 'export']) {
    const out = path(`${command}.dxf`);
    expect((await runHere(command, mound, '-i', '1', '-o', out)).code).toBe(0);
    const text = await readFile(out, 'latin1');
    expect([command, /AcDbPolyline\n90\n\d+\n70\n1\n/.test(text)]).toEqual([command, true]);
    const labels = [...text.matchAll(/\n40\n.*\n1\n(.*)\n50\n/g)].map(([, label]) => label);
    expect([command, labels.includes('15'), labels.filter((label) => Number(label) % 5 !== 0)]).toEqual([
      command,
      true,
      [],
    ]);
  }
});

it('writes more features than a call takes arguments', async () => {
  const count = 150_000;
  const features = Array.from({ length: count }, (_, i) => ({
    type: 'Feature',
    properties: { layer: 'L' },
    geometry: { type: 'Point', coordinates: [i % 500, Math.floor(i / 500), 1] },
  }));
  await writeFile(path('many.geojson'), JSON.stringify({ type: 'FeatureCollection', features }));
  for (const [ending, mark] of [
    ['txt', '\r\n'],
    ['dxf', '\nPOINT\n'],
  ] as const) {
    const out = path(`many.${ending}`);
    expect((await runHere('export', path('many.geojson'), '--out', out)).code).toBe(0);
    expect((await readFile(out, 'latin1')).split(mark)).toHaveLength(count + 1);
  }
});

describe('feature codes', () => {
  const points = ['1,0,0,5,EP B', '2,0,10,6,EP', '3,10,10,7,EP E', '4,3,3,1,tree'].join('\n');

  it('make linework of point files', async () => {
    await writeFile(path('coded.txt'), points);
    await writeFile(path('codes.csv'), 'Code,Types,Layer\nEP,line,Road\n');
    const out = path('coded.geojson');
    const run = await runHere('export', path('coded.txt'), '-o', out, '--codes', path('codes.csv'), '--json');
    expect(run.code).toBe(0);
    expect(JSON.parse(run.out)).toMatchObject({
      features: 5,
      warnings: [{ code: 'point-text.order-assumed' }, { code: 'codes.unknown', params: { rows: '4' } }],
    });
    const written = JSON.parse(await readFile(out, 'utf8'));
    expect(written.features.at(-1)).toMatchObject({
      properties: { layer: 'Road', code: 'EP' },
      geometry: {
        type: 'LineString',
        coordinates: [
          [0, 0, 5],
          [10, 0, 6],
          [10, 10, 7],
        ],
      },
    });
  });

  it('are refused where no input is a point file, and where rows contradict each other', async () => {
    await writeFile(path('codes.fcl'), 'EP,Y,Y,Road,Edge\n');
    const names = await writePoints(['A']);
    const codes = ['--codes', path('codes.fcl')];
    const none = await runHere('export', names, '-o', path('x.dxf'), ...codes, '--json');
    expect([none.code, none.error]).toEqual([1, expect.stringContaining('--codes')]);
    await writeFile(path('twice.txt'), `${points}\n5,20,20,1,EP E\n`);
    const twice = await runHere('export', path('twice.txt'), '-o', path('x.dxf'), ...codes);
    expect([twice.code, twice.error]).toEqual([1, expect.stringContaining('row 5')]);
  });
});

describe('shapefiles', () => {
  const zipped = async (...more: string[]) => {
    const out = path('points.zip');
    const run = await runHere('export', await writePoints(['Kerb', 'Baum 测']), '-o', out, '--json', ...more);
    expect(run.code).toBe(0);
    return { out, warnings: JSON.parse(run.out).warnings.map(({ code }: { code: string }) => code) };
  };

  it('are written as one archive, with the system that was stated, and read again', async () => {
    const { out, warnings } = await zipped('--crs', 'EPSG:32617');
    expect(warnings).toEqual([]);
    const again = await runHere('info', out, '--json');
    expect(JSON.parse(again.out)).toMatchObject({ epsg: 32617, unit: 'metre', warnings: [] });
    expect(JSON.parse(again.out).layers).toEqual([
      { name: 'Kerb', features: 1, extent: { min: [1000, 2000], max: [1000, 2000] } },
      { name: 'Baum 测', features: 1, extent: { min: [1001, 2000], max: [1001, 2000] } },
    ]);
    const back = await runHere('export', out, '-o', path('back.geojson'), '--json');
    expect(JSON.parse(back.out)).toMatchObject({ epsg: 32617, features: 2, warnings: [] });
  });

  it('tell that nothing is known of their system', async () => {
    expect((await zipped()).warnings).toEqual(['export.shp-no-system']);
  });

  it('are read with the files beside them, whatever the case of their endings', async () => {
    const { files } = writeShapefiles(
      {
        layers: [{ name: 'Kerb', colour: '#112233' }],
        features: [{ kind: 'point', coordinates: Float64Array.of(1, 2, 3), layer: 'Kerb', code: 'EP' }],
        unit: null,
      },
      { prj: 'PROJCS["unheard of"]' },
    );
    for (const { name, bytes } of files) {
      await writeFile(path(name.replace('.dbf', '.DBF').replace('.prj', '.PRJ')), bytes);
    }
    const run = await runHere('export', path('Kerb-points.shp'), '-o', path('kerb.csv'), '--json');
    expect(await readFile(path('kerb.csv'), 'utf8')).toContain(',EP');
    expect(JSON.parse(run.out).warnings.map(({ code }: { code: string }) => code)).toEqual([
      'crs.wkt-syntax',
    ]);
  });

  it('are refused where an archive holds none', async () => {
    await writeFile(path('none.zip'), 'PK');
    const run = await runHere('info', path('none.zip'));
    expect([run.code, run.error]).toEqual([1, expect.stringContaining('is no whole ZIP archive')]);
  });
});

describe('KML', () => {
  it('is written in longitude and latitude of the system that was stated, and read again', async () => {
    const points = await writePoints(['Kerb', 'Baum 测']);
    for (const ending of ['kml', 'kmz']) {
      const out = path(`points.${ending}`);
      const run = await runHere('export', points, '-o', out, '--json', '--crs', 'EPSG:32617');
      expect(JSON.parse(run.out).warnings).toMatchObject([
        { code: 'export.kml-heights', params: { count: 2 } },
      ]);
      const again = JSON.parse((await runHere('info', out, '--json')).out);
      expect(again).toMatchObject({ epsg: 4326, unit: null, warnings: [] });
      expect(again.layers.map(({ name }: { name: string }) => name)).toEqual(['Kerb', 'Baum 测']);
      const [longitude, latitude] = again.layers[0].extent.min;
      expect([longitude, latitude]).toEqual([
        expect.closeTo(-85.479785053, 8),
        expect.closeTo(0.018038974, 8),
      ]);
    }
  });

  it('keeps heights above the sea from one file to the next', async () => {
    const place = '<Point><altitudeMode>absolute</altitudeMode><coordinates>9,48,312.5</coordinates></Point>';
    await writeFile(path('high.kml'), `<kml><Placemark><name>x</name>${place}</Placemark></kml>`);
    const run = await runHere('export', path('high.kml'), '-o', path('again.kml'), '--json');
    expect(JSON.parse(run.out)).toMatchObject({ epsg: 4326, warnings: [] });
    expect(await readFile(path('again.kml'), 'utf8')).toContain('9,48,312.5');
  });

  it('is refused where no system is known', async () => {
    const run = await runHere('export', await writePoints(['a']), '-o', path('none.kml'));
    expect([run.code, run.error]).toEqual([1, expect.stringContaining('state it with --crs')]);
  });
});

describe('LandXML', () => {
  const points = '<CgPoints name="A"><CgPoint name="1" code="EP">10 20 3</CgPoint></CgPoints>';

  it('without a unit is refused, until the coordinate system is stated', async () => {
    await writeFile(path('bare.xml'), `<LandXML version="1.2">${points}</LandXML>`);
    const refused = await runHere('export', path('bare.xml'), '-o', path('bare.geojson'));
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('--crs')]);
    const told = await runHere('export', path('bare.xml'), '-o', path('bare.geojson'), '--crs', 'EPSG:26917');
    expect(told.code).toBe(0);
    const { features } = JSON.parse(await readFile(path('bare.geojson'), 'utf8'));
    expect(features[0]).toMatchObject({
      properties: { layer: 'A', name: '1', code: 'EP' },
      geometry: { coordinates: [20, 10, 3] },
    });
  });

  it('is written of drawings, where their unit is known', async () => {
    const input = await writePoints(['EP']);
    const unknown = await runHere('export', input, '-o', path('out.xml'));
    expect([unknown.code, unknown.error]).toEqual([
      1,
      expect.stringContaining('State the coordinate system'),
    ]);
    const run = await runHere('export', input, '-o', path('out.xml'), '--crs', 'EPSG:2264');
    expect(run.code).toBe(0);
    const text = await readFile(path('out.xml'), 'utf8');
    expect(text).toContain('linearUnit="USSurveyFoot"');
    expect(text).toContain('<CgPoint name="P0" code="EP">2000 1000 10</CgPoint>');
  });
});

it('writes GeoPackages, and reads them again', async () => {
  const out = path('points.gpkg');
  const points = await writePoints(['Kerb', 'Baum 测']);
  expect((await runHere('export', points, '-o', out, '--crs', 'EPSG:32617')).code).toBe(0);
  const again = JSON.parse((await runHere('info', out, '--json')).out);
  expect(again).toMatchObject({ epsg: 32617, unit: 'metre', warnings: [] });
  expect(again.layers).toEqual([
    { name: 'Kerb', features: 1, extent: { min: [1000, 2000], max: [1000, 2000] } },
    { name: 'Baum 测', features: 1, extent: { min: [1001, 2000], max: [1001, 2000] } },
  ]);
});
