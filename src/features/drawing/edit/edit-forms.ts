import type { CommandId, CommandPayloads } from '#core/commands/command-table.ts';
import type { ValueKind } from '#domain/drawing/entry/parse-value.ts';
import type { DrawingFeature, FeatureKind } from '#domain/drawing/feature.ts';
import type { TextKey } from '#locales/texts.ts';

type EditId = Extract<CommandId, `edit.${string}`>;
type Suffix<Key, Prefix extends string> = Key extends `${Prefix}${infer Name}` ? Name : never;

/** Name of a field, and of an option: their texts are `editField.<name>` and `editChoice.<name>`. */
export type FieldName = Suffix<TextKey, 'editField.'>;
export type ChoiceName = Suffix<TextKey, 'editChoice.'>;

/** A field of the dialog of an edit. */
export type EditField =
  | { readonly name: FieldName; readonly kind: ValueKind; readonly first: string }
  | { readonly name: FieldName; readonly kind: 'choice'; readonly options: readonly ChoiceName[] }
  | { readonly name: FieldName; readonly kind: 'check' };

/** What a person put into the fields. */
export interface FieldValues {
  /** NaN for an empty field. */
  number(name: FieldName): number;
  choice<Option extends ChoiceName>(name: FieldName): Option;
  isOn(name: FieldName): boolean;
  /** The chosen vertex of the first feature; null for none. */
  readonly vertex: number | null;
}

/** How an edit is asked for. */
export interface EditForm {
  readonly id: EditId;
  /** Key of its text; the command's own where it is the only one. */
  readonly labelKey: TextKey;
  readonly group: 'lines' | 'places' | 'elevations' | 'areas';
  /** Text under the title; null where the fields say all. */
  readonly hint: TextKey | null;
  /** Without fields it is done at once. */
  readonly fields: readonly EditField[];
  payload(values: FieldValues): CommandPayloads[EditId];
  fits(features: readonly DrawingFeature[]): boolean;
}

const all =
  (...kinds: FeatureKind[]) =>
  (features: readonly DrawingFeature[]) =>
    features.length > 0 && features.every(({ kind }) => kinds.includes(kind));
const lines = all('polyline', 'polygon');
const polylines = all('polyline');
const several =
  (fits: EditForm['fits']): EditForm['fits'] =>
  (features) =>
    features.length > 1 && fits(features);
const firstIsPolyline = (features: readonly DrawingFeature[]) =>
  features[0]?.kind === 'polyline' && lines(features);
const any = (features: readonly DrawingFeature[]) => features.length > 0;

const typed = (name: FieldName, kind: ValueKind, first = ''): EditField => ({ name, kind, first });
const choice = (name: FieldName, ...options: ChoiceName[]): EditField => ({ name, kind: 'choice', options });
const check = (name: FieldName): EditField => ({ name, kind: 'check' });
const end = choice('end', 'end', 'start');
const about = choice('pivot', 'middle', 'first-vertex');
const copy = check('isCopy');

type Options<Id extends EditId> = Partial<Pick<EditForm, 'labelKey' | 'hint' | 'fields'>> & {
  readonly payload: (values: FieldValues) => CommandPayloads[Id];
};

function form<Id extends EditId>(
  id: Id,
  group: EditForm['group'],
  fits: EditForm['fits'],
  { labelKey = `command.${id}` as TextKey, hint = null, fields = [], payload }: Options<Id>,
): EditForm {
  return { id, labelKey, group, hint, fields, payload, fits };
}

const lineForms: readonly EditForm[] = [
  form('edit.offset', 'lines', lines, {
    hint: 'editHint.right',
    fields: [typed('distance', 'length'), choice('corner', 'mitre', 'round')],
    payload: (values) => ({ distance: values.number('distance'), corner: values.choice('corner') }),
  }),
  form('edit.extend', 'lines', polylines, {
    fields: [end, typed('slopeLength', 'length'), typed('azimuth', 'angle'), typed('vertical', 'angle')],
    payload: (values) => ({
      end: values.choice('end'),
      length: values.number('slopeLength'),
      azimuth: values.number('azimuth'),
      vertical: values.number('vertical'),
    }),
  }),
  form('edit.extend-to', 'lines', several(firstIsPolyline), {
    hint: 'editHint.first',
    fields: [end],
    payload: (values) => ({ end: values.choice('end') }),
  }),
  form('edit.trim', 'lines', several(firstIsPolyline), {
    hint: 'editHint.first',
    fields: [choice('part', 'end', 'start', 'middle')],
    payload: (values) => ({ part: values.choice('part') }),
  }),
  form('edit.split', 'lines', firstIsPolyline, {
    hint: 'editHint.split',
    fields: [
      choice('splitAt', 'station', 'parts', 'vertex', 'crossings'),
      typed('station', 'length'),
      typed('parts', 'number', '2'),
    ],
    payload(values) {
      const at = values.choice<'station' | 'parts' | 'vertex' | 'crossings'>('splitAt');
      if (at === 'station') return { at, station: values.number('station') };
      if (at === 'parts') return { at, parts: values.number('parts') };
      return at === 'vertex' ? { at, vertex: values.vertex ?? -1 } : { at };
    },
  }),
  form('edit.join', 'lines', several(polylines), {
    fields: [typed('gap', 'length', '0')],
    payload: (values) => ({ distance: values.number('gap') }),
  }),
  form('edit.reverse', 'lines', lines, { payload: () => null }),
  form('edit.fillet', 'lines', lines, {
    fields: [typed('radius', 'length'), choice('corners', 'all-corners', 'chosen-vertex')],
    payload: (values) => ({
      radius: values.number('radius'),
      vertex: values.choice('corners') === 'chosen-vertex' ? (values.vertex ?? -1) : null,
    }),
  }),
  form('edit.simplify', 'lines', lines, {
    fields: [typed('tolerance', 'length', '0.1')],
    payload: (values) => ({ tolerance: values.number('tolerance') }),
  }),
  form('edit.smooth', 'lines', lines, { payload: () => null }),
];

