import { AppError } from '../errors/app-error.ts';
import { compareDeclarations, withUnitOffset } from './conflicts.ts';
import { describeGeoKeys, readGeoKeys, unpackGeoKeys } from './geokeys/geokeys-read.ts';
import { type Identified, identifyCrs } from './identify.ts';
import { toProj4 } from './proj/proj-write.ts';
import { type CrsTable, loadCrsTable } from './table.ts';
import { compoundCode, readCrsText } from './text-read.ts';
import type {
  CrsConflict,
  CrsDeclaration,
  CrsDefinition,
  CrsKind,
  CrsReport,
  CrsSource,
  DeclarationReport,
  ReadCrsOptions,
  VerticalCrs,
} from './types.ts';
import { unitHints } from './unit-hints.ts';
import { canWriteWkt, writeWkt } from './wkt/wkt-write.ts';

/** A declaration read: what it says, or why it says nothing. */
export interface ReadDeclaration {
  readonly report: DeclarationReport;
  readonly definition: CrsDefinition | null;
  readonly conflicts: readonly CrsConflict[];
}

function kindOf(definition: CrsDefinition | null): CrsKind {
  if (definition?.horizontal) return definition.horizontal.kind;
  return definition?.vertical ? 'vertical' : 'unknown';
}

function interpret(table: CrsTable, declaration: CrsDeclaration): Identified {
  if (declaration.source !== 'geokeys') return readCrsText(table, declaration.payload);
  const read = readGeoKeys(table, unpackGeoKeys(declaration.payload));
  const identified = identifyCrs(table, read.definition);
  return { ...identified, conflicts: [...read.conflicts, ...identified.conflicts] };
}

function textOf(declaration: CrsDeclaration): string {
  if (declaration.source !== 'geokeys') return declaration.payload.replace(/\0[\s\S]*$/, '').trim();
  try {
    return describeGeoKeys(unpackGeoKeys(declaration.payload));
  } catch (error) {
    if (error instanceof AppError) return '';
    throw error;
  }
}

function readOne(table: CrsTable, declaration: CrsDeclaration): ReadDeclaration {
  let found: Identified | null = null;
  let error: DeclarationReport['error'] = null;
  try {
    found = interpret(table, declaration);
  } catch (caught) {
    if (!(caught instanceof AppError)) throw caught;
    error = caught.toRecord();
  }
  const definition = found?.definition ?? null;
  const report: DeclarationReport = {
    source: declaration.source,
    text: textOf(declaration),
    kind: kindOf(definition),
    name: definition?.name ?? null,
    epsg: definition?.horizontal?.epsg ?? null,
    verticalEpsg: definition?.vertical?.epsg ?? null,
    horizontalUnit: definition?.horizontal?.unit ?? null,
    verticalUnit: definition?.vertical?.unit ?? null,
    verticalDatum: definition?.vertical?.datum ?? null,
    error,
  };
  return { report, definition, conflicts: found?.conflicts ?? [] };
}

const isWkt = (source: CrsSource): boolean => source.startsWith('wkt-');

/** Smaller is trusted more. */
function rank(source: CrsSource, wktBit: boolean): number {
  if (source === 'user') return 0;
  if (source === 'geokeys') return wktBit ? 2 : 1;
  if (isWkt(source)) return wktBit ? 1 : 2;
  return source === 'prj' ? 3 : 4;
}

function chooseHorizontal(read: readonly ReadDeclaration[], wktBit: boolean): ReadDeclaration | null {
  const ranked = read
    .filter((item) => item.definition?.horizontal)
    .sort((a, b) => rank(a.report.source, wktBit) - rank(b.report.source, wktBit));
  const first = ranked[0];
  if (!first) return null;
  if (first.report.source === 'user' || first.report.kind !== 'geographic') return first;
  return ranked.find((item) => item.report.kind === 'projected') ?? first;
}

function chooseVertical(
  read: readonly ReadDeclaration[],
  winner: ReadDeclaration | null,
  wktBit: boolean,
): { vertical: VerticalCrs; source: CrsSource } | null {
  const ranked = read
    .filter((item) => item.definition?.vertical)
    .sort((a, b) => rank(a.report.source, wktBit) - rank(b.report.source, wktBit));
  const first = winner?.definition?.vertical ? winner : ranked[0];
  if (!first) return null;
  const vertical = first.definition!.vertical!;
  const others = ranked.map((item) => item.definition!.vertical!);
  const unit = vertical.unit ?? others.find((other) => other.unit)?.unit ?? null;
  const datum = vertical.datum ?? others.find((other) => other.datum)?.datum ?? null;
  return { vertical: { ...vertical, unit, datum }, source: first.report.source };
}

