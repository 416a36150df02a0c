import { appendAll } from '#domain/math/extremes.ts';
import type { Unit } from '#domain/units/units.ts';
import { isOrthographic, type WorldPoint } from '#domain/view/camera.ts';
import { bestSnap, type Snap, type SnapEdge, type SnapKind, type SnapQuestion } from '#domain/view/snap.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { FeatureIndex } from '../feature-index/feature-index.ts';
import type { ScreenPlace } from '../state/screen-place.ts';
import type { Store } from '../store/store.ts';
import type { SurfaceRegistry } from '../surface/surface-registry.ts';
import { locate } from '../view/locate.ts';
import { lockedPlace } from '../view/locked-place.ts';
import { withLevel } from '../view/with-level.ts';
import { drawingEdges, type EdgesNear } from './drawing-edges.ts';
import { pickRegion } from './pick-region.ts';
import { tinEdges } from './tin-index.ts';

/** The position of a placed vertex. */
export interface SnappedPlace {
  /** z is NaN where nothing was under the pointer. */
  readonly position: WorldPoint;
  /** True for what lies in the scene; false for the level of the camera's target. */
  readonly isExact: boolean;
  readonly snap: Snap | null;
}

/** Snaps places of the view to what is drawn, by the workspace's settings. */
export interface Snapper {
  /** Searches the drawing, the draft and TINs, synchronously. `without`: the feature being moved. */
  findShape(at: ScreenPlace, without: string | null): Snap | null;
  /** Searches these, then the points of clouds. */
  find(at: ScreenPlace): Promise<Snap | null>;
  /** The position of a vertex placed here; null above the horizon. */
  place(at: ScreenPlace, without: string | null): Promise<SnappedPlace | null>;
}

/** Creates the snapper of an editor; all arguments are borrowed. */
export function createSnapper(
  store: Store,
  index: FeatureIndex,
  viewport: Viewport,
  surfaces: SurfaceRegistry,
  facts: { readonly horizontalUnit: Unit | null },
): Snapper {
  const { workspace } = store.views;
  const isWanted = (kind: SnapKind) => workspace.snap.kinds[kind];
  const isOff = (at: ScreenPlace) => !workspace.snap.isOn || at.isFree === true;

  function edgesNear(at: ScreenPlace, without: string | null): EdgesNear {
    const region = pickRegion(viewport, at, workspace.snap.radiusPx + 1);
    const found = drawingEdges(store, index, region, without);
    const { edges } = found;
    appendAll(edges, draftPlaces(workspace.draft?.coordinates ?? []));
    if (!isWanted('tin-vertex') && !isWanted('tin-edge')) return found;
    for (const { id, kind, isVisible } of workspace.derived) {
      const data = kind === 'tin' && isVisible ? surfaces.get(id) : undefined;
      if (data?.kind === 'tin') appendAll(edges, tinEdges(data.tin, region));
    }
    return found;
  }

  /** Origin of perpendiculars and tangents: the draft's last vertex, where x and y are lengths. */
  function lastPlace(): WorldPoint | null {
    const [x, y, z] = workspace.draft?.coordinates.slice(-3) ?? [];
    if (x === undefined || y === undefined || z === undefined || facts.horizontalUnit === null) return null;
    return [x, y, z];
  }

  function findShape(at: ScreenPlace, without: string | null): Snap | null {
    if (isOff(at)) return null;
    const { edges, arcs } = edgesNear(at, without);
    const question: SnapQuestion = {
      pointer: at,
      radiusPx: workspace.snap.radiusPx,
      isWanted,
      from: without === null ? lastPlace() : null,
      isPerspective: !isOrthographic(at.view?.camera ?? viewport.camera),
      project: (world) => viewport.project(withLevel(viewport, world), at.view),
    };
    return bestSnap(edges, question, arcs);
  }

  /** The crossing of the snap grid nearest to a place, at the elevation of the ground there; null where it is off. */
  function gridSnap(at: ScreenPlace, place: WorldPoint): Snap | null {
    // A grid of degrees is none that anybody draws on.
    if (isOff(at) || !isWanted('grid') || facts.horizontalUnit === null) return null;
    const { gridStep } = workspace.snap;
    const [x, y] = [Math.round(place[0] / gridStep) * gridStep, Math.round(place[1] / gridStep) * gridStep];
    const ground = viewport.terrainElevation(x, y);
    const position: WorldPoint = [x, y, Number.isNaN(ground) ? place[2] : ground];
    const seen = viewport.project(withLevel(viewport, position), at.view);
    return { kind: 'grid', position, distancePx: Math.hypot(seen.x - at.x, seen.y - at.y) };
  }

  async function findGrid(at: ScreenPlace): Promise<Snap | null> {
    if (isOff(at) || !isWanted('grid')) return null;
    const located = await locate(viewport, at);
    return located && gridSnap(at, located.position);
  }

  async function findPoint(at: ScreenPlace): Promise<Snap | null> {
    if (isOff(at) || !isWanted('point')) return null;
    const view = at.view ? { view: at.view } : {};
    const { radiusPx } = workspace.snap;
    const hit = await viewport.pick(at.x, at.y, { kinds: ['point'], radiusPx, ...view });
    return hit && { kind: 'point', position: hit.position, distancePx: hit.distancePx };
  }

  return {
    findShape,
    find: async (at) => findShape(at, null) ?? (await findPoint(at)) ?? (await findGrid(at)),
    async place(at, without) {
      const found = findShape(at, without) ?? (await findPoint(at));
      if (found !== null) return { position: found.position, isExact: true, snap: found };
      const located = await locate(viewport, at);
      // Degrees have no angles between them.
      if (located === null || without !== null || at.isFree === true || facts.horizontalUnit === null) {
        return located && { ...located, snap: null };
      }
      const position = lockedPlace(store.views, located.position, viewport.terrainElevation);
      const snap = position === located.position ? gridSnap(at, position) : null;
      return { ...located, position: snap?.position ?? position, snap };
    },
  };
}

/** Vertices of the draft but the last, which the next one starts from. */
function draftPlaces(coordinates: readonly number[]): SnapEdge[] {
  const places: SnapEdge[] = [];
  for (let i = 0; i + 3 < coordinates.length; i += 3) {
    const a: WorldPoint = [coordinates[i]!, coordinates[i + 1]!, coordinates[i + 2]!];
    places.push({ a, b: a, isTin: false });
  }
  return places;
}
