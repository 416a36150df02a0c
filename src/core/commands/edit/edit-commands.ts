import { cleanFeatures } from '#domain/drawing/edit/clean.ts';
import { type ConvertKind, convertFeatures } from '#domain/drawing/edit/convert.ts';
import { copyAlong, polarArray, rectangularArray } from '#domain/drawing/edit/copies.ts';
import { addSlope, interpolateElevations, setElevations } from '#domain/drawing/edit/elevation-edits.ts';
import {
  type Extension,
  extendLines,
  extendLineTo,
  filletLines,
  joinLines,
  reverseLines,
  type SplitPlace,
  simplifyLines,
  smoothLines,
  splitLine,
  trimLine,
} from '#domain/drawing/edit/line-edits.ts';
import {
  mirrorIn,
  type Pivot,
  pivotOf,
  shiftBy,
  transformFeatures,
  turnAbout,
} from '#domain/drawing/edit/transform.ts';
import type { AreaOperation } from '#domain/geometry/path/combine-areas.ts';
import type { OffsetCorner } from '#domain/geometry/path/offset-raw.ts';
import type { TrimmedPart } from '#domain/geometry/path/reach.ts';
import { defineEdit } from './define-edit.ts';
import { defineHeavyEdit } from './define-heavy-edit.ts';

const atOnce = [{ payload: () => null }] as const;
type End = 'start' | 'end';

const lineEdits = [
  defineEdit<null>()('edit.reverse', (features) => reverseLines(features), atOnce),
  defineEdit<{ readonly distance: number }>()('edit.join', (features, { distance }) =>
    joinLines(features, distance),
  ),
  defineEdit<SplitPlace>()('edit.split', (features, place, { lengthFactor }) =>
    splitLine(features, place.at === 'station' ? { ...place, station: place.station * lengthFactor } : place),
  ),
  defineEdit<{ readonly part: TrimmedPart }>()('edit.trim', (features, { part }) => trimLine(features, part)),
  defineEdit<{ readonly end: End }>()('edit.extend-to', (features, { end }) => extendLineTo(features, end)),
  defineEdit<Extension>()('edit.extend', (features, extension, { zFactor, lengthFactor }) =>
    extendLines(features, extension, zFactor, lengthFactor),
  ),
  defineHeavyEdit<{ readonly distance: number; readonly corner: OffsetCorner }>()(
    'edit.offset',
    ({ distance, corner }, { lengthFactor }) => ({
      kind: 'offset',
      distance: distance * lengthFactor,
      corner,
    }),
  ),
  /** Rounds the corner of a vertex; null: all corners. */
  defineEdit<{ readonly radius: number; readonly vertex: number | null }>()(
    'edit.fillet',
    (features, { radius, vertex }, { lengthFactor }) => filletLines(features, radius * lengthFactor, vertex),
  ),
  defineEdit<{ readonly tolerance: number }>()('edit.simplify', (features, { tolerance }, { zFactor }) =>
    simplifyLines(features, tolerance, zFactor),
  ),
  defineEdit<null>()('edit.smooth', (features) => smoothLines(features), atOnce),
] as const;

const placeEdits = [
  defineEdit<{ readonly dx: number; readonly dy: number; readonly dz: number; readonly isCopy: boolean }>()(
    'edit.move',
    (features, { dx, dy, dz, isCopy }) => transformFeatures(features, shiftBy(dx, dy, dz), isCopy),
  ),
  /** Turns clockwise by an angle in radians, as azimuths run. */
  defineEdit<{ readonly angle: number; readonly pivot: Pivot; readonly isCopy: boolean }>()(
    'edit.rotate',
    (features, { angle, pivot, isCopy }) =>
      transformFeatures(features, turnAbout(pivotOf(features, pivot), -angle, 1), isCopy),
  ),
  defineEdit<{ readonly factor: number; readonly pivot: Pivot; readonly isCopy: boolean }>()(
    'edit.scale',
    (features, { factor, pivot, isCopy }) =>
      transformFeatures(features, turnAbout(pivotOf(features, pivot), 0, factor), isCopy),
  ),
  /** Mirrors in a line of an azimuth, radians. */
  defineEdit<{ readonly azimuth: number; readonly pivot: Pivot; readonly isCopy: boolean }>()(
    'edit.mirror',
    (features, { azimuth, pivot, isCopy }) =>
      transformFeatures(features, mirrorIn(pivotOf(features, pivot), Math.PI / 2 - azimuth), isCopy),
  ),
  defineEdit<Parameters<typeof rectangularArray>[1]>()('edit.array', rectangularArray),
  defineEdit<Parameters<typeof polarArray>[1]>()('edit.polar-array', polarArray),
  defineEdit<{ readonly interval: number; readonly isTurned: boolean }>()(
    'edit.copy-along',
    (features, { interval, isTurned }, { lengthFactor }) =>
      copyAlong(features, interval * lengthFactor, isTurned),
  ),
] as const;

const elevationEdits = [
  defineEdit<{ readonly elevation: number }>()('edit.set-elevation', (features, { elevation }) =>
    setElevations(features, elevation),
  ),
  defineEdit<null>()('edit.undrape', (features) => setElevations(features, Number.NaN), atOnce),
  defineEdit<null>()('edit.interpolate', (features) => interpolateElevations(features), atOnce),
  /** `slope`: per cent. */
  defineEdit<{ readonly from: End; readonly slope: number }>()(
    'edit.slope',
    (features, { from, slope }, tools) =>
      addSlope(features, from, slope / 100 / tools.lengthFactor, tools.zFactor),
  ),
] as const;

const shapeEdits = [
  defineEdit<{ readonly kind: ConvertKind }>()('edit.convert', (features, { kind }) =>
    convertFeatures(features, kind),
  ),
  defineHeavyEdit<{ readonly operation: AreaOperation }>()(
    'edit.combine',
    ({ operation }) => ({ kind: 'combine', operation }),
    [
      { labelKey: 'edit.union', payload: () => ({ operation: 'union' }) },
      { labelKey: 'edit.difference', payload: () => ({ operation: 'difference' }) },
      { labelKey: 'edit.intersection', payload: () => ({ operation: 'intersection' }) },
    ],
  ),
  defineHeavyEdit<{ readonly distance: number }>()('edit.buffer', ({ distance }, { lengthFactor }) => ({
    kind: 'buffer',
    distance: distance * lengthFactor,
  })),
  defineEdit<null>()('edit.clean', (features) => cleanFeatures(features), atOnce),
] as const;

export const editCommands = [...lineEdits, ...placeEdits, ...elevationEdits, ...shapeEdits] as const;
