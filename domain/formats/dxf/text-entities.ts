import type { ExchangeText, TextAnchor } from '../exchange-model.ts';
import { commonTags, type EntityContext } from './entity-tags.ts';
import { drawingText, formatTags, labelText, pointTags, real, type Tag } from './tags.ts';

const middle: TextAnchor = { horizontal: 'centre', vertical: 'middle' };
const horizontals = ['left', 'centre', 'right'] as const;
const verticals = ['baseline', 'bottom', 'middle', 'top'] as const;
/** Longest piece of a text of several lines. */
const pieceLength = 250;

/** A text: TEXT, or MTEXT where it has several lines. */
export function textEntity(context: EntityContext, text: ExchangeText): string {
  return text.text.includes('\n') ? paragraphs(context, text) : oneLine(context, text);
}

function oneLine(context: EntityContext, text: ExchangeText): string {
  const { x, y, height, angle, layer, style, anchor = middle } = text;
  const place = (code: number) => pointTags(code, x, y, Number.isNaN(text.z) ? 0 : text.z);
  return formatTags([
    ...commonTags(context, 'TEXT', layer, style),
    [100, 'AcDbText'],
    ...place(10),
    [40, real(height)],
    [1, labelText(text.text)],
    [50, real(angle)],
    [7, 'Standard'],
    [72, horizontals.indexOf(anchor.horizontal)],
    ...place(11),
    [100, 'AcDbText'],
    [73, verticals.indexOf(anchor.vertical)],
  ]);
}

function paragraphs(context: EntityContext, text: ExchangeText): string {
  const { x, y, height, angle, layer, style, anchor = middle } = text;
  const row = anchor.vertical === 'top' ? 0 : anchor.vertical === 'middle' ? 1 : 2;
  const pieces = piecesOf(
    text.text
      .split('\n')
      .map((line) => drawingText(line.replace(/[\\{}]/g, '\\$&'), Infinity))
      .join('\\P'),
  );
  return formatTags([
    ...commonTags(context, 'MTEXT', layer, style),
    [100, 'AcDbMText'],
    ...pointTags(10, x, y, Number.isNaN(text.z) ? 0 : text.z),
    [40, real(height)],
    [41, '0.0'],
    [71, 1 + 3 * row + horizontals.indexOf(anchor.horizontal)],
    [72, 1],
    ...pieces.map((piece, i): Tag => [i + 1 < pieces.length ? 3 : 1, piece]),
    [7, 'Standard'],
    [50, real(angle)],
  ]);
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieceLength) pieces.push(text.slice(at, at + pieceLength));
  return pieces.length > 0 ? pieces : [''];
}
