import { basename, extname } from 'node:path';
import { readCrs } from '#domain/crs/read-crs.ts';
import { isSameSystem } from '#domain/crs/same-system.ts';
import type { CrsDeclaration, CrsDefinition } from '#domain/crs/types.ts';
import type { CodeTable } from '#domain/drawing/codes/code-table.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type {
  ExchangeFeature,
  ExchangeLayer,
  ExchangeSurface,
  ExchangeText,
} from '#domain/formats/exchange-model.ts';
import type { PointOrder } from '#domain/formats/point-text/layout.ts';
import { appendAll } from '#domain/math/extremes.ts';
import type { SymbolDefinition } from '#domain/symbols/symbol.ts';
import type { LinearUnit } from '#domain/units/units.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { readCrsOption } from '../crs-option.ts';
import type { DrawingInput, DrawnParts } from '../drawing/drawing-input.ts';
import { drawingReader } from '../drawing/drawing-readers.ts';
import { isLandXml, readLandXmlFeatures } from '../drawing/read-landxml-input.ts';
import { loadSurface } from '../surface/load-surface.ts';
import type { LoadedSurface, SurfaceChoice } from '../surface/loaded-surface.ts';

/** A surface to export, as read, and its name in the output. */
export interface GatheredSurface extends LoadedSurface {
  readonly label: string;
}

/** The contents of the inputs of an export, in one coordinate system. */
export interface GatheredInputs {
  readonly layers: readonly ExchangeLayer[];
  readonly features: readonly ExchangeFeature[];
  readonly surfaces: readonly GatheredSurface[];
  /** Texts, symbols and surfaces of drawings. */
  readonly drawn: DrawnParts;
  readonly unit: LinearUnit | null;
  readonly epsg: number | null;
  readonly crsName: string | null;
  /** The coordinate system of all; null where it is not known. */
  readonly definition: CrsDefinition | null;
  readonly warnings: readonly ErrorRecord[];
}

export interface GatherOptions {
  readonly choice: SurfaceChoice;
  readonly signal: AbortSignal;
  /** Known column orders of point files without headings. */
  readonly pointOrder?: PointOrder | undefined;
  /** Makes linework of the descriptions of point files. */
  readonly codes?: CodeTable | undefined;
  /** The scale of the sheet by which sizes on paper become those on the ground; 500 for 1:500. */
  readonly paperScale?: number | undefined;
  pool(): Promise<TaskPool>;
}

function nameOf(path: string): string {
  return basename(path, extname(path));
}

/** Refuses inputs in different units or systems; unknown ones are compatible with any. */
function agree<T>(
  first: T | null,
  second: T | null,
  isSame: (a: T, b: T) => boolean,
  file: string,
): T | null {
  if (first === null || second === null) return first ?? second;
  if (isSame(first, second)) return first;
  throw new AppError('export.mixed-inputs', { file });
}

/** Unit, code, name and definition of a system as far as they are known. */
interface KnownSystem {
  readonly unit: LinearUnit | null;
  readonly epsg: number | null;
  readonly crsName: string | null;
  readonly definition: CrsDefinition | null;
}

const unknownSystem: KnownSystem = { unit: null, epsg: null, crsName: null, definition: null };

async function statedCrs(option: string | undefined): Promise<KnownSystem> {
  const stated = await readCrsOption(option);
  return stated ? describeSystem(stated) : unknownSystem;
}

async function describeSystem(declaration: CrsDeclaration): Promise<KnownSystem> {
  const crs = await readCrs([declaration]);
  const unit = crs.horizontalUnit?.kind === 'linear' ? crs.horizontalUnit : null;
  return { unit, epsg: crs.epsg, crsName: crs.name, definition: crs.definition };
}

/** LandXML without a unit could be in metres or feet: the person has to say. @throws landxml.no-unit */
function requireUnit(file: string, { unit }: DrawingInput, { crs }: SurfaceChoice): void {
  if (!unit && crs === undefined) throw new AppError('landxml.no-unit', { file });
}

