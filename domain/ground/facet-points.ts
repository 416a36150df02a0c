import { createFit, type FacetFit, locate, measureFacet } from './facets.ts';
import type { GrowingSurface } from './growing-surface.ts';

type VisitPoint = (index: number, facet: number, fit: Readonly<FacetFit>) => void;

/** Records the facet of each point, so that only points at changed facets are processed again. */
export interface FacetPoints {
  /** Calls `visit` with each point at a facet that changed since the last time, and how it lies to the facet there now. */
  visitChanged(visit: VisitPoint): void;
}

/**
 * @param xyz three numbers a point, metres; borrowed
 * @param candidates points to follow, in an order where neighbours stand together; those that the surface takes up drop out
 */
export function createFacetPoints(
  xyz: Float64Array,
  candidates: Uint32Array,
  surface: GrowingSurface,
): FacetPoints {
  /** The first candidate at each facet and the one after each, −1 at the end. */
  const first = new Int32Array(surface.room).fill(-1);
  const next = new Int32Array(candidates.length).fill(-1);
  const fit = createFit();
  let isFirst = true;

  /** Notes the facet of a candidate, which is looked for from another on, and shows it. */
  function place(k: number, near: number, visit: VisitPoint): number {
    const index = candidates[k]!;
    if (surface.has(index)) return near;
    const at = index * 3;
    const facet = locate(surface, xyz[at]!, xyz[at + 1]!, near);
    next[k] = first[facet]!;
    first[facet] = k;
    measureFacet(surface, facet, xyz[at]!, xyz[at + 1]!, xyz[at + 2]!, fit);
    visit(index, facet, fit);
    return facet;
  }

  return {
    visitChanged(visit) {
      const changed = surface.takeChanged();
      if (isFirst) {
        isFirst = false;
        let facet = 0;
        for (let k = 0; k < candidates.length; k++) facet = place(k, facet, visit);
        return;
      }
      const lists = changed.map((facet) => first[facet]!);
      for (const facet of changed) first[facet] = -1;
      for (let at = 0; at < changed.length; at++) {
        for (let k = lists[at]!; k >= 0; ) {
          const following = next[k]!;
          place(k, changed[at]!, visit);
          k = following;
        }
      }
    },
  };
}
