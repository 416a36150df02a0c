import { parseEntry } from '#domain/drawing/entry/parse-entry.ts';
import { type EntryFrame, resolveEntry } from '#domain/drawing/entry/resolve-entry.ts';
import { featurePaths } from '#domain/drawing/feature-path.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Path } from '#domain/geometry/path/path.ts';
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
  const [x, y, z] = resolveEntry(parseEntry(text, form), frameOf(context));
  if (!Number.isFinite(x) || !Number.isFinite(y) || Math.abs(z) === Number.POSITIVE_INFINITY) {
    throw new AppError('entry.out-of-range', { column: 1 });
  }
  return [x, y, z];
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
