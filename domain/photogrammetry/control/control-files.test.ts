import { describe, expect, it } from 'vitest';
import { keepKnownObservations } from './known-observations.ts';
import { asCheckpoints, readControlFile } from './read-control-file.ts';
import { writeGcpList } from './write-gcp-list.ts';

const read = (lines: readonly string[], name = 'gcp_list.txt') => readControlFile(lines.join('\n'), name);
const codes = (warnings: readonly { code: string; params: object }[]) => warnings.map(({ code }) => code);

describe('gcp_list.txt', () => {
  it('reads header, marks, labels and unmeasured heights', () => {
    const file = read([
      '\ufeffEPSG:32611',
      '100 200 30.5 10.25 20 a.jpg T1',
      '',
      '# a remark',
      '100\t200\t30.5\t11\t21\tb one.jpg\tT1\textra',
      '110 210 NaN 5 6 IMG 7.JPG T2',
      '120,220,1,7,8,c.jpg',
      '120 220 1 9 9 d.jpg',
      'T9 130 230 4',
    ]);
    expect(file.crsText).toBe('EPSG:32611');
    expect(file.warnings).toEqual([]);
    expect(
      file.points.map(({ label, x, z, marks }) => [label, x, z, marks.map((mark) => mark.photo)]),
    ).toEqual([
      ['T1', 100, 30.5, ['a.jpg', 'b one.jpg']],
      ['T2', 110, null, ['IMG 7.JPG']],
      ['P1', 120, 1, ['c.jpg', 'd.jpg']],
      ['T9', 130, 4, []],
    ]);
    expect(file.points[0]).toMatchObject({ type: 'gcp', sigma: null, marks: [{ x: 10.25, y: 20 }, {}] });
  });

  it('takes a type from an extra column, never from the name', () => {
    const file = read(['EPSG:32611', '1 2 3 4 5 a.jpg CHK1', '2 2 3 4 5 a.jpg T2 checkpoint']);
    expect(file.points.map(({ type }) => type)).toEqual(['gcp', 'checkpoint']);
  });

  it('names rows it cannot read, by the line of the file', () => {
    const file = read(['EPSG:32611', '1 2 3 4 5 a.jpg A', '1 2 x 4 5 a.jpg B', '', '1 2 3 4 5']);
    expect(file.points).toHaveLength(1);
    expect(file.warnings).toMatchObject([
      { code: 'control.bad-cell', params: { row: 3, value: 'x' } },
      { code: 'control.bad-row', params: { row: 5, reason: 'pixel-coordinates-but-names-no-image' } },
    ]);
  });

  it.each([
    ['1 2 3 4 5x.1 a.jpg B', '5x.1'],
    ['1\t2\t3\t4\t5x.1\ta.jpg\tB', '5x.1'],
    ['abc 2 3 4 5 a.jpg B', 'abc'],
    ['1 2 3 4o 5 a.jpg B', '4o'],
    ['1,2,3,4,5x,a.jpg,B', '5x'],
    ['B 1 2 3 4 5x a.jpg', '5x'],
  ])('makes no point of %s, which has a cell that is no number', (row, value) => {
    const file = read(['EPSG:32611', '1 2 3 4 5 a.jpg A', row]);
    expect(file.points.map(({ label }) => label)).toEqual(['A']);
    expect(file.warnings).toMatchObject([{ code: 'control.bad-cell', params: { row: 3, value } }]);
  });

  it('reads a label with blanks where blanks delimit, and before coordinates', () => {
    const file = read([
      'EPSG:32611',
      '1 2 3 4 5 a.jpg KT 6',
      '2 2 3 4 5 a b.jpg KT 7 check 0.02',
      'Q 3 2 3 6 5 c.jpg',
    ]);
    expect(file.points.map(({ label, type, marks }) => [label, type, marks[0]?.photo])).toEqual([
      ['KT 6', 'gcp', 'a.jpg'],
      ['KT 7', 'checkpoint', 'a b.jpg'],
      ['Q', 'gcp', 'c.jpg'],
    ]);
    expect(file.warnings).toEqual([]);
  });

  it('tells of names on one place and of marks on one pixel', () => {
    const file = read(['EPSG:32611', '1 2 3 4 5 a.jpg A', '1 2 3 7 5 b.jpg B', '9 9 3 4 5 A.JPG C']);
    expect(file.points).toHaveLength(3);
    expect(file.warnings).toMatchObject([
      { code: 'control.same-place', params: { labels: 'A, B' } },
      { code: 'control.same-pixel', params: { labels: 'A, C', photo: 'a.jpg', x: 4, y: 5 } },
    ]);
  });

  it('takes the composed and the decomposed form of a name for one', () => {
    const file = read(['EPSG:32611', '1 2 3 4 5 a.jpg \u00d62', '1 2 3 4 6 b.jpg O\u03082']);
    expect(file.points.map(({ label, marks }) => [label, marks.length])).toEqual([['\u00d62', 2]]);
    const kept = keepKnownObservations(read(['EPSG:32611', '1 2 3 4 5 u\u0308ber.jpg A']), ['\u00fcber.jpg']);
    expect(kept.points[0]?.marks).toHaveLength(1);
  });

  it('does not need a header', () => {
    expect(read(['1 2 3 4 5 a.jpg', '2 2 3 4 5 a.jpg'])).toMatchObject({ crsText: null, points: [{}, {}] });
  });

  it('keeps both places of a label and one of two marks in a photo', () => {
    const file = read(['EPSG:32611', '1 2 3 4 5 a.jpg A', '9 2 3 4 5 b.jpg A', '1 2 3 8 8 A.JPG A']);
    expect(file.points.map(({ label, marks }) => [label, marks.length])).toEqual([
      ['A', 1],
      ['A (2)', 1],
    ]);
    expect(file.warnings).toMatchObject([
      { code: 'control.label-twice', params: { row: 3, name: 'A (2)' } },
      { code: 'control.duplicate-mark', params: { row: 4, photo: 'A.JPG' } },
    ]);
  });

  it('reads latitude first where longitude first is impossible', () => {
    const file = read(['EPSG:4326', '34.4 -119.9 0 4 5 a.jpg A']);
    expect(file.points[0]).toMatchObject({ x: -119.9, y: 34.4 });
    expect(codes(file.warnings)).toEqual(['control.latitude-first']);
  });

  it('refuses a file without points', () => {
    expect(() => read(['EPSG:32611'])).toThrowError(expect.objectContaining({ code: 'control.no-points' }));
    expect(() => read(['3483\t729\tIMG.jpg'])).toThrowError(
      expect.objectContaining({
        params: expect.objectContaining({ reason: 'a-row-was-refused', row: 1 }),
      }),
    );
  });
});

