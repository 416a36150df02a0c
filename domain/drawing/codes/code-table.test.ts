import { describe, expect, it } from 'vitest';
import type { CodeEntry } from '../feature-code.ts';
import { compareCodes } from './compare-codes.ts';
import { usualControlWords } from './control-codes.ts';
import { drawLinework } from './draw-linework.ts';
import { readCodeCsv } from './read-code-csv.ts';
import { readCodeTable } from './read-code-table.ts';
import { readFieldCodeList } from './read-field-code-list.ts';
import { writeCodeCsv } from './write-code-csv.ts';

describe('a dictionary as CSV', () => {
  it('has codes with every field, and words of control codes', () => {
    const text = [
      'Code,Name,Types,Layer,Colour,Symbol,Line type,Attributes,Control',
      'TR,"Árbol, ""grande""",point polygon,Trees,#00AA11,tree-deciduous,dash-dot,"height:number=-2.5; kind \\(of tree\\):list(oak\\|ash|pine)=pine; dead:boolean=false; note",',
      '+5,,,,,,,,begin',
      'BEG,,,,,,,,begin',
    ].join('\r\n');
    expect(readCodeCsv(text, 'c.csv')).toEqual({
      entries: [
        {
          code: 'TR',
          name: 'Árbol, "grande"',
          symbol: 'tree-deciduous',
          colour: '#00aa11',
          lineType: 'dash-dot',
          layer: 'Trees',
          kinds: ['point', 'polygon'],
          attributes: [
            { name: 'height', type: 'number', initial: -2.5 },
            { name: 'kind (of tree)', type: 'list', values: ['oak|ash', 'pine'], initial: 'pine' },
            { name: 'dead', type: 'boolean', initial: false },
            { name: 'note', type: 'text' },
          ],
        },
      ],
      words: { ...usualControlWords, begin: ['+5', 'BEG'] },
      faults: [],
    });
  });

  it('is read under the headings of other programs', () => {
    const text =
      'Feature Code;Full name;Color;Linetype;Geometry;Owner\nMH;Manhole;1;Continuous;point;x\nEP;Edge;;DASHED;line area;\n';
    expect(readCodeCsv(text, 'c.csv')).toEqual({
      entries: [
        {
          code: 'MH',
          name: 'Manhole',
          colour: '#ff0000',
          lineType: 'solid',
          kinds: ['point'],
          attributes: [],
        },
        { code: 'EP', name: 'Edge', lineType: 'dashed', kinds: ['polyline', 'polygon'], attributes: [] },
      ],
      words: usualControlWords,
      faults: [{ code: 'codes.columns-ignored', params: { file: 'c.csv', count: 1, columns: 'Owner' } }],
    });
  });

  it('tells the rows that cannot be read', () => {
    const text = [
      'Code,Types,Colour,Line type,Attributes,Control',
      'A,point,,,,',
      'B,blob,,,,',
      'C,,red,,,',
      'D,,,zigzag,,',
      'E,,,,size:huge,',
      ',point,,,,',
      'F,,,,,curve begin',
      'G,,,,,loop',
      'a,,,,,',
      ...'HIJKLM'.split(''),
    ].join('\n');
    const { entries: read, words, faults } = readCodeCsv(text, 'c.csv');
    expect(read.map(({ code }) => code).join('')).toBe('AHIJKLM');
    expect(words['curve-begin']).toEqual(['F']);
    expect(faults.map(({ code, params }) => [code, params['row'], params['column']])).toEqual([
      ['codes.row-unreadable', 3, 'types'],
      ['codes.row-unreadable', 4, 'colour'],
      ['codes.row-unreadable', 5, 'lineType'],
      ['codes.row-unreadable', 6, 'attributes'],
      ['codes.row-unreadable', 7, 'code'],
      ['codes.row-unreadable', 9, 'control'],
      ['codes.code-twice', 10, undefined],
    ]);
  });

  it.each([
    ['', 'codes.empty'],
    ['Code,Name\n', 'codes.empty'],
    ['1,2,3\n4,5,6\n', 'codes.code-column-missing'],
    ['Code,Types\nA,blob\n', 'codes.row-unreadable'],
    ['Code,Types\nA,point\nB,blob\nC,blob\n', 'codes.too-many-faults'],
  ])('refuses %j', (text, code) => {
    expect(() => readCodeCsv(text, 'c.csv')).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    'a:list',
    'a:number=x',
    'a:boolean=1',
    ':text',
    'a:list(b',
    'a:text(b)',
    'a;a',
    '__proto__',
    'a:b:c',
  ])('refuses the attributes %j', (cell) => {
    expect(() => readCodeCsv(`Code\tAttributes\nA\t${cell}\n`, 'c.csv')).toThrow(
      expect.objectContaining({ code: 'codes.row-unreadable' }),
    );
  });
});