function reportWkt(winner: ReadDeclaration | null, definition: CrsDefinition): string | null {
  const declared = winner?.report.text ?? '';
  const isComplete = !definition.vertical || winner?.definition?.vertical;
  if (isComplete && winner && winner.report.source !== 'geokeys' && /^[A-Za-z_0-9]+\s*[[(]/.test(declared)) {
    return declared;
  }
  return canWriteWkt(definition) ? writeWkt(definition) : null;
}

function settle(
  table: CrsTable,
  read: readonly ReadDeclaration[],
  options: ReadCrsOptions,
): Omit<CrsReport, 'declarations' | 'conflicts'> {
  const wktBit = options.wktBit ?? false;
  const winner = chooseHorizontal(read, wktBit);
  const height = chooseVertical(read, winner, wktBit);
  const horizontal = winner?.definition?.horizontal ?? null;
  const vertical = height?.vertical ?? null;
  const own = winner?.definition?.compoundEpsg ?? null;
  const pair =
    horizontal && vertical && horizontal.epsg !== null && vertical.epsg !== null
      ? compoundCode(table, horizontal.epsg, vertical.epsg)
      : null;
  const name = [horizontal?.name, vertical?.name].filter(Boolean).join(' + ') || null;
  const definition: CrsDefinition | null =
    horizontal || vertical ? { name, horizontal, vertical, compoundEpsg: own ?? pair } : null;
  return {
    kind: kindOf(definition),
    name,
    epsg: horizontal?.epsg ?? null,
    verticalEpsg: vertical?.epsg ?? null,
    compoundEpsg: definition?.compoundEpsg ?? null,
    wkt: definition ? reportWkt(winner, definition) : null,
    proj4: horizontal ? toProj4(horizontal) : null,
    horizontalUnit: horizontal?.unit ?? null,
    verticalUnit: vertical?.unit ?? null,
    verticalDatum: vertical?.datum ?? null,
    source: winner?.report.source ?? null,
    verticalSource: height?.source ?? null,
    definition,
  };
}

/** How many declarations name each EPSG code. */
function countCodes(read: readonly ReadDeclaration[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { epsg } of read.map(({ report }) => report)) {
    if (epsg !== null) counts.set(epsg, (counts.get(epsg) ?? 0) + 1);
  }
  return counts;
}

/** What a declaration leaves open, without what another one settles that names the same system. */
function openQuestions(
  table: CrsTable,
  item: ReadDeclaration,
  isConfirmed: boolean,
  place: readonly number[] | undefined,
): readonly CrsConflict[] {
  const unit = item.conflicts.find(({ code }) => code === 'crs.unit-assumed');
  const hints = unit ? unitHints(table, item.definition, place, String(unit.params['a'])) : [];
  if (!isConfirmed) return [...item.conflicts, ...hints];
  return item.conflicts.filter(({ code }) => code !== 'crs.false-origin-unit');
}

/** As `readCrs`, on a table already loaded. */
export function readCrsWith(
  table: CrsTable,
  declarations: readonly CrsDeclaration[],
  options: ReadCrsOptions = {},
): CrsReport {
  const read = declarations.map((declaration) => readOne(table, declaration));
  const settled = settle(table, read, options);
  const named = countCodes(read);
  const isConfirmed = ({ report: { epsg } }: ReadDeclaration) => epsg !== null && (named.get(epsg) ?? 0) > 1;
  const inside = read.flatMap((item) =>
    openQuestions(table, item, isConfirmed(item), options.place).map((conflict) => ({
      ...conflict,
      params: {
        ...conflict.params,
        ...Object.fromEntries(
          ['a', 'b']
            .filter((side) => side in conflict.params)
            .map((side) => [side, `${item.report.source} ${conflict.params[side]}`]),
        ),
      },
    })),
  );
  const between = compareDeclarations(read, settled.source);
  const conflicts = [...inside, ...between].map((conflict) => withUnitOffset(conflict, options.place));
  return { ...settled, declarations: read.map((item) => item.report), conflicts };
}

/**
 * The one reader of coordinate systems. Takes every declaration found in or beside a file and returns the valid
 * system, its units and source, and contradictions between declarations.
 *
 * The user's word comes first. Then WKT where `wktBit` is set, else GeoKeys, each only if usable; then `.prj`, then
 * other text. A projected system wins over a geographic one. Heights come from the winner, else from the best other
 * declaration that has any. Unstated values are null. Unusable declarations are listed with their error and never
 * throw.
 */
export async function readCrs(
  declarations: readonly CrsDeclaration[],
  options: ReadCrsOptions = {},
): Promise<CrsReport> {
  return readCrsWith(await loadCrsTable(), declarations, options);
}