describe('tables', () => {
  it.each([',', ';', '\t'])('reads named columns delimited by %j in any order', (delimiter) => {
    const rows = [
      ['Type', 'Label', 'Northing (m)', 'Easting (m)', 'Elevation', 'sigma_xy', 'sigma_z', 'note'],
      ['GCP', '"A, 1"', '200.5', '100.5', '30', '0.01', '0.02', 'x'],
      ['check point', 'GCP2', '210', '110', '', '', '', ''],
      ['', 'B', '220', '120', '5', '0.03', '', ''],
    ];
    const file = readControlFile(
      ['EPSG:2180', ...rows.map((row) => row.join(delimiter))].join('\r\n'),
      'c.csv',
    );
    expect(file.crsText).toBe('EPSG:2180');
    expect(file.warnings).toEqual([]);
    expect(file.points).toEqual([
      { label: 'A, 1', type: 'gcp', x: 100.5, y: 200.5, z: 30, sigma: [0.01, 0.01, 0.02], marks: [] },
      { label: 'GCP2', type: 'checkpoint', x: 110, y: 210, z: null, sigma: null, marks: [] },
      { label: 'B', type: 'gcp', x: 120, y: 220, z: 5, sigma: [0.03, 0.03, 0.045], marks: [] },
    ]);
  });

  it('reads marks, decimal commas and the system of longitude and latitude', () => {
    const file = read(
      ['name;lat;lon;alt;image;px;py', 'A;34,5;-119,5;10;a.jpg;1,5;2', 'A;34,5;-119,5;10;b.jpg;3;4'],
      'c.csv',
    );
    expect(file).toMatchObject({
      crsText: 'EPSG:4326',
      points: [
        {
          label: 'A',
          x: -119.5,
          y: 34.5,
          z: 10,
          marks: [{ photo: 'a.jpg', x: 1.5, y: 2 }, { photo: 'b.jpg' }],
        },
      ],
    });
  });

  it.each([
    ['Name;Rechtswert;Hochwert;Höhe', 'P1;374012,268;5450076,315;62,04', 'P2;374.026,5;5.450.090,0;62'],
    ['sep=;', 'Name;Easting;Northing;Height', 'P1;374012,268;5450076,315;62,04', 'P2;374 026,5;5 450 090;62'],
    ['EPSG:32760', 'P1;374012,268;5450076,315;62,04', 'P2;374.026,5;5.450.090,0;62'],
    ['Name,Easting,Northing,Height', 'P1,"374012,268","5450076,315","62,04"', 'P2,"374026,5","5450090,0",62'],
  ])('reads one number format in the whole file, its thousands grouped or not: %s', (...lines) => {
    const file = read(lines, 'c.csv');
    expect(file.points.map(({ label, x, y, z }) => [label, x, y, z])).toEqual([
      ['P1', 374_012.268, 5_450_076.315, 62.04],
      ['P2', 374_026.5, 5_450_090, 62],
    ]);
    expect(file.warnings).toEqual([]);
  });

  it('refuses a file whose numbers are written in two ways, and names both', () => {
    const lines = ['Name;Easting;Northing', 'P1;374012,268;5450076,3', 'P7;1374.026;5450090.5'];
    expect(() => read(lines, 'c.csv')).toThrowError(
      expect.objectContaining({
        code: 'table.mixed-numbers',
        params: expect.objectContaining({ line: 3, otherLine: 2 }),
      }),
    );
  });

  it('tells of rows, sigmas and types it cannot use', () => {
    const file = read(
      ['label,x,y,z,sigma_x,type', 'A,1,2,3,-1,gcp', 'B,east,2,3,,', 'C,1,3,high,,', 'D,5,5,5,,cp'],
      'c.csv',
    );
    expect(file.points.map(({ label }) => label)).toEqual(['A', 'D']);
    expect(file.warnings).toMatchObject([
      { code: 'control.bad-sigma', params: { row: 2, value: '-1' } },
      { code: 'control.bad-row', params: { row: 3 } },
      { code: 'control.bad-row', params: { row: 4 } },
      { code: 'control.unknown-type', params: { row: 5, type: 'cp' } },
    ]);
  });

  it('makes every point of a checkpoint file a checkpoint', () => {
    const file = asCheckpoints(read(['label,x,y,z,type', 'A,1,2,3,gcp', 'B,2,2,3,'], 'c.csv'));
    expect(file.points.map(({ type }) => type)).toEqual(['checkpoint', 'checkpoint']);
  });
});