describe('a dictionary that is written', () => {
  const words = [
    'Árbol, "grande"; 木',
    'two\nlines\r\nand three',
    '=HYPERLINK("x")',
    "'=1",
    '-2',
    '@a',
    ' blanks ',
    'back\\slash (a|b): c=d; e',
    'شجرة',
    '',
  ];
  const entries: CodeEntry[] = [
    ...words.map((name, i): CodeEntry => {
      const texts = words.map((text, j) => ({
        name: `${j}${text}`,
        type: 'list' as const,
        values: [...words],
        initial: text,
      }));
      return { code: `A${i}${name.trim()}`, name, kinds: ['point', 'polygon'], attributes: texts };
    }),
    {
      ...{
        code: '+5',
        name: '',
        symbol: 'tree-palm',
        colour: '#00aa11',
        lineType: 'dash-dot',
        layer: '=Trees',
      },
      kinds: [],
      attributes: [
        { name: ' n ', type: 'number', initial: -2.5e-7 },
        { name: 'dead', type: 'boolean', initial: false },
        { name: 'seen', type: 'date', initial: '2024-02-29' },
        { name: 'note', type: 'text' },
      ],
    },
  ];

  it('is read back the same, whatever its texts hold', () => {
    expect(readCodeTable(writeCodeCsv(entries), 'c.csv')).toEqual({
      entries,
      words: usualControlWords,
      faults: [],
    });
  });

  it('is compared with another table by code', () => {
    const codes = entries.slice(0, 3).map((entry, rank) => ({ ...entry, id: `c${rank}`, rank }));
    const other = [{ ...entries[1]!, code: ` ${entries[1]!.code.toLowerCase()} ` }, entries[2]!, entries[4]!];
    const { added, changed, same, missing } = compareCodes(codes, other);
    expect(added).toEqual([entries[4]]);
    expect(changed).toEqual([{ before: codes[1], after: other[0] }]);
    expect([same, missing]).toEqual([[codes[2]], [codes[0]]]);
  });

  it.each(['2023-02-29', '2024-13-01', '1.1.2024'])('has no day %s', (day) => {
    expect(() => readCodeCsv(`Code,Attributes\nA,seen:date=${day}\n`, 'c.csv')).toThrow(
      expect.objectContaining({ code: 'codes.row-unreadable' }),
    );
  });
});

describe('a field code list', () => {
  it('has lines and points, with layers or without', () => {
    const text = 'AC, N, N, PAVEMENT, Asph Conc\r\nBF, Y, Y, Building Face\r\nBO,Y,N,OVERHANG,Over, hang\r\n';
    expect(readFieldCodeList(text, 'c.fcl').entries).toEqual([
      { code: 'AC', name: 'Asph Conc', layer: 'PAVEMENT', kinds: ['point'], attributes: [] },
      { code: 'BF', name: 'Building Face', layer: 'BF', kinds: ['polyline'], attributes: [] },
      { code: 'BO', name: 'Over, hang', layer: 'OVERHANG', kinds: ['polyline'], attributes: [] },
    ]);
  });

  it('tells rows that it cannot read', () => {
    const { entries, faults } = readFieldCodeList('A,Y,Y,L,a\nB,Y\nC,N,N,L,c\nD,?,N,d\n', 'c.fcl');
    expect(entries).toHaveLength(2);
    expect(faults.map(({ params }) => [params['row'], params['reason']])).toEqual([
      [2, 'the-row-is-cut-short'],
      [4, 'it-is-neither-y-nor-n'],
    ]);
  });
});

it('linework lies on the layers of its codes, in their colours', () => {
  const { entries, words, faults } = readCodeCsv(
    'Code,Layer,Colour,Types,Symbol\nEP,Road,#112233,line,\nMH,,#ff0000,point,manhole\nX,,,,unheard-of\n',
    'c.csv',
  );
  expect(faults).toEqual([
    { code: 'codes.symbol-unknown', params: { file: 'c.csv', row: 4, code: 'X', symbol: 'unheard-of' } },
  ]);
  const at = (description: string, easting: number) => ({
    ...{ point: '1', row: 1, description, easting, northing: 0, elevation: 5 },
  });
  const drawn = drawLinework(
    [at('EP', 0), at('EP', 1), at('MH', 2), at('tree', 3)],
    { entries, words, faults: [] },
    { file: 'p.txt', plainLayer: 'points' },
  );
  expect(drawn.layers.slice(0, 2)).toEqual([
    { name: 'Road', colour: '#112233' },
    { name: 'MH', colour: '#ff0000' },
  ]);
  expect(drawn.symbols.map(({ name }) => name)).toEqual(['manhole']);
  expect(drawn.features.map(({ kind, layer }) => [kind, layer])).toEqual([
    ['point', 'Road'],
    ['point', 'Road'],
    ['point', 'MH'],
    ['point', 'points'],
    ['polyline', 'Road'],
  ]);
});
