import { describe, expect, it } from 'vitest';
import type { SurveyPoint } from './layout.ts';
import { areReadable, previewPointText } from './preview-point-text.ts';
import { readPointText } from './read-point-text.ts';
import { plainPoints, writePointText } from './write-point-text.ts';

function createPoints(): SurveyPoint[] {
  return [
    { point: '1', easting: 1455644.371, northing: 538542.57, elevation: 681.31, description: 'IP' },
    { point: 'A2', easting: -12.5, northing: 0.0004, elevation: Number.NaN, description: 'tree, oak "old"' },
    { point: '3', easting: 7, northing: 8, elevation: 9, description: '' },
  ];
}

describe('point text', () => {
  it.each([',', '\t', ';', ' '] as const)('comes back through delimiter %j', (delimiter) => {
    const text = [...writePointText(createPoints(), { delimiter })].join('');
    const read = readPointText(text, { name: 'points.txt', delimiter, order: 'PNEZD' });
    expect(read.points).toEqual(createPoints());
    expect(read.faults).toEqual([]);
  });

  it('writes PNEZD with four decimals and CR LF', () => {
    const text = [...writePointText(createPoints().slice(0, 1))].join('');
    expect(text).toBe('1,538542.5700,1455644.3710,681.3100,IP\r\n');
  });

  it('has five fields for readers that know no quotes, and says what was changed', () => {
    const { points, changes } = plainPoints(createPoints());
    const rows = [...writePointText(points)].join('').trimEnd().split('\r\n');
    expect(rows.map((row) => row.split(',').length)).toEqual([5, 5, 5]);
    expect(rows[1]).toBe("A2,0.0004,-12.5000,,tree oak ''old''");
    expect(changes).toEqual([
      {
        code: 'export.text-changed',
        params: { point: 'A2', from: 'tree, oak "old"', to: "tree oak ''old''" },
      },
    ]);
  });

  it.each([
    ['1,10,20,30,A\n2,11,21,31,B', ','],
    ['1\t10\t20\t30\tA\n2\t11\t21\t31\tB', '\t'],
    ['1;10,0;20,0;30,0;A\n2;11,0;21,0;31,0;B', ';'],
    ['1   10 20 30 A\n 2  11 21 31 B', ' '],
  ])('finds the delimiter of %j', (text, delimiter) => {
    const read = readPointText(text, { name: 'p' });
    expect(read.delimiter).toBe(delimiter);
    expect(read.points[1]).toEqual({
      point: '2',
      northing: 11,
      easting: 21,
      elevation: 31,
      description: 'B',
    });
  });

  it('believes a header line over the order', () => {
    const read = readPointText('Pt,Easting,Northing,Elev,Code\n7,20,10,30,X', { name: 'p', order: 'PNEZD' });
    expect(read.points).toEqual([{ point: '7', northing: 10, easting: 20, elevation: 30, description: 'X' }]);
  });

  it.each([
    'Name;Rechtswert;Hochwert;Höhe\r\nP1;374012,268;5450076,315;62,04\r\nP2;374.026,5;5.450.090,0;62',
    'sep=;\nName;Easting;Northing;Height\nP1;374012,268;5450076,315;62,04\nP2;374.026,5;5.450.090,0;62',
    'Name,Easting,Northing,Height\nP1,"374012,268","5450076,315","62,04"\nP2,"374026,5","5450090","62"',
    'Site 7\nPt\tOost\tNoord\tHoogte\nP1\t374012.268\t5450076.315\t62.04\nP2\t374026.5\t5450090\t62',
  ])('reads east as east in %j', (text) => {
    const { points, faults } = readPointText(text, { name: 'p' });
    expect(faults).toEqual([]);
    expect(points).toMatchObject([
      { point: 'P1', easting: 374012.268, northing: 5450076.315, elevation: 62.04 },
      { point: 'P2', easting: 374026.5, northing: 5450090, elevation: 62 },
    ]);
  });

  it('asks what unknown headings mean, and takes an order that was given', () => {
    const text = 'Name;Abszisse;Ordinate;Wert\n1;10,5;20,5;30';
    expect(() => readPointText(text, { name: 'p' })).toThrow('point-text.unknown-headings');
    const { points, faults } = readPointText(text, { name: 'p', order: 'PENZD' });
    expect(points).toMatchObject([{ point: '1', easting: 10.5, northing: 20.5, elevation: 30 }]);
    expect(faults).toEqual([]);
  });

  it('says that it assumed the order where nothing tells it', () => {
    const { faults } = readPointText('1,10,20,30,A', { name: 'p' });
    expect(faults.map(({ code }) => code)).toEqual(['point-text.order-assumed']);
  });

  it('reports bad lines by number and reads the rest', () => {
    const text = '# from the logger\n1,10,20,30,A\n2,1O,20,30,B\n3,10\n4,11,21,31,C';
    const read = readPointText(text, { name: 'p.txt', order: 'PNEZD' });
    expect(read.points.map(({ point }) => point)).toEqual(['1', '4']);
    expect(read.faults).toMatchObject([
      { code: 'point-text.bad-number', params: { line: 3, field: 'northing', value: '1O' } },
      { code: 'point-text.missing-field', params: { line: 4, field: 'easting', column: 3 } },
    ]);
  });

  it('refuses texts that hold no points', () => {
    expect(() => readPointText('', { name: 'p' })).toThrow('point-text.no-points');
    expect(() => readPointText('once upon a time', { name: 'p' })).toThrow('point-text.bad-number');
    expect(() => readPointText('1,2,3,4\nx,y,z\nx,y,z', { name: 'p' })).toThrow('point-text.too-many-faults');
  });
});

