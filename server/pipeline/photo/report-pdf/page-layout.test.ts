import { describe, expect, it } from 'vitest';
import { createPageLayout } from './page-layout.ts';

const create = () => createPageLayout('Site', 'Report', new Date(0));
const pageOf = ({ pdf }: ReturnType<typeof create>) => pdf.bufferedPageRange().count;

describe('the page layout of a report', () => {
  it('keeps a heading on the page of what it stands above', () => {
    const page = create();
    while (page.pdf.y < 500) page.paragraph('Text');
    page.heading('Pictures');
    let top = 0;
    page.figure(300, 'A picture', (_pdf, box) => {
      top = box.y;
    });
    expect(pageOf(page)).toBe(2);
    // The heading is between the upper margin and the image.
    expect(top).toBeGreaterThan(70);
  });

  it('gives a fact as many lines as its label or its value takes', () => {
    const page = create();
    const heightOf = (label: string, value: string) => {
      const { y } = page.pdf;
      page.facts([[label, value]]);
      return page.pdf.y - y;
    };
    const one = heightOf('Label', 'value');
    const long = 'Cells of the surface model, in those of the elevation model below it';
    expect(heightOf(long, '1')).toBeGreaterThan(1.5 * one);
    expect(heightOf('Label', `${long} ${long}`)).toBeGreaterThan(1.5 * one);
  });

  it('divides no small table, and leaves no last row alone', () => {
    const columns = [{ title: 'Point', share: 1 }];
    const rows = (count: number) => Array.from({ length: count }, (_, i) => [`P${i}`]);
    const small = create();
    while (small.pdf.y < 650) small.paragraph('Text');
    small.table(columns, rows(10));
    expect(pageOf(small)).toBe(2);
    // Ten rows and their titles are below the upper margin of the second page.
    expect(small.pdf.y).toBeGreaterThan(48 + 11 * 14);
    for (let count = 40; count < 50; count++) {
      const long = create();
      long.table(columns, rows(count));
      // Titles and two rows at least.
      if (pageOf(long) === 2) expect(long.pdf.y).toBeGreaterThan(48 + 3 * 14);
    }
  });

  it('lists long texts without one running into the next, over pages', () => {
    const page = create();
    const text = 'flight 2 is higher than flight 1 by its satellites '.repeat(5);
    const { y } = page.pdf;
    page.list([text]);
    expect(page.pdf.y - y).toBeGreaterThan(20);
    page.list(Array.from({ length: 80 }, () => text));
    expect(pageOf(page)).toBeGreaterThan(2);
  });
});