describe('OpenSfM JSON', () => {
  const json = JSON.stringify({
    points: [
      {
        id: '0',
        position: { latitude: 52.5, longitude: 13.4, altitude: 15 },
        observations: [
          { shot_id: 'a.jpg', projection: [-0.25, 0.125] },
          { shot_id: 'z.jpg', projection: [0, 0] },
        ],
      },
      { id: '1', observations: [] },
    ],
  });

  it('turns relative marks into pixels by the size of the photo', () => {
    const file = readControlFile(json, 'g.json', new Map([['a.jpg', { width: 400, height: 300 }]]));
    expect(file.points).toMatchObject([
      { label: '0', x: 13.4, y: 52.5, z: 15, marks: [{ photo: 'a.jpg', x: 100, y: 200 }] },
    ]);
    expect(codes(file.warnings)).toEqual(['control.no-position', 'control.absent-photo']);
  });

  it('refuses other JSON', () => {
    expect(() => readControlFile('{"a":1}', 'g.json')).toThrowError(
      expect.objectContaining({ code: 'control.bad-json' }),
    );
    expect(() => readControlFile('{"points":[', 'g.json')).toThrowError(
      expect.objectContaining({ code: 'control.bad-json' }),
    );
  });
});

describe('marks of a project', () => {
  it('finds photos without regard to case, folder and extension, and tells of the others', () => {
    const control = read([
      'EPSG:32611',
      '1 2 3 1 1 img_1.jpeg A',
      '1 2 3 1 1 flight/IMG_2.JPG A',
      '1 2 3 1 1 IMG_9.JPG A',
      '1 2 3 1 1 IMG_3.JPG A',
    ]);
    const kept = keepKnownObservations(control, ['IMG_1.JPG', 'IMG_2.JPG', 'x/IMG_3.JPG', 'y/IMG_3.JPG']);
    expect(kept.points[0]?.marks.map(({ photo }) => photo)).toEqual(['IMG_1.JPG', 'IMG_2.JPG']);
    expect(kept.warnings).toMatchObject([
      { code: 'control.absent-photo', params: { count: 1, names: 'IMG_9.JPG' } },
      { code: 'control.ambiguous-photo', params: { count: 1, names: 'IMG_3.JPG' } },
    ]);
  });
});

describe('writing gcp_list.txt', () => {
  it('gives back what was read, without checkpoints and unmarked points', () => {
    const lines = [
      'EPSG:32611',
      '1 2 3 4.5 5 x/a.jpg A',
      '2 2 NaN 6 7 b.jpg B',
      '3 2 3 4 5 b.jpg C check',
      'D 4 4 4',
    ];
    const text = writeGcpList(read(lines), (photo) => photo.replace('/', '_'));
    expect(text).toBe('EPSG:32611\n1\t2\t3\t4.5\t5\tx_a.jpg\tA\n2\t2\tNaN\t6\t7\tb.jpg\tB\n');
    expect(writeGcpList(read(lines.slice(1)), (photo) => photo)).toBeNull();
  });
});
