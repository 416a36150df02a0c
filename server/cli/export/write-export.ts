import { extname } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';
import { appendAll } from '#domain/extremes.ts';
import { writeDxf } from '#domain/formats/dxf/write-dxf.ts';
import type { ExportDrawing, ExportFeature } from '#domain/formats/export-model.ts';
import { writeGeoJson } from '#domain/formats/geojson/write-geojson.ts';
import { type LandXmlUnitName, writeLandXml } from '#domain/formats/landxml/write-surface.ts';
import { drawingPoints, writePointText } from '#domain/formats/point-text/write-point-text.ts';
import {
  INTERNATIONAL_FOOT,
  type LinearUnit,
  METRE,
  US_SURVEY_FOOT,
  unitSymbol,
} from '#domain/units/units.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { contoursInWorld } from '../surface/contours-in-world.ts';
import { worldTin } from '../surface/measuring-frame.ts';
import { exportSurface, type GatheredInputs, type GatheredSurface } from './gather-inputs.ts';

/** Endings that `--out` may have, in the order of the help. */
export const exportEndings = ['.dxf', '.xml', '.geojson', '.txt', '.csv'] as const;
export type ExportEnding = (typeof exportEndings)[number];

/** The ending of an output's name. Error: `cli.output-name`. */
export function endingOf(out: string): ExportEnding {
  const ending = extname(out).toLowerCase();
  const found = exportEndings.find((one) => one === (ending === '.json' ? '.geojson' : ending));
  if (found) return found;
  throw new AppError('cli.output-name', { command: 'export', file: out, endings: exportEndings.join(', ') });
}

/** How much of the inputs is written. */
export interface ExportChoice {
  /** Contours of the surfaces at this interval stand in for their triangles. */
  readonly interval: number | undefined;
  /** Point text: vertices of lines, areas and surfaces too. */
  readonly vertices: boolean;
}

const contourColour = '#a0703c';
const surfaceColour = '#7d8794';

async function contoursOf(
  surface: GatheredSurface,
  interval: number,
  layer: string,
  pool: TaskPool,
  signal: AbortSignal,
): Promise<ExportFeature[]> {
  const traced = await pool.run(
    'geometry.contour',
    { surface: surface.surface, choice: { interval } },
    { signal },
  );
  const lines = contoursInWorld(traced, surface);
  return Array.from(lines.lineLevels, (number, line): ExportFeature => {
    const [start, end] = [lines.starts[line]!, lines.starts[line + 1]!];
    const elevation = Number(lines.levels[number]!.toPrecision(12));
    const coordinates = new Float64Array(3 * (end - start));
    for (let i = start; i < end; i++) {
      const to = 3 * (i - start);
      coordinates[to] = lines.coordinates[2 * i]!;
      coordinates[to + 1] = lines.coordinates[2 * i + 1]!;
      coordinates[to + 2] = elevation;
    }
    return { kind: 'polyline', coordinates, layer, properties: { elevation } };
  });
}

/** Everything to be written: drawn features, and of each surface its triangles or its contours. */
export async function composeDrawing(
  inputs: GatheredInputs,
  choice: ExportChoice,
  pool: () => Promise<TaskPool>,
  signal: AbortSignal,
): Promise<ExportDrawing> {
  const { layers, features, surfaces, unit } = inputs;
  if (choice.interval === undefined) {
    const made = surfaces.map(({ label }) => ({ name: label, colour: surfaceColour }));
    return { layers: unique([...layers, ...made]), features, surfaces: surfaces.map(exportSurface), unit };
  }
  const all = [...features];
  const made = surfaces.map(({ label }) => ({ name: `${label} contours`, colour: contourColour }));
  for (const [index, surface] of surfaces.entries()) {
    appendAll(all, await contoursOf(surface, choice.interval, made[index]!.name, await pool(), signal));
  }
  return { layers: unique([...layers, ...made]), features: all, unit };
}

function unique<T extends { readonly name: string }>(layers: readonly T[]): T[] {
  return layers.filter((layer, index) => layers.findIndex(({ name }) => name === layer.name) === index);
}

const landXmlUnits: readonly (readonly [name: LandXmlUnitName, metres: number])[] = [
  ['meter', METRE.metres],
  ['foot', INTERNATIONAL_FOOT.metres],
  ['USSurveyFoot', US_SURVEY_FOOT.metres],
];

function landXmlUnit(unit: LinearUnit | null, file: string): LandXmlUnitName {
  const found = landXmlUnits.find(([, metres]) => unit !== null && Math.abs(unit.metres - metres) < 1e-9);
  if (found) return found[0];
  throw new AppError('export.landxml-unit', { file, unit: unit ? unitSymbol(unit) : '?' });
}

/** LandXML of the one surface among the inputs. Errors: `export.one-surface`, `export.landxml-unit`. */
export function landXmlOf(inputs: GatheredInputs, out: string): Generator<string, void> {
  const [surface, ...others] = inputs.surfaces;
  if (!surface || others.length > 0) {
    throw new AppError('export.one-surface', { file: out, count: inputs.surfaces.length });
  }
  const { epsg, crsName } = inputs;
  const name = crsName ?? (epsg === null ? null : `EPSG:${epsg}`);
  return writeLandXml(worldTin(surface), {
    name: surface.label,
    unit: landXmlUnit(inputs.unit, surface.file),
    ...(name === null ? {} : { coordinateSystem: { name, ...(epsg === null ? {} : { epsg }) } }),
    date: new Date(0),
  });
}

/** A drawing in the format of an ending other than `.xml`, in pieces. Errors: export.* */
export function drawingPieces(
  drawing: ExportDrawing,
  ending: Exclude<ExportEnding, '.xml'>,
  epsg: number | null,
  choice: ExportChoice,
): Iterable<string | Uint8Array> {
  switch (ending) {
    case '.dxf':
      return writeDxf(drawing);
    case '.geojson':
      return writeGeoJson(drawing, { crs: { kind: 'project', epsg } });
    case '.txt':
    case '.csv':
      return writePointText(drawingPoints(drawing, { vertices: choice.vertices }), {
        header: ending === '.csv',
      });
  }
}
