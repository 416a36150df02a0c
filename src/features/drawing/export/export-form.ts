import type { ExportRequest } from '#core/export/export-request.ts';
import type { ExportTarget } from '#domain/drawing/export/export-file.ts';
import {
  type ExportFormat,
  type LineCodes,
  type PointOptions,
  plainPointOptions,
  usualLineCodes,
} from '#domain/drawing/export/export-options.ts';
import { type FileNameFault, fileNameFault } from '#domain/formats/file-name.ts';
import { INTERNATIONAL_FOOT, METRE, US_SURVEY_FOOT } from '#domain/units/units.ts';

export const exportUnits = {
  meters: METRE,
  internationalFeet: INTERNATIONAL_FOOT,
  usSurveyFeet: US_SURVEY_FOOT,
} as const;
export type ExportUnit = keyof typeof exportUnits;

/** What a person has chosen in the dialog so far. */
export interface ExportForm {
  readonly format: ExportFormat;
  readonly name: string;
  readonly features: 'visible' | 'selected' | 'layers' | 'none';
  /** Layers that are written where they are chosen one by one. */
  readonly layerIds: readonly string[];
  readonly hasContours: boolean;
  readonly hasSurfaces: boolean;
  readonly target: 'project' | 'other' | ExportUnit;
  /** The other system; null: not chosen yet. */
  readonly epsg: number | null;
  readonly paperScale: number;
  readonly arcs: 'true' | 'chords';
  readonly lines: 'none' | 'vertices' | 'codes';
  readonly codes: LineCodes;
  readonly points: Omit<PointOptions, 'lines' | 'delimiter'> & { readonly delimiter: ',' | ';' | '\t' | ' ' };
}

export const emptyForm = (name: string, decimals: number): ExportForm => ({
  format: 'dxf',
  name,
  features: 'visible',
  layerIds: [],
  hasContours: true,
  hasSurfaces: true,
  target: 'project',
  epsg: null,
  paperScale: 500,
  arcs: 'true',
  lines: 'none',
  codes: usualLineCodes,
  points: { ...plainPointOptions, decimals },
});

/** Formats that hold contours and surfaces beside features. */
export const hasSurfaceParts = (format: ExportFormat) => format !== 'points';
/** KML is in WGS 84 whatever the project has. */
export const hasTarget = (format: ExportFormat) => format !== 'kml' && format !== 'kmz';

/** What is missing or wrong, by field. */
export interface ExportFaults {
  readonly name: FileNameFault | null;
  readonly system: boolean;
  readonly layers: boolean;
  /** Line codes that are no single words, or not different ones. */
  readonly codes: readonly (keyof LineCodes)[];
}

export function faultsOf(form: ExportForm): ExportFaults {
  const words = Object.values(form.codes);
  const bad = (Object.keys(form.codes) as (keyof LineCodes)[]).filter((key) => {
    const word = form.codes[key];
    return !/^\S+$/.test(word) || words.filter((other) => other === word).length > 1;
  });
  return {
    name: fileNameFault(form.name),
    system: hasTarget(form.format) && form.target === 'other' && form.epsg === null,
    layers: form.features === 'layers' && form.layerIds.length === 0,
    codes: form.format === 'points' && form.lines === 'codes' ? bad : [],
  };
}

export function isFaulty({ name, system, layers, codes }: ExportFaults): boolean {
  return name !== null || system || layers || codes.length > 0;
}

function targetOf({ format, target, epsg }: ExportForm): ExportTarget {
  if (!hasTarget(format) || target === 'project') return null;
  if (target !== 'other') return { unit: exportUnits[target] };
  return epsg === null ? null : { epsg };
}

/** The request of a form without faults. */
export function requestOf(form: ExportForm, layerNames: ExportRequest['layerNames']): ExportRequest {
  const { format, lines, codes } = form;
  return {
    format,
    name: form.name.trim(),
    features: form.features === 'layers' ? form.layerIds : form.features,
    hasContours: hasSurfaceParts(format) && form.hasContours,
    hasSurfaces: hasSurfaceParts(format) && form.hasSurfaces,
    layerNames,
    target: targetOf(form),
    paperScale: form.paperScale,
    options: { arcs: form.arcs, points: { ...form.points, lines: lines === 'codes' ? codes : lines } },
  };
}
