/** A page with one image. */
export interface ImagePage {
  /** A baseline JPEG, RGB. Borrowed. */
  readonly jpeg: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly title: string;
  readonly made: Date;
}

const pointsPerMm = 72 / 25.4;

/** A text of a PDF: UTF-16 with its mark, as hexadecimal (ISO 32000-1:2008, 7.9.2). */
function hexText(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) =>
    text.charCodeAt(i).toString(16).padStart(4, '0'),
  );
  return `<FEFF${units.join('').toUpperCase()}>`;
}

function pdfDate(date: Date): string {
  return `(D:${date
    .toISOString()
    .replace(/[-:T]|\.\d+Z/g, '')
    .slice(0, 14)}Z)`;
}

const fixed = (value: number): string => String(Math.round(value * 1000) / 1000);

/**
 * Writes a PDF 1.4 of one page that an image fills exactly (ISO 32000-1:2008, 7.5), so that a drawing keeps its scale
 * when it is printed at its size.
 */
export function writeImagePdf(page: ImagePage): Uint8Array<ArrayBuffer> {
  const [width, height] = [fixed(page.widthMm * pointsPerMm), fixed(page.heightMm * pointsPerMm)];
  const content = `q ${width} 0 0 ${height} 0 0 cm /Picture Do Q`;
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const object = (...body: (string | Uint8Array)[]) => {
    offsets.push(length);
    write(`${offsets.length} 0 obj\n`);
    for (const part of body) write(part);
    write('\nendobj\n');
  };
  write('%PDF-1.4\n%\u00e9\u00e9\n');
  object('<< /Type /Catalog /Pages 2 0 R >>');
  object('<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  object(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] `,
    '/Resources << /XObject << /Picture 5 0 R >> >> /Contents 4 0 R >>',
  );
  object(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  object(
    `<< /Type /XObject /Subtype /Image /Width ${page.widthPx} /Height ${page.heightPx} /ColorSpace /DeviceRGB `,
    `/BitsPerComponent 8 /Filter /DCTDecode /Length ${page.jpeg.length} >>\nstream\n`,
    page.jpeg,
    '\nendstream',
  );
  object(`<< /Title ${hexText(page.title)} /Producer (Plumbline) /CreationDate ${pdfDate(page.made)} >>`);
  const tableAt = length;
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) write(`${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${tableAt}\n%%EOF\n`);
  const file = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}
