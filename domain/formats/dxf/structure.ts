import type { LineType } from '#domain/formats/exchange-model.ts';
import type { LinearUnit } from '#domain/units/units.ts';
import { INTERNATIONAL_FOOT, METRE, US_SURVEY_FOOT } from '#domain/units/units.ts';
import { lineTypeNames } from './line-types.ts';
import { applicationName } from './own-data.ts';
import type { SymbolBlock } from './symbol-entities.ts';
import { formatTags, type Handles, pointTags, real, type Tag } from './tags.ts';

/** A layer as the file names it, with its palette colour. */
export interface DxfLayer {
  readonly name: string;
  readonly colour: number;
  readonly lineType: LineType;
  /** Group 370. */
  readonly lineWeight: number;
  readonly isVisible: boolean;
  readonly isLocked: boolean;
}

/** What the structure of a file needs to know. */
export interface DxfFrame {
  readonly layers: readonly DxfLayer[];
  readonly unit: LinearUnit | null;
  readonly min: readonly number[];
  readonly max: readonly number[];
}

/** Handles of the fixed parts that entities and other parts refer to. */
export interface DxfAnchors {
  readonly modelSpace: string;
  readonly paperSpace: string;
  readonly modelLayout: string;
  readonly paperLayout: string;
  readonly layouts: string;
  readonly root: string;
  readonly plotStyle: string;
  readonly textStyle: string;
}

export function takeAnchors(handles: Handles): DxfAnchors {
  return {
    modelSpace: handles.take(),
    paperSpace: handles.take(),
    modelLayout: handles.take(),
    paperLayout: handles.take(),
    layouts: handles.take(),
    root: handles.take(),
    plotStyle: handles.take(),
    textStyle: handles.take(),
  };
}

/** `$INSUNITS`: 6 metres, 2 feet, 21 US survey feet; other lengths of a survey where the format has them. */
export function insertUnits(unit: LinearUnit | null): number {
  if (!unit) return 0;
  const known: readonly (readonly [metres: number, code: number])[] = [
    [METRE.metres, 6],
    [INTERNATIONAL_FOOT.metres, 2],
    [US_SURVEY_FOOT.metres, 21],
    [0.9144, 10],
    [1000, 7],
    [1609.344, 3],
  ];
  return known.find(([metres]) => Math.abs(metres - unit.metres) < 1e-12 * metres)?.[1] ?? 0;
}

/** Section HEADER. `seed` is a handle beyond every one used. */
export function headerSection({ unit, min, max }: DxfFrame, seed: string): string {
  const metric = unit === null || unit.id === 'meters';
  const variable = (name: string, ...tags: Tag[]): Tag[] => [[9, name], ...tags];
  return formatTags([
    ...section('HEADER'),
    ...variable('$ACADVER', [1, 'AC1015']),
    ...variable('$DWGCODEPAGE', [3, 'ANSI_1252']),
    ...variable('$INSBASE', ...pointTags(10, 0, 0, 0)),
    ...variable('$EXTMIN', ...pointTags(10, min[0]!, min[1]!, min[2]!)),
    ...variable('$EXTMAX', ...pointTags(10, max[0]!, max[1]!, max[2]!)),
    ...variable('$LIMMIN', [10, real(min[0]!)], [20, real(min[1]!)]),
    ...variable('$LIMMAX', [10, real(max[0]!)], [20, real(max[1]!)]),
    ...variable('$LTSCALE', [40, '1.0']),
    ...variable('$TEXTSTYLE', [7, 'Standard']),
    ...variable('$CLAYER', [8, '0']),
    ...variable('$LUNITS', [70, 2]),
    ...variable('$LUPREC', [70, 4]),
    ...variable('$PDMODE', [70, 3]),
    ...variable('$PDSIZE', [40, '0.0']),
    ...variable('$MEASUREMENT', [70, metric ? 1 : 0]),
    ...variable('$INSUNITS', [70, insertUnits(unit)]),
    ...variable('$HANDSEED', [5, seed]),
    ...endSection,
    ...section('CLASSES'),
    ...endSection,
  ]);
}

export function section(name: string): Tag[] {
  return [
    [0, 'SECTION'],
    [2, name],
  ];
}

export const endSection: readonly Tag[] = [[0, 'ENDSEC']];

type Record = (handle: string, owner: string) => Tag[];

function symbolTable(handles: Handles, name: string, records: readonly Record[], extra: readonly Tag[] = []) {
  const owner = handles.take();
  return [
    [0, 'TABLE'],
    [2, name],
    [5, owner],
    [330, 0],
    [100, 'AcDbSymbolTable'],
    [70, records.length],
    ...extra,
    ...records.flatMap((record) => record(handles.take(), owner)),
    [0, 'ENDTAB'],
  ] as Tag[];
}

function record(kind: string, subclass: string, name: string, rest: readonly Tag[], handleCode = 5): Record {
  return (handle, owner) => [
    [0, kind],
    [handleCode, handle],
    [330, owner],
    [100, 'AcDbSymbolTableRecord'],
    [100, subclass],
    [2, name],
    ...rest,
  ];
}

/** A record whose handle was taken beforehand. */
function anchored(handle: string, make: Record): Record {
  return (_, owner) => make(handle, owner);
}

const flag: Tag = [70, 0];

