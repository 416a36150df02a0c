import { describe, expect, it } from 'vitest';
import { memorySource } from '../byte-source.ts';
import { pickSurface, readLandXml } from './read-surfaces.ts';
import { writeLandXml } from './write-surface.ts';

function read(text: string | Uint8Array) {
  return readLandXml(
    memorySource('survey.xml', typeof text === 'string' ? new TextEncoder().encode(text) : text),
  );
}

const points = '<P id="7">0 10 1</P><P id="a">0 20 2</P><P id="9">10 20 3.5</P><P id="4">10 10 2</P>';

function createFile({
  units = '<Units><Metric linearUnit="meter" volumeUnit="cubicMeter"/></Units>',
  pnts = points,
  faces = '<F>7 a 9</F><F>7 4 9</F>',
} = {}): string {
  return `<?xml version="1.0"?><LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2">${units}<Surfaces><Surface name="Ground"><Definition surfType="TIN"><Pnts>${pnts}</Pnts><Faces>${faces}</Faces></Definition></Surface></Surfaces></LandXML>`;
}

describe('reading LandXML surfaces', () => {
  it('refuses elements in each other without end', async () => {
    const text = `<LandXML>${'<a>'.repeat(2000)}`;
    await expect(read(text)).rejects.toMatchObject({
      code: 'xml.too-deep',
      params: { offset: 9 + 999 * 3, limit: 1000 },
    });
  });

  it('takes points as northing, easting, elevation and turns faces counter-clockwise', async () => {
    const file = await read(createFile());
    expect(file).toMatchObject({
      version: '1.2',
      linearUnit: { name: 'meter', metres: 1 },
      volumeUnit: 'cubicMeter',
    });
    const { tin, name } = file.surfaces[0]!;
    expect(name).toBe('Ground');
    expect([...tin.points]).toEqual([10, 0, 1, 20, 0, 2, 20, 10, 3.5, 10, 10, 2]);
    expect([...tin.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it('leaves out invisible and flat faces and cuts faces of four', async () => {
    const faces = '<F i="1">7 a 9</F><F i="0">7 a 9 4</F><F>7 7 9</F>';
    const { surfaces } = await read(createFile({ faces }));
    expect(surfaces[0]).toMatchObject({ hiddenFaces: 1, flatFaces: 1 });
    expect([...surfaces[0]!.tin.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it.each([
    ['<Imperial linearUnit="foot"/>', 0.3048],
    ['<Imperial linearUnit="USSurveyFoot"></Imperial>', 1200 / 3937],
    ['<Metric linearUnit="millimeter"/>', 0.001],
  ])('knows the unit of %s', async (unit, metres) => {
    const file = await read(createFile({ units: `<Units>${unit}</Units>` }));
    expect(file.linearUnit?.metres).toBe(metres);
  });

  it('invents no unit', async () => {
    expect((await read(createFile({ units: '' }))).linearUnit).toBeUndefined();
    expect(
      (await read(createFile({ units: '<Units><Metric linearUnit="smoot"/></Units>' }))).linearUnit,
    ).toBeUndefined();
  });

  it('passes over comments, sections, doctypes, prefixes and what it does not know', async () => {
    const text = createFile()
      .replace(
        '<Surfaces>',
        '<!-- <Surfaces> > --><CgPoints><CgPoint name="x">1 2 3</CgPoint></CgPoints><Surfaces>',
      )
      .replace('<P id="7">0 10 1</P>', '<P id="7"><![CDATA[0 10]]> 1</P>')
      .replace('<?xml version="1.0"?>', '<?xml version="1.0"?>\n<!DOCTYPE LandXML [<!ENTITY a "b>">]>\n')
      .replaceAll(/<(\/?)(Surface|P|F)(?=[\s>])/g, '<$1lx:$2')
      .replace('name="Ground"', "name='A &amp; B &#x2265; 1'");
    const { surfaces } = await read(text);
    expect(surfaces[0]!.name).toBe('A & B ≥ 1');
    expect(surfaces[0]!.tin.triangles).toHaveLength(6);
  });

  it('reads UTF-16', async () => {
    const text = createFile().replace('Ground', 'Gelände');
    const bytes = new Uint8Array(2 + 2 * text.length);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, 0xfeff, true);
    for (let i = 0; i < text.length; i++) view.setUint16(2 + 2 * i, text.charCodeAt(i), true);
    expect((await read(bytes)).surfaces[0]!.name).toBe('Gelände');
  });

  it('reads the same whatever the size of the pieces', async () => {
    const many = Array.from(
      { length: 60_000 },
      (_, i) => `<P id="${i}">${i % 300} ${Math.floor(i / 300)} 1.25</P>`,
    );
    const faces = '<F>0 1 301</F><F>59999 59998 59700</F>';
    const file = await read(createFile({ pnts: many.join('\n'), faces }));
    const { tin } = file.surfaces[0]!;
    expect(tin.points).toHaveLength(180_000);
    expect([...tin.points.subarray(-3)]).toEqual([199, 299, 1.25]);
  });

  it.each([
    ['another kind of XML', '<kml/>', 'landxml.not-landxml'],
    ['no XML', 'PNEZD 1,2,3 '.repeat(1000), 'xml.not-xml'],
    ['nothing', '', 'xml.not-xml'],
    ['no surface', '<LandXML version="1.2"></LandXML>', 'landxml.no-surface'],
    ['a file cut in a tag', createFile().slice(0, 330), 'xml.truncated'],
    ['a file cut between tags', createFile().replace('</Surfaces></LandXML>', ''), 'xml.truncated'],
    ['tags that do not match', createFile().replace('</Pnts>', '</Pmts>'), 'xml.truncated'],
    ['a point without elevation', createFile({ pnts: '<P id="7">0 10</P>' }), 'landxml.bad-point'],
    ['a point that is no number', createFile({ pnts: '<P id="7">0 10 high</P>' }), 'landxml.bad-point'],
    ['a face to nowhere', createFile({ faces: '<F>7 a 99</F>' }), 'landxml.bad-face'],
    ['a face of two', createFile({ faces: '<F>7 a</F>' }), 'landxml.bad-face'],
    ['an endless point', createFile({ pnts: `<P id="7">${'1 '.repeat(9000)}</P>` }), 'xml.too-long-tag'],
    ['an endless tag', `<LandXML ${'a'.repeat(3_000_000)}`, 'xml.too-long-tag'],
  ])('refuses %s by a typed error', async (_, text, code) => {
    await expect(read(text)).rejects.toThrow(expect.objectContaining({ code }));
  });

  it('tells the byte of a bad face', async () => {
    const text = createFile({ faces: '<F>7 a 9</F><F>7 a 99</F>' });
    await expect(read(text)).rejects.toThrow(
      expect.objectContaining({
        params: { file: 'survey.xml', offset: text.indexOf('<F>7 a 99'), text: '7 a 99' },
      }),
    );
  });

  it('picks surfaces by name', async () => {
    const file = await read(createFile());
    expect(pickSurface(file, 'f').name).toBe('Ground');
    expect(() => pickSurface(file, 'f', 'Top')).toThrow(
      expect.objectContaining({ code: 'landxml.surface-missing' }),
    );
  });
});

describe('writing LandXML surfaces', () => {
  const date = new Date(Date.UTC(2026, 0, 2, 3, 4, 5));

  it('is read back with every digit, name, unit and coordinate system', async () => {
    const tin = {
      points: Float64Array.of(
        500000.1234567,
        4649776.7654321,
        1 / 3,
        500010,
        4649776,
        2,
        500000,
        4649790,
        -1e-7,
      ),
      triangles: Uint32Array.of(0, 1, 2),
    };
    const text = [
      ...writeLandXml(tin, {
        name: 'Pit <"north"> & ramp',
        unit: 'USSurveyFoot',
        coordinateSystem: { name: 'NAD83 / X', epsg: 2229, wkt: 'PROJCS["a & b"]' },
        date,
      }),
    ].join('');
    const file = await read(text);
    expect(file.linearUnit).toEqual({ name: 'USSurveyFoot', metres: 1200 / 3937 });
    expect(file.coordinateSystem).toMatchObject({
      epsg: 2229,
      wkt: 'PROJCS["a & b"]',
      description: 'NAD83 / X',
    });
    expect(file.surfaces[0]!.name).toBe('Pit <"north"> & ramp');
    expect(file.surfaces[0]!.tin).toEqual(tin);
  });

  it('has the date it is given and the attributes that LandXML 1.2 requires', () => {
    const tin = { points: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) };
    const text = [...writeLandXml(tin, { name: 'A', unit: 'meter', date })].join('');
    expect(text).toContain('date="2026-01-02" time="03:04:05"');
    for (const name of [
      'areaUnit',
      'linearUnit',
      'volumeUnit',
      'temperatureUnit',
      'pressureUnit',
      'surfType',
    ]) {
      expect(text).toContain(`${name}="`);
    }
    expect(text).toContain('area2DSurf="0.5"');
  });
});
