import type { ErrorRecord } from '../../errors/app-error.ts';
import { checkDrawing } from '../exchange-geometry.ts';
import type { ExchangeDrawing } from '../exchange-model.ts';
import { lookChanges, rowOf } from '../exchange-rows.ts';
import { type FeatureSet, featureSets } from '../feature-sets.ts';
import { planColumns } from './dbf/plan-fields.ts';
import { writeDbf } from './dbf/write-dbf.ts';
import { fileNames } from './file-names.ts';
import { writeShapes } from './write-shapes.ts';

export interface ShapefileOptions {
  /** Well-known text of ESRI's flavour; null where it is not known. */
  readonly prj: string | null;
  /** How far chords may leave arcs, drawing units; 0.001 when left out. */
  readonly tolerance?: number;
}

/** A file of a set. */
export interface WrittenFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The sets of a drawing, and what the format changed. */
export interface WrittenShapefiles {
  readonly files: readonly WrittenFile[];
  readonly changes: readonly ErrorRecord[];
}

const kindNames = {
  point: 'points',
  multipoint: 'multipoints',
  polyline: 'lines',
  polygon: 'areas',
} as const;

/**
 * Writes a drawing as shapefiles: a set for each kind of feature on each layer, and a further one of those without
 * heights beside others. Texts become points, triangles of surfaces areas. Attributes are those of `rowOf`.
 * Errors: export.bad-geometry, export.unknown-layer, export.shp-too-large.
 */
export function writeShapefiles(
  drawing: ExchangeDrawing,
  { prj, tolerance = 0.001 }: ShapefileOptions,
): WrittenShapefiles {
  checkDrawing(drawing);
  const sets = featureSets(drawing);
  const colours = new Map(drawing.layers.map(({ name, colour }) => [name, colour]));
  const hasBoth = (set: FeatureSet) =>
    sets.some((other) => other !== set && other.layer === set.layer && other.kind === set.kind);
  const wanted = sets.map((set) => {
    const flat = !set.hasZ && hasBoth(set) ? '-2d' : '';
    return { stem: set.layer, suffix: `-${kindNames[set.kind]}${flat}` };
  });
  const names = fileNames(wanted);
  const told = new Changes();
  const files = sets.flatMap((set, i): WrittenFile[] => {
    const { stem, suffix } = wanted[i]!;
    if (names[i] !== `${stem}${suffix}`) told.file(set.layer, names[i]!);
    return writeSet(set, { name: names[i]!, prj, tolerance, colours, told });
  });
  if (prj === null) told.add('export.shp-no-system', {});
  for (const { code, params } of lookChanges(drawing)) told.add(code, params);
  return { files, changes: told.records() };
}

interface SetOptions {
  readonly name: string;
  readonly prj: string | null;
  readonly tolerance: number;
  readonly colours: ReadonlyMap<string, string>;
  readonly told: Changes;
}

function writeSet(
  { kind, hasZ, features }: FeatureSet,
  { name, prj, tolerance, colours, told }: SetOptions,
): WrittenFile[] {
  const { shp, shx } = writeShapes(features, kind, hasZ, tolerance);
  const rows = features.map((feature) => rowOf(feature, colours));
  const { columns, dropped } = planColumns(rows);
  for (const column of columns) if (column.name !== column.property) told.field(column.property, column.name);
  for (const field of dropped) told.add('export.shp-field-left-out', { field });
  const dbf = writeDbf(columns, rows);
  told.texts += dbf.changed;
  const text = (ending: string, content: string) => ({
    name: `${name}.${ending}`,
    bytes: new TextEncoder().encode(content),
  });
  return [
    { name: `${name}.shp`, bytes: shp },
    { name: `${name}.shx`, bytes: shx },
    { name: `${name}.dbf`, bytes: dbf.bytes },
    text('cpg', 'UTF-8'),
    ...(prj === null ? [] : [text('prj', prj)]),
  ];
}

/** Changes told once each. */
class Changes {
  readonly #told = new Map<string, ErrorRecord>();
  /** Texts that were cut or lost blanks at their end. */
  texts = 0;

  add(code: ErrorRecord['code'], params: ErrorRecord['params']): void {
    this.#told.set(`${code} ${JSON.stringify(params)}`, { code, params });
  }

  file(layer: string, written: string): void {
    this.add('export.file-renamed', { layer, written });
  }

  field(field: string, written: string): void {
    this.add('export.field-renamed', { field, written });
  }

  records(): ErrorRecord[] {
    if (this.texts > 0) this.add('export.shp-texts-changed', { count: this.texts });
    return [...this.#told.values()];
  }
}
