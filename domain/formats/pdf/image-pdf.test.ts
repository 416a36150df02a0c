import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { writeImagePdf } from './image-pdf.ts';

async function createPdf(): Promise<{ text: string; jpeg: Buffer }> {
  const background = { r: 200, g: 40, b: 10 };
  const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const bytes = writeImagePdf({
    jpeg,
    widthPx: 60,
    heightPx: 40,
    widthMm: 297,
    heightMm: 210,
    title: 'Site é 測',
    made: new Date('2026-03-04T05:06:07Z'),
  });
  return { text: Buffer.from(bytes).toString('latin1'), jpeg };
}

describe('writeImagePdf', () => {
  it('lists every object where it is', async () => {
    const { text } = await createPdf();
    const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    const rows = text.slice(table).match(/\d{10} 00000 n /g) ?? [];
    expect(rows).toHaveLength(6);
    rows.forEach((row, index) => {
      expect(text.slice(Number(row.slice(0, 10)))).toMatch(new RegExp(`^${index + 1} 0 obj`));
    });
  });

  it('is a page of the size asked for, holding the picture untouched', async () => {
    const { text, jpeg } = await createPdf();
    expect(text).toContain('/MediaBox [0 0 841.89 595.276]');
    expect(text).toContain(jpeg.toString('latin1'));
    expect(text).toContain(`/Length ${jpeg.length} >>`);
  });

  it('carries title and date', async () => {
    const { text } = await createPdf();
    expect(text).toContain('<FEFF005300690074006500200 0E900206E2C>'.replace(' ', ''));
    expect(text).toContain('(D:20260304050607Z)');
  });
});
