import type { PointClip } from '../cloud/point-filter.ts';

/** A drawn shape to create clips from; `coordinates` is xyz per vertex, length 3n. */
export interface ClipShape {
  readonly kind: 'point' | 'polyline' | 'polygon';
  readonly coordinates: readonly number[];
}

/** Height of a box with one open end: larger than any survey's range. */
export const tall = 1e6;

/** How clips are created from shapes. */
export interface ClipChoice {
  /** `outline` follows the shapes; `box` is the upright box around all of them. */
  readonly form: 'outline' | 'box';
  /** Width of slices, across the line, horizontal units. */
  readonly width: number;
  /** Elevations of the box's ends; null is open. */
  readonly bottom: number | null;
  readonly top: number | null;
  /** From east to the box's first axis, radians counter-clockwise. */
  readonly yawRad: number;
  readonly isInverted: boolean;
}

function boxRound(shapes: readonly ClipShape[], id: string, choice: ClipChoice): PointClip[] {
  const { bottom, top, yawRad, isInverted } = choice;
  const all = shapes.flatMap(({ coordinates }) => coordinates);
  if (all.length < 6) return [];
  const [baseX, baseY] = [all[0]!, all[1]!];
  const [cos, sin] = [Math.cos(yawRad), Math.sin(yawRad)];
  // Along the box's own axes, from the first corner, where the numbers are small.
  let [west, east, south, north] = [0, 0, 0, 0];
  for (let i = 0; i < all.length; i += 3) {
    const [dx, dy] = [all[i]! - baseX, all[i + 1]! - baseY];
    const [along, across] = [dx * cos + dy * sin, dy * cos - dx * sin];
    [west, east] = [Math.min(west, along), Math.max(east, along)];
    [south, north] = [Math.min(south, across), Math.max(north, across)];
  }
  const low = bottom ?? (top === null ? -tall : top - tall);
  const high = top ?? low + 2 * tall;
  const [along, across] = [(west + east) / 2, (south + north) / 2];
  const center = [
    baseX + along * cos - across * sin,
    baseY + along * sin + across * cos,
    (low + high) / 2,
  ] as const;
  const half = [(east - west) / 2, (north - south) / 2, (high - low) / 2] as const;
  return half.every((value) => value > 0) ? [{ kind: 'box', id, isInverted, center, half, yawRad }] : [];
}

function outlineOf(
  { kind, coordinates }: ClipShape,
  id: string,
  { width, isInverted }: ClipChoice,
): PointClip[] {
  const plan = coordinates.filter((_, i) => i % 3 !== 2);
  if (kind === 'polygon') return plan.length < 6 ? [] : [{ kind, id, isInverted, ring: plan }];
  if (kind === 'point') return [];
  const slices: PointClip[] = [];
  for (let i = 0; i + 3 < plan.length; i += 2) {
    const [from, to] = [[plan[i]!, plan[i + 1]!] as const, [plan[i + 2]!, plan[i + 3]!] as const];
    if (from[0] === to[0] && from[1] === to[1]) continue;
    slices.push({ kind: 'slice', id: `${id}-${i / 2}`, isInverted, from, to, width });
  }
  return slices;
}

/**
 * Clips of drawn shapes: a column over each polygon, a slice along each side of a polyline, or one box around all.
 * Points alone give no clip. `id` is the prefix of the clips' ids.
 */
export function clipsOfShapes(shapes: readonly ClipShape[], id: string, choice: ClipChoice): PointClip[] {
  if (choice.form === 'box') return boxRound(shapes, id, choice);
  return shapes.flatMap((shape, i) => outlineOf(shape, `${id}-${i}`, choice));
}