const placeForms: readonly EditForm[] = [
  form('edit.move', 'places', any, {
    fields: [typed('dx', 'length', '0'), typed('dy', 'length', '0'), typed('dz', 'height', '0'), copy],
    payload: (values) => ({
      dx: values.number('dx'),
      dy: values.number('dy'),
      dz: values.number('dz'),
      isCopy: values.isOn('isCopy'),
    }),
  }),
  form('edit.rotate', 'places', any, {
    fields: [typed('angle', 'angle'), about, copy],
    payload: (values) => ({
      angle: values.number('angle'),
      pivot: values.choice('pivot'),
      isCopy: values.isOn('isCopy'),
    }),
  }),
  form('edit.scale', 'places', any, {
    fields: [typed('factor', 'number'), about, copy],
    payload: (values) => ({
      factor: values.number('factor'),
      pivot: values.choice('pivot'),
      isCopy: values.isOn('isCopy'),
    }),
  }),
  form('edit.mirror', 'places', any, {
    fields: [typed('axis', 'angle', '0'), about, copy],
    payload: (values) => ({
      azimuth: values.number('axis'),
      pivot: values.choice('pivot'),
      isCopy: values.isOn('isCopy'),
    }),
  }),
  form('edit.array', 'places', any, {
    fields: [
      typed('columns', 'number', '2'),
      typed('rows', 'number', '1'),
      typed('stepX', 'length'),
      typed('stepY', 'length', '0'),
    ],
    payload: (values) => ({
      columns: values.number('columns'),
      rows: values.number('rows'),
      dx: values.number('stepX'),
      dy: values.number('stepY'),
    }),
  }),
  form('edit.polar-array', 'places', any, {
    fields: [
      typed('count', 'number', '4'),
      typed('fullAngle', 'angle', '360'),
      typed('x', 'length'),
      typed('y', 'length'),
      check('isTurned'),
    ],
    payload: (values) => ({
      count: values.number('count'),
      angle: -values.number('fullAngle'),
      x: values.number('x'),
      y: values.number('y'),
      isTurned: values.isOn('isTurned'),
    }),
  }),
  form('edit.copy-along', 'places', (features) => features.length > 1 && lines(features.slice(-1)), {
    hint: 'editHint.last',
    fields: [typed('interval', 'length'), check('isTurned')],
    payload: (values) => ({ interval: values.number('interval'), isTurned: values.isOn('isTurned') }),
  }),
];

const elevationForms: readonly EditForm[] = [
  form('edit.set-elevation', 'elevations', any, {
    hint: 'editHint.noElevation',
    fields: [typed('elevation', 'height')],
    payload: (values) => ({ elevation: values.number('elevation') }),
  }),
  form('edit.drape', 'elevations', all('point', 'multipoint', 'polyline', 'polygon'), {
    hint: 'editHint.drape',
    fields: [typed('spacing', 'length')],
    payload: (values) => {
      const spacing = values.number('spacing');
      return { spacing: Number.isNaN(spacing) ? null : spacing };
    },
  }),
  form('edit.undrape', 'elevations', any, { payload: () => null }),
  form('edit.interpolate', 'elevations', lines, { payload: () => null }),
  form('edit.slope', 'elevations', polylines, {
    fields: [choice('from', 'start', 'end'), typed('slope', 'number')],
    payload: (values) => ({ from: values.choice('from'), slope: values.number('slope') }),
  }),
];

const convertible = all('point', 'multipoint', 'polyline', 'polygon');
const areas = several(all('polygon'));

const areaForms: readonly EditForm[] = [
  form('edit.convert', 'areas', convertible, {
    fields: [choice('kind', 'polyline', 'polygon', 'multipoint', 'point')],
    payload: (values) => ({ kind: values.choice('kind') }),
  }),
  form('edit.combine', 'areas', areas, {
    hint: 'editHint.chords',
    fields: [choice('operation', 'union', 'difference', 'intersection')],
    payload: (values) => ({ operation: values.choice('operation') }),
  }),
  form('edit.buffer', 'areas', convertible, {
    fields: [typed('distance', 'length')],
    payload: (values) => ({ distance: values.number('distance') }),
  }),
];

/** Every edit that is asked for by a form, in the order of the menu. `edit.clean` shows a list first and has its own. */
export const editForms: readonly EditForm[] = [...lineForms, ...placeForms, ...elevationForms, ...areaForms];