describe('a layout that a person states', () => {
  const text = 'survey of 3 May\nline 2\nA;7,5;x;4500000,25;500000,5;extra;more\nB;8;x;4500001;500001;;\n';
  const fields = ['point', 'elevation', null, 'northing', 'easting', 'description'] as const;

  it('names columns, delimiter, decimal mark and lines to skip', () => {
    const read = readPointText(text, { name: 'p', skip: 2, delimiter: ';', decimal: ',', fields });
    expect(read.points).toEqual([
      { point: 'A', easting: 500000.5, northing: 4500000.25, elevation: 7.5, description: 'extra;more' },
      { point: 'B', easting: 500001, northing: 4500001, elevation: 8, description: ';' },
    ]);
    expect(read.rows).toEqual([3, 4]);
    expect(read.faults).toEqual([]);
  });

  it('is believed against headings, which are passed over', () => {
    const swapped = ['easting', 'northing'] as const;
    const read = readPointText('north,east\n1,2\n', { name: 'p', delimiter: ',', fields: swapped });
    expect(read.points).toMatchObject([{ easting: 1, northing: 2 }]);
  });

  it('names the rows whose numbers are of another decimal mark', () => {
    const read = readPointText('1,5;2\n3;4\n5;6', {
      name: 'p',
      delimiter: ';',
      decimal: '.',
      fields: ['northing', 'easting'],
    });
    expect(read.faults).toEqual([
      { code: 'point-text.bad-number', params: { file: 'p', line: 1, field: 'northing', value: '1,5' } },
    ]);
  });

  it('is shown on the first lines, with what was found', () => {
    const preview = previewPointText(text, { skip: 2 });
    expect(preview.delimiter).toBe(';');
    expect(preview.fields).toEqual(['point', 'northing', 'easting', 'elevation', 'description', null, null]);
    expect(preview.rows.map(({ line, cells }) => [line, cells[0], cells.length])).toEqual([
      [3, 'A', 7],
      [4, 'B', 7],
    ]);
    expect(previewPointText('Name,Nord,Ost\n1,2,3', {}).fields).toEqual(['point', 'northing', 'easting']);
    expect(previewPointText('once,upon,a\n1,2,3', {}).fields).toEqual(['point', 'northing', 'easting']);
    expect(previewPointText('', {})).toEqual({ delimiter: ' ', rows: [], fields: [] });
  });

  it.each([
    [['northing', 'easting'], true],
    [['northing', null, 'easting', 'elevation'], true],
    [['northing'], false],
    [['northing', 'easting', 'easting'], false],
    [['northing', 'easting', 'elevation', 'elevation'], false],
  ] as const)('%j can be read: %j', (columns, isReadable) => {
    expect(areReadable(columns)).toBe(isReadable);
  });
});
