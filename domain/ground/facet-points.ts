import { createFit, type FacetFit, locate, measureFacet } from './facets.ts';
import type { GrowingSurface } from './growing-surface.ts';

type VisitPoint = (index: number, facet: number, fit: Readonly<FacetFit>) => void;

/** Records the facet of each point, so that only points at changed facets are processed again. */
export interface FacetPoints {
  /** Calls `visit` with each point at a facet changed since the last call, and its relation to its current facet. */
  visitChanged(visit: VisitPoint): void;
}

/**
 * @param xyz three numbers per point, metres; borrowed
 * @param candidates points to track, in spatial order; those inserted into the surface are removed
 */
export function createFacetPoints(
  xyz: Float64Array,
  candidates: Uint32Array,
  surface: GrowingSurface,
): FacetPoints {
  /** Linked lists: the first candidate at each facet and the next of each candidate, −1 at the end. */
  const first = new Int32Array(surface.room).fill(-1);
  const next = new Int32Array(candidates.length).fill(-1);
  const fit = createFit();
  let isFirst = true;

  /** Records the facet of a candidate, searched from facet `near`, and visits it. */
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
