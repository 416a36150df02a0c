import { appendAll } from '#domain/math/extremes.ts';
import type { Unit } from '#domain/units/units.ts';
import { isOrthographic, type WorldPoint } from '#domain/view/camera.ts';
import { bestSnap, type Snap, type SnapEdge, type SnapKind } from '#domain/view/snap.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { FeatureIndex } from '../feature-index/feature-index.ts';
import type { ScreenPlace } from '../state/screen-place.ts';
import type { Store } from '../store/store.ts';
import type { SurfaceRegistry } from '../surface/surface-registry.ts';
import { locate } from '../view/locate.ts';
import { lockedPlace } from '../view/locked-place.ts';
import { withLevel } from '../view/with-level.ts';
import { drawingEdges } from './drawing-edges.ts';
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

  function edgesNear(at: ScreenPlace, without: string | null): SnapEdge[] {
    const region = pickRegion(viewport, at, workspace.snap.radiusPx + 1);
    const edges = [
      ...drawingEdges(store, index, region, without),
      ...draftPlaces(workspace.draft?.coordinates ?? []),
    ];
    if (!isWanted('tin-vertex') && !isWanted('tin-edge')) return edges;
    for (const { id, kind, isVisible } of workspace.derived) {
      const data = kind === 'tin' && isVisible ? surfaces.get(id) : undefined;
      if (data?.kind === 'tin') appendAll(edges, tinEdges(data.tin, region));
    }
    return edges;
  }

  /** Origin of perpendiculars: the draft's last vertex, where x and y are lengths. */
  function lastPlace(): WorldPoint | null {
    const [x, y, z] = workspace.draft?.coordinates.slice(-3) ?? [];
    if (x === undefined || y === undefined || z === undefined || facts.horizontalUnit === null) return null;
    return [x, y, z];
  }

  function findShape(at: ScreenPlace, without: string | null): Snap | null {
    if (isOff(at)) return null;
    return bestSnap(edgesNear(at, without), {
      pointer: at,
      radiusPx: workspace.snap.radiusPx,
      isWanted,
      from: without === null ? lastPlace() : null,
      isPerspective: !isOrthographic(at.view?.camera ?? viewport.camera),
      project: (world) => viewport.project(withLevel(viewport, world), at.view),
    });
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
    find: async (at) => findShape(at, null) ?? (await findPoint(at)),
    async place(at, without) {
      const snap = findShape(at, without) ?? (await findPoint(at));
      if (snap !== null) return { position: snap.position, isExact: true, snap };
      const located = await locate(viewport, at);
      if (located === null || without !== null || at.isFree === true) {
        return located && { ...located, snap: null };
      }
      const position = lockedPlace(store.views, located.position, viewport.terrainElevation);
      return { ...located, position, snap: null };
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
