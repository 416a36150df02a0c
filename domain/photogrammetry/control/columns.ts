import { type CoordinateColumn, columnOfHeading } from '../../formats/table-text/headings.ts';

/** Content of a column in a control table. */
export type ControlColumn =
  | 'label'
  | 'type'
  | 'isCheckpoint'
  | 'x'
  | 'y'
  | 'z'
  | 'sigmaX'
  | 'sigmaY'
  | 'sigmaZ'
  | 'sigmaXy'
  | 'image'
  | 'px'
  | 'py'
  | 'sigmaPx'
  | 'crs';

const spread = '(?:sigma|std|stdev|stddev|sd|accuracy|acc|error|precision|s)';

/** Column names after `plainName`; the first match is used. */
const names: readonly (readonly [ControlColumn, RegExp])[] = [
  ['px', /^(?:px|pixel x|x pixel|x px|im x|img x|image x|photo x|u|col|column)$/],
  ['py', /^(?:py|pixel y|y pixel|y px|im y|img y|image y|photo y|v|row|line)$/],
  ['sigmaPx', new RegExp(`^(?:${spread} (?:px|pixel|image|mark))$`)],
  ['image', /^(?:image|photo|img|file|filename|file name|image name|photo name|imagename|picture)$/],
  ['sigmaXy', new RegExp(`^(?:${spread} (?:xy|h|hz|en|horizontal|plan)|(?:xy|horizontal) ${spread}|sxy)$`)],
  [
    'sigmaX',
    new RegExp(`^(?:${spread} (?:x|e|east|easting|lon|longitude)|(?:x|e|easting) ${spread}|sx|sigmax|stdx)$`),
  ],
  [
    'sigmaY',
    new RegExp(
      `^(?:${spread} (?:y|n|north|northing|lat|latitude)|(?:y|n|northing) ${spread}|sy|sigmay|stdy)$`,
    ),
  ],
  [
    'sigmaZ',
    new RegExp(
      `^(?:${spread} (?:z|u|up|v|vertical|height|elevation|alt|altitude)|(?:z|vertical) ${spread}|sz|sigmaz|stdz)$`,
    ),
  ],
  ['isCheckpoint', /^(?:checkpoint|is checkpoint|check|is check)$/],
  ['type', /^(?:type|role|kind|point type|gcp type|use|usage)$/],
  ['crs', /^(?:crs|epsg|srs|coordinate system)$/],
  [
    'label',
    /^(?:label|name|id|point|point name|pointname|point id|pointid|gcp|gcp name|gcp label|gcp id|marker|target|pt|no|nr|number)$/,
  ],
  ['x', /^(?:x|e|east|easting|lon|long|lng|longitude|geo x|x east|world x)$/],
  ['y', /^(?:y|n|north|northing|lat|latitude|geo y|y north|world y)$/],
  [
    'z',
    /^(?:z|h|height|elev|elevation|alt|altitude|geo z|up|ellipsoidal height|orthometric height|world z)$/,
  ],
];

/** `Easting (m)`, `#Label`, `sigma_x [m]`, `X/Longitude` to plain lower-case words. */
function plainName(cell: string): string {
  const text = cell.toLowerCase().replace(/^[#*\s]+/, '');
  const isPixel = /[([{]\s*(?:px|pix|pixels?)\s*[)\]}]/.test(text);
  const plain = text
    .replace(/[([{][^([{)\]}]*[)\]}]/g, ' ')
    .replace(/[_.\s-]+/g, ' ')
    .split('/', 1)[0]!
    .trim();
  return isPixel && /^[xyuv]$/.test(plain) ? `${plain} px` : plain;
}

/** A header's columns by content, and whether its coordinates are longitude and latitude. */
export interface ControlHeader {
  readonly columns: ReadonlyMap<ControlColumn, number>;
  readonly isGeographic: boolean;
  /** Names of unrecognised columns. */
  readonly unknown: readonly string[];
}

const ofCoordinates: Partial<Record<CoordinateColumn, ControlColumn>> = {
  label: 'label',
  easting: 'x',
  northing: 'y',
  elevation: 'z',
};

/**
 * The coordinate of a column heading from another language or program; undefined where it is not one or already
 * assigned.
 */
function foreignColumn(cell: string, taken: ReadonlyMap<ControlColumn, number>): ControlColumn | undefined {
  const coordinate = columnOfHeading(cell);
  const column = coordinate ? ofCoordinates[coordinate] : undefined;
  return column && !taken.has(column) ? column : undefined;
}

/** Reads a row as a header; null where it has no horizontal coordinates. */
export function readHeader(cells: readonly string[]): ControlHeader | null {
  const columns = new Map<ControlColumn, number>();
  const unknown: string[] = [];
  let angles = 0;
  cells.forEach((cell, at) => {
    const plain = plainName(cell);
    const found =
      names.find(([column, pattern]) => pattern.test(plain) && !columns.has(column))?.[0] ??
      foreignColumn(cell, columns);
    if (!found) {
      if (plain) unknown.push(cell.trim());
      return;
    }
    columns.set(found, at);
    if ((found === 'x' || found === 'y') && /^(?:lon|long|lng|longitude|lat|latitude)$/.test(plain)) angles++;
  });
  return columns.has('x') && columns.has('y') ? { columns, isGeographic: angles === 2, unknown } : null;
}
