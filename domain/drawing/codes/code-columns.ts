import { plainHeading } from '../../formats/table-text/headings.ts';

/** Columns of a table of feature codes, in the order in which they are written, and their headings there. */
export const codeColumns = {
  code: 'Code',
  name: 'Name',
  types: 'Types',
  layer: 'Layer',
  colour: 'Colour',
  symbol: 'Symbol',
  lineType: 'Line type',
  attributes: 'Attributes',
  control: 'Control',
} as const;

export type CodeColumn = keyof typeof codeColumns;

/** Other headings of each column, after `plainHeading`. */
const others: Readonly<Record<CodeColumn, readonly string[]>> = {
  code: ['feature code', 'field code', 'point code', 'codes', 'kod', 'kode', 'codice', 'codigo'],
  name: ['full name', 'full text', 'description', 'desc', 'code name', 'meaning', 'beschreibung', 'libelle'],
  types: ['type', 'kinds', 'kind', 'supported types', 'feature types', 'feature type', 'geometry', 'entity'],
  layer: ['layer name', 'level', 'ebene', 'calque', 'capa'],
  colour: ['color', 'farbe', 'couleur'],
  symbol: ['symbol name', 'block', 'block name', 'signatur', 'symbole'],
  lineType: ['linetype', 'line style', 'linienart', 'style'],
  attributes: ['attribute', 'attribut', 'attributs'],
  control: ['control code', 'special', 'special code'],
};

const columnByHeading = new Map(
  (Object.keys(codeColumns) as CodeColumn[]).flatMap((column) =>
    [codeColumns[column].toLowerCase(), ...others[column]].map((word) => [word, column] as const),
  ),
);

/** The column that a heading names; null for others. */
export function codeColumnOf(heading: string): CodeColumn | null {
  return columnByHeading.get(plainHeading(heading)) ?? null;
}
