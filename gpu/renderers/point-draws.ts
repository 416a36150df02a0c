import { code } from '#shaders/common/point-filter.wgsl';
import type { DisplaySettings } from '#viewport/display.ts';
import type { DrawUniforms } from '../draw/draw-uniforms.ts';
import type { PointsDraw } from '../draw/draws.ts';
import { type FrameLook, sizeModes } from '../draw/frame-uniforms.ts';
import { type FrameView, splitFromEye } from '../draw/frame-view.ts';
import { filterValues, type PackedClips } from '../draw/point-clips.ts';
import type { SharedLayouts } from '../layouts/bind-groups.ts';
import { structLayout } from '../layouts/wgsl-layout.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import type { Planned } from './pipeline.ts';

const layout = structLayout(code, 'PointDraw');

/** A planned node; its points are numbered from `firstNumber` in a pick. */
export interface PlannedNode extends Planned<PointsDraw> {
  readonly firstNumber: number;
}

/** Overridable constants of the point shaders, as an image requires. */
export type PointConstants = Readonly<
  Record<'HAS_FILTER' | 'HAS_CLIPS' | 'HAS_FLIGHTS' | 'HIDES_CLASSES' | 'SIZE_MODE' | 'HAS_DISCS', number>
>;

/** Variant of the shaders, except for colours. */
export function pointConstants(draws: readonly PointsDraw[], display: DisplaySettings): PointConstants {
  const { clips, hiddenClasses, pointSizeMode, hasRoundPoints } = display;
  const { hiddenReturns, seenElevations, seenTimes } = display;
  return {
    HAS_FILTER: clips.length + hiddenReturns.length > 0 || seenElevations || seenTimes ? 1 : 0,
    HAS_CLIPS: clips.length > 0 ? 1 : 0,
    HIDES_CLASSES: hiddenClasses.length > 0 ? 1 : 0,
    SIZE_MODE: sizeModes[pointSizeMode],
    HAS_DISCS: hasRoundPoints ? 1 : 0,
    HAS_FLIGHTS: draws.some(({ flight }) => flight) ? 1 : 0,
  };
}

/** From a node's stored steps to clip space, column-major; computed in float64, so that near points do not jitter. */
function clipFromSteps(
  { clipFromEye: m, axes, exaggeration }: FrameView,
  { origin, scale }: PointsDraw,
): number[] {
  const stretch = [1, 1, exaggeration] as const;
  const fromEye = origin.map((value, axis) => value * stretch[axis]! - axes.eye[axis]!);
  const row = (column: number, r: number) => m[column * 4 + r]!;
  const turned = ([0, 1, 2] as const).flatMap((axis) =>
    [0, 1, 2, 3].map((r) => row(axis, r) * scale[axis] * stretch[axis]),
  );
  const moved = [0, 1, 2, 3].map((r) =>
    fromEye.reduce((sum, value, axis) => sum + row(axis, r) * value, row(3, r)),
  );
  return [...turned, ...moved];
}

/** Writes the uniforms of nodes; `clips` are those of the image. */
export function planNodes(
  draws: readonly PointsDraw[],
  view: FrameView,
  uniforms: DrawUniforms,
  look: FrameLook,
  clips: PackedClips,
): PlannedNode[] {
  let firstNumber = 1;
  return draws.map((draw) => {
    const { high, low } = splitFromEye(view, draw.origin);
    const offset = uniforms.push(layout, {
      clip_from_steps: clipFromSteps(view, draw),
      origin_high: high,
      origin_low: low,
      draw_id: draw.drawId,
      ramp_offset: draw.origin[2] - look.elevationRange[0],
      scale: draw.scale,
      has_rgb: draw.hasRgb ? 1 : 0,
      has_classes: draw.hasClassification ? 1 : 0,
      has_flight: draw.flight ? 1 : 0,
      count: draw.count,
      first_number: firstNumber,
      spacings_low: draw.spacings.slice(0, 4),
      spacings_high: draw.spacings.slice(4),
      middle: draw.middle.map((value, axis) => value - draw.origin[axis]!),
      time_offset: draw.timeBase - look.timeRange[0],
      ...filterValues(draw, look.display, clips),
    });
    const planned = { draw, offset, firstNumber };
    firstNumber += draw.count;
    return planned;
  });
}

/** The draw and the element in it of a point's number. */
export function nodeOfNumber(
  planned: readonly PlannedNode[],
  number: number,
): { readonly drawId: number; readonly element: number } | null {
  const node = planned.findLast(({ firstNumber }) => firstNumber <= number);
  return node ? { drawId: node.draw.drawId, element: number - node.firstNumber } : null;
}

/** Group 3 of points: the buffers of a node, cached for their lifetime. */
export class NodeGroups {
  readonly #layouts: SharedLayouts;
  readonly #groups = new WeakMap<GPUBuffer, GPUBindGroup>();

  constructor(layouts: SharedLayouts) {
    this.#layouts = layouts;
  }

  of(draw: PointsDraw, ledger: ResourceLedger): GPUBindGroup {
    const points = draw.buffer.on(ledger);
    const known = this.#groups.get(points);
    if (known) return known;
    const group = ledger.device.createBindGroup({
      label: 'point node',
      layout: this.#layouts.pointNode,
      entries: [points, draw.flight?.on(ledger) ?? points].map((buffer, binding) => ({
        binding,
        resource: { buffer },
      })),
    });
    this.#groups.set(points, group);
    return group;
  }
}