function viewport({ min, max }: DxfFrame): Record {
  const height = Math.max(max[1]! - min[1]!, (max[0]! - min[0]!) / 1.5, 1) * 1.05;
  const flat = (code: number, x: number, y: number): Tag[] => [
    [code, real(x)],
    [code + 10, real(y)],
  ];
  const zeros = [71, 75, 76, 77, 78].map((code): Tag => [code, 0]);
  return record('VPORT', 'AcDbViewportTableRecord', '*Active', [
    flag,
    ...flat(10, 0, 0),
    ...flat(11, 1, 1),
    ...flat(12, (min[0]! + max[0]!) / 2, (min[1]! + max[1]!) / 2),
    ...flat(13, 0, 0),
    ...flat(14, 10, 10),
    ...flat(15, 10, 10),
    ...pointTags(16, 0, 0, 1),
    ...pointTags(17, 0, 0, 0),
    [40, real(height)],
    [41, '1.5'],
    [42, '50.0'],
    [43, '0.0'],
    [44, '0.0'],
    [50, '0.0'],
    [51, '0.0'],
    zeros[0]!,
    [72, 100],
    [73, 1],
    [74, 3],
    ...zeros.slice(1),
  ]);
}

/** `pattern`: lengths drawn (above 0, 0 for a dot) and left out (below 0), drawing units. */
function lineType(name: string, text: string, pattern: readonly number[] = []): Record {
  const length = pattern.reduce((sum, piece) => sum + Math.abs(piece), 0);
  return record('LTYPE', 'AcDbLinetypeTableRecord', name, [
    flag,
    [3, text],
    [72, 65],
    [73, pattern.length],
    [40, real(length)],
    ...pattern.flatMap((piece): Tag[] => [
      [49, real(piece)],
      [74, 0],
    ]),
  ]);
}

/** Section TABLES, every table that a reader of drawings of 2000 expects. */
export function tablesSection(
  frame: DxfFrame,
  anchors: DxfAnchors,
  handles: Handles,
  symbols: readonly SymbolBlock[],
): string {
  const layer = ({ name, colour, lineType: type, lineWeight, isVisible, isLocked }: DxfLayer) =>
    record('LAYER', 'AcDbLayerTableRecord', name, [
      [70, isLocked ? 4 : 0],
      [62, isVisible ? colour : -colour],
      [6, lineTypeNames[type]],
      [370, lineWeight],
      [390, anchors.plotStyle],
    ]);
  const style = record('STYLE', 'AcDbTextStyleTableRecord', 'Standard', [
    flag,
    [40, '0.0'],
    [41, '1.0'],
    [50, '0.0'],
    [71, 0],
    [42, '2.5'],
    [3, 'txt'],
    [4, ''],
  ]);
  const application = (name: string) => record('APPID', 'AcDbRegAppTableRecord', name, [flag]);
  const dimension = record(
    'DIMSTYLE',
    'AcDbDimStyleTableRecord',
    'Standard',
    [flag, [340, anchors.textStyle]],
    105,
  );
  const block = (handle: string, name: string, layout: string) =>
    anchored(handle, record('BLOCK_RECORD', 'AcDbBlockTableRecord', name, [[340, layout]]));
  return formatTags([
    ...section('TABLES'),
    ...symbolTable(handles, 'VPORT', [viewport(frame)]),
    ...symbolTable(handles, 'LTYPE', [
      lineType('ByBlock', ''),
      lineType('ByLayer', ''),
      lineType('Continuous', 'Solid line'),
      lineType(lineTypeNames.dashed, 'Dashed __ __ __ __', [0.5, -0.25]),
      lineType(lineTypeNames.dotted, 'Dot . . . . . . . .', [0, -0.25]),
      lineType(lineTypeNames['dash-dot'], 'Dash dot __ . __ . __', [0.5, -0.25, 0, -0.25]),
    ]),
    ...symbolTable(handles, 'LAYER', frame.layers.map(layer)),
    ...symbolTable(handles, 'STYLE', [anchored(anchors.textStyle, style)]),
    ...symbolTable(handles, 'VIEW', []),
    ...symbolTable(handles, 'UCS', []),
    ...symbolTable(handles, 'APPID', [application('ACAD'), application(applicationName)]),
    ...symbolTable(handles, 'DIMSTYLE', [dimension], [[100, 'AcDbDimStyleTable']]),
    ...symbolTable(handles, 'BLOCK_RECORD', [
      block(anchors.modelSpace, '*Model_Space', anchors.modelLayout),
      block(anchors.paperSpace, '*Paper_Space', anchors.paperLayout),
      ...symbols.map((symbol) => block(symbol.record, symbol.name, '0')),
    ]),
    ...endSection,
  ]);
}

/** Section BLOCKS: the two blocks that every drawing has, empty, and those of symbols. */
export function blocksSection(
  anchors: DxfAnchors,
  handles: Handles,
  symbols: readonly SymbolBlock[],
  contents: (symbol: SymbolBlock) => readonly Tag[],
): string {
  const entity = (owner: string, paper: boolean): Tag[] => [
    [5, handles.take()],
    [330, owner],
    [100, 'AcDbEntity'],
    ...(paper ? ([[67, 1]] as Tag[]) : []),
    [8, '0'],
  ];
  const block = (name: string, owner: string, paper: boolean, content: readonly Tag[] = []): Tag[] => [
    [0, 'BLOCK'],
    ...entity(owner, paper),
    [100, 'AcDbBlockBegin'],
    [2, name],
    flag,
    ...pointTags(10, 0, 0, 0),
    [3, name],
    [1, ''],
    ...content,
    [0, 'ENDBLK'],
    ...entity(owner, paper),
    [100, 'AcDbBlockEnd'],
  ];
  return formatTags([
    ...section('BLOCKS'),
    ...block('*Model_Space', anchors.modelSpace, false),
    ...block('*Paper_Space', anchors.paperSpace, true),
    ...symbols.flatMap((symbol) => block(symbol.name, symbol.record, false, contents(symbol))),
    ...endSection,
  ]);
}
