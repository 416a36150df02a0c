import type { ProjectFacts } from '#core/state/project-facts.ts';
import { differsFromGrid } from '#domain/crs/ground/ground-scale.ts';
import type { Text } from '#i18n/use-text.ts';
import type { Box } from './paint-snapshot.ts';

/** One field of a title block. */
export interface TitleField {
  /** Share of the block's width. */
  readonly share: number;
  readonly label: string;
  readonly text: string;
  /** Height of the text, mm. */
  readonly size: number;
  /** A smaller line under the text. */
  readonly note?: string;
}

/** Content of a title block. */
export interface TitleFacts {
  readonly title: string;
  /** The N of 1:N on the ground. */
  readonly scale: number;
  /** Combined scale factor at the middle of the sheet. */
  readonly combined: number;
}

/** Significant digits of a scale in the map's plane. */
const scaleDigits = 6;

/**
 * Title, system, scale and date. The scale is that of the ground; where lengths of the map's plane differ noticeably,
 * that scale is added.
 */
export function titleFields(
  { crsName, epsg, system: definition }: Pick<ProjectFacts, 'crsName' | 'epsg' | 'system'>,
  { t, format }: Pick<Text, 't' | 'format'>,
  { title, scale, combined }: TitleFacts,
): TitleField[] {
  const system = `${crsName ?? t('coordinateSystem.unknown')}${epsg === null ? '' : ` (EPSG:${epsg})`}`;
  const onGrid = Number((scale * combined).toPrecision(scaleDigits));
  const digits = Math.max(0, scaleDigits - 1 - Math.floor(Math.log10(onGrid)));
  const note = t('snapshot.gridScale', {
    scale: format.number(onGrid, Number.isInteger(onGrid) ? 0 : digits),
  });
  return [
    { share: 0.36, label: t('snapshot.sheetTitle'), text: title, size: 5.5 },
    { share: 0.31, label: t('coordinateSystem.title'), text: system, size: 3.6 },
    {
      share: 0.19,
      label: t(definition?.horizontal?.kind === 'projected' ? 'snapshot.groundScale' : 'canvas.scale'),
      text: `1:${format.number(scale)}`,
      size: 5.5,
      ...(differsFromGrid({ combined }) ? { note } : {}),
    },
    { share: 0.14, label: t('snapshot.date'), text: format.date(Date.now()), size: 3.6 },
  ];
}

const family = '"Inter Variable", system-ui, sans-serif';

/** A text in one line, or in two where it is too wide: broken where the wider line is narrowest. */
export function linesOf(text: string, widthOf: (part: string) => number, room: number): string[] {
  const words = text.split(' ');
  if (words.length === 1 || widthOf(text) <= room) return [text];
  const broken = words.slice(1).map((_, at) => {
    const lines = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')];
    return { lines, width: Math.max(widthOf(lines[0]!), widthOf(lines[1]!)) };
  });
  return broken.reduce((best, other) => (other.width < best.width ? other : best)).lines;
}

/** Paints a title block into a box; `mm` is pixels per millimetre. */
export function paintTitle(
  context: OffscreenCanvasRenderingContext2D,
  fields: readonly TitleField[],
  mm: number,
  box: Box,
): void {
  const write = (text: string, style: string, colour: string, x: number, y: number, width?: number) => {
    context.fillStyle = colour;
    context.font = `${style} ${family}`;
    context.fillText(text, x, y, width);
  };
  context.strokeStyle = '#14181f';
  context.lineWidth = 0.3 * mm;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  let x = box.x;
  for (const { share, label, text, size, note } of fields) {
    const width = box.width * share;
    const [left, room] = [x + 3 * mm, width - 6 * mm];
    context.strokeRect(x, box.y, width, box.height);
    write(label, `500 ${2.6 * mm}px`, '#5b6472', left, box.y + 6 * mm, room);
    context.font = `600 ${size * mm}px ${family}`;
    const lines = linesOf(text, (part) => context.measureText(part).width, room);
    lines.forEach((line, index) => {
      write(line, `600 ${size * mm}px`, '#14181f', left, box.y + (15 + 1.5 * size * index) * mm, room);
    });
    if (note !== undefined) write(note, `500 ${2.6 * mm}px`, '#5b6472', left, box.y + 21 * mm, room);
    x += width;
  }
}