/** All surfaces of a file, or the one chosen; a file without anything else is asked for a surface, and says what it lacks. */
function wantedSurfaces(
  names: readonly string[],
  { features }: DrawingInput,
  { surfaceName }: SurfaceChoice,
): readonly (string | undefined)[] {
  if (surfaceName !== undefined) return [surfaceName];
  if (names.length === 0) return features.length > 0 ? [] : [undefined];
  return [...new Set(names)];
}

/**
 * Reads drawings (`.json`, `.geojson`, `.dxf`, `.shp`, `.zip` of shapefiles, `.kml`, `.kmz`, `.gpkg`), point
 * files (`.txt`, `.csv`, `.asc`, PNEZD or with titles), LandXML and surfaces (GeoTIFF, LAS ground). Errors: those of the readers,
 * `landxml.no-unit`, `export.mixed-inputs` where units or systems differ.
 */
export async function gatherInputs(
  paths: readonly string[],
  { choice, pool, signal, pointOrder, codes, paperScale }: GatherOptions,
): Promise<GatheredInputs> {
  const layers = new Map<string, ExchangeLayer>();
  const features: ExchangeFeature[] = [];
  const surfaces: GatheredSurface[] = [];
  const texts: ExchangeText[] = [];
  const drawnSurfaces: ExchangeSurface[] = [];
  const symbols: SymbolDefinition[] = [];
  const warnings: ErrorRecord[] = [];
  let { unit, epsg, crsName, definition } = await statedCrs(choice.crs);
  const takeDrawing = (path: string, drawing: DrawingInput) => {
    appendAll(warnings, drawing.faults ?? []);
    for (const layer of drawing.layers) if (!layers.has(layer.name)) layers.set(layer.name, layer);
    appendAll(features, drawing.features);
    appendAll(texts, drawing.texts ?? []);
    appendAll(drawnSurfaces, drawing.surfaces ?? []);
    appendAll(symbols, drawing.symbols ?? []);
    if (choice.crs !== undefined) return;
    unit = agree(unit, drawing.unit ?? null, (a, b) => a.metres === b.metres, path);
    definition = agree(definition, drawing.definition ?? null, isSameSystem, path);
    crsName ??= drawing.definition?.name ?? null;
    epsg = agree(epsg, drawing.epsg, Object.is, path);
  };
  const takeSurface = async (path: string, wanted: SurfaceChoice) => {
    const loaded = await loadSurface(path, wanted, pool, signal);
    surfaces.push({ ...loaded, label: loaded.name ?? nameOf(path) });
    appendAll(warnings, loaded.warnings);
    unit = agree(unit, loaded.unit, (a, b) => a.metres === b.metres, path);
    epsg = agree(epsg, loaded.epsg, Object.is, path);
    crsName ??= loaded.crsName;
    if (choice.crs === undefined) definition = agree(definition, loaded.system, isSameSystem, path);
  };
  for (const path of paths) {
    const readFeatures = drawingReader(path);
    if (isLandXml(path)) {
      const { surfaceNames, ...drawing } = await readLandXmlFeatures(path, signal);
      if (drawing.features.length > 0) {
        requireUnit(path, drawing, choice);
        takeDrawing(path, drawing);
      }
      for (const surfaceName of wantedSurfaces(surfaceNames, drawing, choice)) {
        await takeSurface(path, surfaceName === undefined ? choice : { ...choice, surfaceName });
      }
    } else if (readFeatures) {
      takeDrawing(path, await readFeatures(path, { signal, order: pointOrder, codes, paperScale }));
    } else await takeSurface(path, choice);
  }
  if (epsg !== null && (unit === null || crsName === null || definition === null)) {
    const declared = await describeSystem({ source: 'user', payload: `EPSG:${epsg}` });
    unit ??= declared.unit;
    crsName ??= declared.crsName;
    definition ??= declared.definition;
  }
  return {
    layers: [...layers.values()],
    features,
    surfaces,
    drawn: { texts, surfaces: drawnSurfaces, symbols },
    unit,
    epsg,
    crsName,
    definition,
    warnings,
  };
}
