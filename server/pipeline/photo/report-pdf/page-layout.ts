import PDFDocument from 'pdfkit';

type Pdf = InstanceType<typeof PDFDocument>;

/** A rectangle of a page, points from its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Column {
  readonly title: string;
  /** Share of the table's width. */
  readonly share: number;
  readonly align?: 'left' | 'right';
}

/** A document that is filled from top to bottom and breaks pages automatically. */
export interface PageLayout {
  readonly pdf: Pdf;
  /** Placed above the next block, on its page; omitted where none follows. */
  heading(text: string): void;
  paragraph(text: string): void;
  /** Texts of one line or more behind bullets. */
  list(texts: readonly string[]): void;
  facts(facts: readonly (readonly [label: string, value: string])[]): void;
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void;
  /** Space for a drawing of this height over the whole width; the callback receives its box. */
  figure(height: number, caption: string, draw: (pdf: Pdf, box: Box) => void): void;
  /** Resolves with the whole document. */
  finish(): Promise<Uint8Array>;
}

export const palette = {
  text: '#1a1f26',
  soft: '#5d6875',
  line: '#c9d0d8',
  accent: '#0b6bcb',
  bad: '#b3261e',
};

const margin = 48;
const size = { title: 20, heading: 13, text: 9, small: 7.5 };
const rowHeight = 14;
/** A heading with the room around it. */
const headingHeight = 40;
/** Tables of up to this many rows are not split. */
const wholeRows = 12;
/** Indent of text after a bullet. */
const indent = 10;

/** Characters that the standard fonts hold (Windows-1252); others would come out as wrong letters. */
const holds =
  /[^\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]/g;
const spellings: Readonly<Record<string, string>> = {
  '−': '-',
  '×': '×',
  '→': '>',
  '≤': '<=',
  '≥': '>=',
  σ: 's',
};

/**
 * Text as the standard fonts can show it: a character without a glyph becomes a question mark, never another letter.
 */
export function printable(text: string): string {
  return text.replace(holds, (letter) => spellings[letter] ?? '?');
}

/** Begins a document. `date` makes its identity: the same content and date give the same bytes. */
export function createPageLayout(title: string, subtitle: string, date: Date): PageLayout {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    info: { Title: printable(title), Producer: 'Plumbline', Creator: 'Plumbline', CreationDate: date },
  });
  const pieces: Buffer[] = [];
  const ended = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on('data', (piece: Buffer) => pieces.push(piece));
    pdf.on('end', () => resolve(Buffer.concat(pieces)));
    pdf.on('error', reject);
  });
  const width = pdf.page.width - 2 * margin;
  const bottom = pdf.page.height - margin - 12;
  let waiting: string | null = null;
  /** Space for a block that is not split; a pending heading is placed above it. */
  const need = (height: number) => {
    const head = waiting === null ? 0 : headingHeight;
    if (pdf.y + head + height > bottom) pdf.addPage();
    if (waiting === null) return;
    const text = waiting;
    waiting = null;
    pdf.moveDown(1);
    write(text, 'Helvetica-Bold', size.heading, palette.text);
    pdf.moveDown(0.4);
  };
  const heightOf = (text: string, across: number) =>
    pdf.font('Helvetica').fontSize(size.text).heightOfString(printable(text), { width: across });
  const write = (text: string, font: string, points: number, colour: string) =>
    pdf.font(font).fontSize(points).fillColor(colour).text(printable(text), margin, pdf.y, { width });

  write(title, 'Helvetica-Bold', size.title, palette.text);
  write(subtitle, 'Helvetica', size.text, palette.soft);
  pdf.moveDown(1);

  const cells = (columns: readonly Column[], texts: readonly string[], font: string, colour: string) => {
    const y = pdf.y;
    let x = margin;
    for (const [index, column] of columns.entries()) {
      const cell = column.share * width;
      const options = {
        width: cell - 6,
        align: column.align ?? 'left',
        lineBreak: false,
        ellipsis: true,
      } as const;
      pdf
        .font(font)
        .fontSize(size.text)
        .fillColor(colour)
        .text(printable(texts[index] ?? ''), x + 3, y + 3, { ...options, height: rowHeight - 3 });
      x += cell;
    }
    pdf.y = y + rowHeight;
    pdf
      .moveTo(margin, pdf.y)
      .lineTo(margin + width, pdf.y)
      .lineWidth(0.5)
      .strokeColor(palette.line)
      .stroke();
  };

  return {
    pdf,
    heading(text) {
      waiting = text;
    },
    paragraph(text) {
      need(heightOf(text, width) + 4);
      write(text, 'Helvetica', size.text, palette.text);
      pdf.moveDown(0.4);
    },
    list(texts) {
      const inner = { width: width - indent };
      for (const text of texts) {
        const height = heightOf(text, inner.width);
        need(height + 4);
        const y = pdf.y;
        pdf.font('Helvetica').fontSize(size.text).fillColor(palette.text);
        pdf.text('•', margin, y, { lineBreak: false });
        pdf.text(printable(text), margin + indent, y, inner);
        pdf.y = y + height + 4;
      }
      pdf.x = margin;
    },
    facts(facts) {
      for (const [label, value] of facts) {
        const [left, right] = [width * 0.32, width * 0.66];
        const height = Math.max(heightOf(label, left), heightOf(value, right));
        need(height + 4);
        const y = pdf.y;
        pdf.font('Helvetica').fontSize(size.text);
        pdf.fillColor(palette.soft).text(printable(label), margin, y, { width: left });
        pdf.fillColor(palette.text).text(printable(value), margin + width * 0.34, y, { width: right });
        pdf.y = y + height + 4;
      }
      pdf.x = margin;
    },
    table(columns, rows) {
      const titles = columns.map((column) => column.title);
      need((1 + (rows.length <= wholeRows ? rows.length : 2)) * rowHeight);
      cells(columns, titles, 'Helvetica-Bold', palette.text);
      for (const [index, row] of rows.entries()) {
        // The last row is never alone on a page.
        const together = index > 0 && index === rows.length - 2 ? 2 : 1;
        if (pdf.y + together * rowHeight > bottom) {
          pdf.addPage();
          cells(columns, titles, 'Helvetica-Bold', palette.text);
        }
        cells(columns, row, 'Helvetica', palette.text);
      }
      pdf.x = margin;
      pdf.moveDown(0.8);
    },
    figure(height, caption, draw) {
      need(height + 24);
      const box = { x: margin, y: pdf.y, width, height };
      pdf.save();
      draw(pdf, box);
      pdf.restore();
      pdf.y = box.y + height + 4;
      write(caption, 'Helvetica', size.small, palette.soft);
      pdf.moveDown(0.8);
    },
    finish() {
      const { start, count } = pdf.bufferedPageRange();
      for (let page = start; page < start + count; page++) {
        pdf.switchToPage(page);
        pdf.page.margins.bottom = 0;
        pdf.font('Helvetica').fontSize(size.small).fillColor(palette.soft);
        const y = pdf.page.height - margin + 8;
        pdf.text(printable(title), margin, y, { width: width - 80, lineBreak: false, ellipsis: true });
        pdf.text(`${page + 1} / ${count}`, margin + width - 80, y, { width: 80, align: 'right' });
      }
      pdf.end();
      return ended;
    },
  };
}
