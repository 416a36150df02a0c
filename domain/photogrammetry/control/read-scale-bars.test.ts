import { describe, expect, it } from 'vitest';
import { readScaleBars } from './read-scale-bars.ts';

const read = (...lines: string[]) => readScaleBars(lines.join('\n'), 'bars.csv');

describe('scale bars', () => {
  it('are read in any order of columns, lengths in metres', () => {
    expect(read('unit,from,to,length,sigma', '# taped', 'm,A,B,12.5,0.002', 'ftUS,B,C,3937,1')).toEqual([
      { from: 'A', to: 'B', length: 12.5, sigma: 0.002 },
      { from: 'B', to: 'C', length: 1200, sigma: 1200 / 3937 },
    ]);
  });

  it('take a decimal comma where semicolons delimit', () => {
    expect(read('from;to;length;sigma;unit', 'A;B;1,5;0,01;m')).toEqual([
      { from: 'A', to: 'B', length: 1.5, sigma: 0.01 },
    ]);
  });

  it('need a header that names the unit', () => {
    expect(() => read('A,B,12.5,0.002')).toThrow(expect.objectContaining({ code: 'control.bars-header' }));
    expect(() => read('from,to,length,sigma', 'A,B,1,1')).toThrow(
      expect.objectContaining({ code: 'control.bars-header', params: { file: 'bars.csv', missing: 'unit' } }),
    );
  });

  it.each([
    ['A,B,-1,0.01,m', 'length', '-1'],
    ['A,B,1,x,m', 'sigma', 'x'],
    ['A,B,1,0.01,ell', 'unit', 'ell'],
    ['A,A,1,0.01,m', 'to', 'A'],
    [',B,1,0.01,m', 'from', ''],
  ])('refuse %s by row and column', (row, column, value) => {
    expect(() => read('from,to,length,sigma,unit', 'A,B,1,1,m', row)).toThrow(
      expect.objectContaining({
        code: 'control.bad-bar',
        params: { file: 'bars.csv', row: 3, column, value },
      }),
    );
  });
});
