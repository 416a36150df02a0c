import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import { columnOfHeading } from './headings.ts';
import { findNumberFormat, readNumber } from './number-format.ts';
import { findDelimiter, splitCells, tableLines } from './split-cells.ts';

const bytesOf = (text: string, code: (letter: string) => number) => Uint8Array.from([...text].map(code));

describe('encodings', () => {
  const text = 'Name;Höhe\r\n1;2';
  const wide = (isLittle: boolean, mark: string) =>
    Uint8Array.from(
      [...(mark + text)].flatMap((letter) => {
        const code = letter.charCodeAt(0);
        return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255];
      }),
    );

  it.each([
    ['utf-8', new TextEncoder().encode(`\ufeff${text}`)],
    ['utf-8', new TextEncoder().encode(text)],
    ['utf-16le', wide(true, '\ufeff')],
    ['utf-16be', wide(false, '\ufeff')],
    ['utf-16le', wide(true, '')],
    ['utf-16be', wide(false, '')],
    ['windows-1252', bytesOf(text, (letter) => letter.charCodeAt(0))],
  ])('reads %s', (encoding, bytes) => {
    expect(decodeText(bytes)).toEqual({ text, encoding });
  });

  it('takes the encoding in which the headings are words', () => {
    // Wysokość in Windows-1250
    const polish = [0x57, 0x79, 0x73, 0x6f, 0x6b, 0x6f, 0x9c, 0xe6];
    expect(decodeText(Uint8Array.from([...polish, 0x3b, 0x4e, 0x72]))).toEqual({
      text: 'Wysokość;Nr',
      encoding: 'windows-1250',
    });
  });
});

describe('lines and cells', () => {
  it('takes the delimiter that the file states', () => {
    expect(tableLines('sep=;\nA;B\n\n1;2')).toMatchObject({
      delimiter: ';',
      lines: [{ number: 2 }, { number: 4, text: '1;2' }],
    });
    expect(tableLines('a,b').delimiter).toBeNull();
  });

  it('keeps delimiters and quotes inside quotes', () => {
    expect(splitCells('1,"374012,268","a ""b"""', ',')).toEqual(['1', '374012,268', 'a "b"']);
    expect(findDelimiter(tableLines('1;10,5;20,5\n2;11,5;21,5').lines)).toBe(';');
  });
});

describe('number formats', () => {
  const formatOf = (...texts: string[]) =>
    findNumberFormat(
      texts.map((text, i) => ({ line: i + 1, text })),
      'p.csv',
    );

  it.each([
    [['374012,268', '374.026,5', '5.450.090,0'], ',', [374012.268, 374026.5, 5450090]],
    [['1.234', '4,41'], ',', [1234, 4.41]],
    [['374 012,268', '5 450 076,315'], ',', [374012.268, 5450076.315]],
    [['374,026.5', '5,450,090'], '.', [374026.5, 5450090]],
    [["5'450'090.25", '−12.5'], '.', [5450090.25, -12.5]],
    [['374.026', '1e3'], '.', [374.026, 1000]],
    [['0,123'], ',', [0.123]],
  ] as const)('reads %j', (texts, decimal, values) => {
    const format = formatOf(...texts);
    expect(format).toEqual({ decimal, isAssumed: false });
    expect(texts.map((text) => readNumber(text, format))).toEqual(values);
  });

  it('says where a comma alone leaves it open', () => {
    expect(formatOf('12,345', '1,250')).toEqual({ decimal: ',', isAssumed: true });
  });

  it('refuses two formats in one file, with both cells', () => {
    expect(() => formatOf('374012,268', '62', '5450.090')).toThrow(
      expect.objectContaining({
        code: 'table.mixed-numbers',
        params: { file: 'p.csv', line: 3, value: '5450.090', otherLine: 1, other: '374012,268' },
      }),
    );
  });

  it.each(['', '1O', '1.2.3', '12,34,5', '1.23.456', 'abc'])('knows that %j is no number', (text) => {
    expect(readNumber(text, { decimal: ',' })).toBeNull();
  });
});

describe('cells', () => {
  it.each([
    ['a,"b, ""c""",  d ', ['a', 'b, "c"', 'd']],
    ['"",5" rod, "x"y ,', ['', '5" rod', 'xy', '']],
    ['"a', ['a']],
    ['', ['']],
  ])('of %j', (line, cells) => {
    expect(splitCells(line, ',')).toEqual(cells);
  });
});

describe('headings', () => {
  it.each([
    [
      'easting',
      ['Easting', 'Rechtswert', 'Este', 'Est', 'Kelet', '东坐标', 'Øst', 'Oost', 'Grid Easting (usft)'],
    ],
    ['northing', ['N', 'Hochwert', 'Norte', 'Nord', 'Północ', 'Észak', '北坐标', 'Noord', 'Local Northing']],
    ['elevation', ['Höhe', 'Wysokość', 'Rzędna', 'Quota', 'Cota', 'Magasság', '高程', 'Højde', 'Hoogte']],
    ['elevation', ['Elev.', 'Ortho. Height', 'Ellip. Hgt', 'Elevation m', 'Hauteur', 'ELEVATION_FT']],
    ['label', ['#Label', 'Point Id', 'Nr punktu', 'Pontszám', 'Nombre', '点号', 'PtID', 'Punktnummer']],
    ['description', ['Feature Code', 'Codes', 'Opis', 'Leírás', 'Descripción', 'Omschrijving', '备注']],
  ] as const)('knows %s in its languages', (column, cells) => {
    expect(cells.map(columnOfHeading)).toEqual(cells.map(() => column));
  });

  it('says nothing of others', () => {
    expect(columnOfHeading('Azimuth')).toBeNull();
  });
});
