import { boundsOfPlaces } from '#domain/math/bounds.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { DisplaySettings, Rgba } from '#viewport/display.ts';
import type { PickResult } from '#viewport/pick.ts';
import type { LayerPatch, TinLayer } from '#viewport/scene.ts';
import type { LayerSummary } from '#viewport/viewport-types.ts';
import type { TinDraw } from '../draw/draws.ts';
import { type FrameView, isBoxVisible } from '../draw/frame-view.ts';
import type { PickHit } from '../picking/draw-ids.ts';
import { meetTriangle, pickingRay } from '../picking/screen-geometry.ts';
import { DeviceBuffer } from '../resources/device-data.ts';
import type { CollectContext, LayerView } from './layer-view.ts';

/** Minimum opacity of a fill that is coloured by elevation. */
const readableOpacity = 0.85;

/** Colours of the edges and the fill for the display settings. */
function coloursOf(
  { edge, fill }: TinLayer,
  { tinLook, tinColour }: DisplaySettings,
): Pick<TinDraw, 'edge' | 'fill' | 'byElevation'> {
  const withOpacity = ([red, green, blue]: Rgba, opacity: number): Rgba => [red, green, blue, opacity];
  const isByElevation = tinColour === 'elevation';
  switch (tinLook) {
    case 'wireframe':
      return { edge, fill: withOpacity(fill, 0), byElevation: isByElevation ? 'edge' : 'none' };
    case 'shaded':
      return {
        edge: withOpacity(edge, 0),
        fill: withOpacity(fill, 1),
        byElevation: isByElevation ? 'fill' : 'none',
      };
    case 'both':
      return isByElevation
        ? { edge, fill: withOpacity(fill, Math.max(fill[3], readableOpacity)), byElevation: 'fill' }
        : { edge, fill, byElevation: 'none' };
  }
}

/** A triangulated surface: lit fill and edges. */
export class TinLayerView implements LayerView {
  readonly id: string;
  readonly kind = 'tin';
  readonly pickKind = 'tin';
  readonly isPickable = true;
  readonly facts: LayerSummary;
  isVisible: boolean;
  readonly #spec: TinLayer;
  readonly #origin: WorldPoint;
  readonly #positions: DeviceBuffer;
  readonly #triangles: DeviceBuffer;

  constructor(spec: TinLayer) {
    const { points, triangles } = spec.tin;
    const bounds = boundsOfPlaces(points);
    this.id = spec.id;
    this.isVisible = spec.isVisible;
    this.#spec = spec;
    this.#origin = bounds
      ? [
          Math.round((bounds.min[0] + bounds.max[0]) / 2),
          Math.round((bounds.min[1] + bounds.max[1]) / 2),
          Math.round((bounds.min[2] + bounds.max[2]) / 2),
        ]
      : [0, 0, 0];
    const local = Float32Array.from(points, (value, i) => value - this.#origin[(i % 3) as 0 | 1 | 2]);
    this.#positions = new DeviceBuffer(`tin ${spec.id}`, GPUBufferUsage.STORAGE, local);
    this.#triangles = new DeviceBuffer(`tin ${spec.id} triangles`, GPUBufferUsage.STORAGE, triangles.slice());
    this.facts = {
      bounds,
      elevationRange: bounds && [bounds.min[2], bounds.max[2]],
      intensityRange: null,
      hasRgb: false,
      classes: [],
      pointCount: 0,
    };
  }

  patch(patch: LayerPatch): void {
    this.isVisible = patch.isVisible ?? this.isVisible;
  }

  collect({ view, ids, draws, display }: CollectContext): void {
    const { bounds } = this.facts;
    const triangleCount = this.#spec.tin.triangles.length / 3;
    if (!bounds || triangleCount === 0 || !isBoxVisible(view, bounds.min, bounds.max)) return;
    draws.overlays.push({
      type: 'tin',
      drawId: ids.next(this, null),
      positions: this.#positions,
      triangles: this.#triangles,
      triangleCount,
      origin: this.#origin,
      ...coloursOf(this.#spec, display),
      edgeWidthPx: 1,
    });
  }

  async resolvePick(hit: PickHit, _key: unknown, view: FrameView): Promise<PickResult | null> {
    const { points, triangles } = this.#spec.tin;
    const corner = (i: number): WorldPoint => {
      const at = triangles[hit.element * 3 + i]! * 3;
      return [points[at]!, points[at + 1]!, points[at + 2]!];
    };
    const ray = pickingRay(view, hit.pointer[0], hit.pointer[1]);
    const position = meetTriangle(ray, [corner(0), corner(1), corner(2)], view.exaggeration);
    if (!position) return null;
    return { kind: 'tin', layerId: this.id, position, distancePx: hit.distancePx, triangle: hit.element };
  }

  release(): void {
    this.#positions.release();
    this.#triangles.release();
  }
}
