import { clamp } from '#domain/math/clamp.ts';
import { type SnapKind, snapKinds } from '#domain/view/snap.ts';

/** Settings of snapping. */
export interface SnapSettings {
  readonly isOn: boolean;
  /** Maximum distance from the pointer, CSS pixels. */
  readonly radiusPx: number;
  readonly kinds: Readonly<Record<SnapKind, boolean>>;
  /** Distance of the lines of the snap grid, horizontal unit. */
  readonly gridStep: number;
}

/** Limits of the tolerance, CSS pixels. */
export const snapRadiusRange = { min: 4, max: 24 } as const;

function kindsFrom(isOn: (kind: SnapKind) => boolean): SnapSettings['kinds'] {
  return Object.fromEntries(snapKinds.map((kind) => [kind, isOn(kind)])) as Record<SnapKind, boolean>;
}

/** Everything snaps that is drawn or surveyed; a grid is neither. */
export const defaultSnap: SnapSettings = {
  isOn: true,
  radiusPx: 10,
  kinds: kindsFrom((kind) => kind !== 'grid'),
  gridStep: 1,
};

/** Limits of the step of the grid, horizontal unit. */
export const gridStepRange = { min: 0.001, max: 1e6 } as const;

/** Settings with some of them changed; the tolerance is clamped to its limits. */
export function changedSnap(before: SnapSettings, patch: SnapPatch): SnapSettings {
  const { min, max } = snapRadiusRange;
  return {
    isOn: patch.isOn ?? before.isOn,
    radiusPx: clamp(patch.radiusPx ?? before.radiusPx, min, max),
    kinds: kindsFrom((kind) => patch.kinds?.[kind] ?? before.kinds[kind]),
    gridStep: clamp(patch.gridStep ?? before.gridStep, gridStepRange.min, gridStepRange.max),
  };
}

/** What may change in the settings. */
export interface SnapPatch {
  readonly isOn?: boolean;
  readonly radiusPx?: number;
  readonly kinds?: Readonly<Partial<Record<SnapKind, boolean>>>;
  readonly gridStep?: number;
}

/** Parses settings from JSON; missing or malformed values are left out. */
export function readSnapPatch(text: string | null): SnapPatch {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null) return {};
  const { isOn, radiusPx, kinds, gridStep } = value as Record<string, unknown>;
  const read = typeof kinds === 'object' && kinds !== null ? (kinds as Record<string, unknown>) : {};
  const known = snapKinds.filter((kind) => typeof read[kind] === 'boolean');
  return {
    ...(typeof isOn === 'boolean' ? { isOn } : {}),
    ...(typeof radiusPx === 'number' && Number.isFinite(radiusPx) ? { radiusPx } : {}),
    ...(typeof gridStep === 'number' && Number.isFinite(gridStep) ? { gridStep } : {}),
    kinds: Object.fromEntries(known.map((kind) => [kind, read[kind] as boolean])),
  };
}
