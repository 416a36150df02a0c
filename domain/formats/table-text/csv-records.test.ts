import { expect, it } from 'vitest';
import { csvCell, csvRecords } from './csv-records.ts';

const read = (text: string) => csvRecords(text, ',').map(({ number, cells }) => [number, ...cells]);

it('cuts rows whose quoted cells hold delimiters, quotes and line breaks', () => {
  expect(read('\ufeffa , "b, ""c""" ,d\r\n\r\n"x\r\ny" z,\ry,"'.replace('y,"', 'y, " w "'))).toEqual([
    [1, 'a', 'b, "c"', 'd'],
    [3, 'x\r\nyz', ''],
    [5, 'y', ' w '],
  ]);
});

it('keeps a quote that nothing closes to its line', () => {
  expect(read('a,b\n"open,c\nd,e\n')).toEqual([
    [1, 'a', 'b'],
    [2, 'open,c'],
    [3, 'd', 'e'],
  ]);
  expect(read('6" pipe,b\nc,d')).toEqual([
    [1, '6" pipe', 'b'],
    [2, 'c', 'd'],
  ]);
});

it.each([
  'plain',
  '',
  ' blanks ',
  'quote " and, comma; semicolon',
  'two\nlines',
  'old\rMac\r\nDOS',
  '=1+1',
  "'=1",
  "''@x",
  "it's",
  '-5',
  '+tab\t',
  '\tTab',
  '＝１',
  '木 дерево شجرة 🌳',
])('gives %j back', (text) => {
  const cell = csvCell(text);
  expect(csvRecords(`x,${cell},y\r\n`, ',')[0]!.cells).toEqual(['x', text, 'y']);
});

it('leaves nothing that a spreadsheet computes', () => {
  for (const text of ['=cmd()', '+1', '-1', '@sum', '\t=1', '\r=1', '＝1']) {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
  }
});
