import { bulgeOfRadius, type Place } from '#domain/drawing/construct/shapes.ts';
import { parseEntry } from '#domain/drawing/entry/parse-entry.ts';
import { type EntryFrame, resolveEntry } from '#domain/drawing/entry/resolve-entry.ts';
import { featurePaths } from '#domain/drawing/feature-path.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { type Path, placeOnSegment } from '#domain/geometry/path/path.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { Ground } from '../measure/ground.ts';
import type { ProjectFacts } from '../state/project-facts.ts';
import type { StoreViews } from '../store/store.ts';

/** A line that a person typed. */
export interface TypedLine {
  readonly text: string;
  /** The person's language has a decimal comma. */
  readonly hasDecimalComma: boolean;
}

/** What a typed line is read with. */
export interface EntryContext {
  readonly store: { readonly views: StoreViews };
  readonly facts: Pick<ProjectFacts, 'horizontalUnit' | 'verticalUnit'>;
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
  readonly ground: Ground;
}

/**
 * The place that a typed line says, for the draft as it is.
 * @throws entry.…
 */
export function readTypedLine(context: EntryContext, { text, hasDecimalComma }: TypedLine): WorldPoint {
  const { facts } = context;
  const { order } = context.store.views.workspace.entry;
  const form = { order, hasDecimalComma, horizontal: facts.horizontalUnit, vertical: facts.verticalUnit };
  const step = parseEntry(text, form);
  const frame = frameOf(context);
  const byLength = step.kind === 'length' ? placeOfLength(context, step.length, frame) : null;
  const [x, y, z] = byLength ?? resolveEntry(step, frame);
  if (!Number.isFinite(x) || !Number.isFinite(y) || Math.abs(z) === Number.POSITIVE_INFINITY) {
    throw new AppError('entry.out-of-range', { column: 1 });
  }
  return [x, y, z];
}

/**
 * The place that a length alone says to tools that wait for one: a radius, positive to the right of an arc, or the width
 * of a rectangle to the right of its side; null for other tools.
 * @throws drawing.radius-too-short
 */
function placeOfLength({ store, facts }: EntryContext, length: number, frame: EntryFrame): Place | null {
  const { draft } = store.views.workspace;
  if (draft === null || facts.horizontalUnit === null) return null;
  const [a, b] = [0, 1].map((i) => draft.coordinates.slice(3 * i, 3 * i + 3) as unknown as Place) as [
    Place,
    Place,
  ];
  const count = draft.coordinates.length / 3;
  if (draft.tool === 'circle' && count === 1) return [a[0] + length * frame.gridLength(a, 1, 0), a[1], a[2]];
  if (count !== 2 || (draft.tool !== 'arc' && draft.tool !== 'rectangle-3')) return null;
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const side = Math.hypot(dx, dy);
  const across = length * frame.gridLength(a, dy / side, -dx / side);
  if (draft.tool === 'rectangle-3') return [b[0] + (across * dy) / side, b[1] - (across * dx) / side, b[2]];
  const bulge = bulgeOfRadius(a, b, across);
  if (bulge === null)
    throw new AppError('drawing.radius-too-short', { radius: Math.abs(length), chord: side });
  const arc = { x0: a[0], y0: a[1], z0: a[2], x1: b[0], y1: b[1], z1: b[2], bulge };
  const middle = placeOnSegment(arc, 0.5);
  return [middle.x, middle.y, middle.z];
}

function frameOf({ store, facts, zFactor, ground }: EntryContext): EntryFrame {
  const { draft, entry } = store.views.workspace;
  return {
    drawn: draft?.coordinates ?? [],
    line: stationLine(store.views),
    zFactor,
    hasLengths: facts.horizontalUnit !== null,
    gridLength(place, ux, uy) {
      const { scale } = ground(place);
      if (entry.lengths === 'grid' || scale === null) return 1;
      const { eastX, eastY, northX, northY } = scale;
      return 1 / Math.hypot(eastX * ux + eastY * uy, northX * ux + northY * uy);
    },
  };
}

/** The line of stations, of a polygon its outline; null where none is chosen or it was deleted. */
function stationLine({ document, workspace }: StoreViews): Path | null {
  const { lineId } = workspace.entry;
  const feature = lineId === null ? undefined : document.features[lineId];
  return (feature && featurePaths(feature)[0]) ?? null;
}
