import { clamp } from '#domain/math/clamp.ts';

/** Directions that drawn lines take: multiples of a step from grid north. */
export interface AngleLock {
  readonly isOn: boolean;
  /** Degrees. */
  readonly stepDeg: number;
}

/** Steps that are offered; others are typed. */
export const lockSteps = [15, 30, 45, 90] as const;

/** Limits of the step, degrees. */
export const lockRange = { min: 0.1, max: 180 } as const;

export const defaultLock: AngleLock = { isOn: false, stepDeg: 90 };

/** The lock with some of it changed; the step is kept within its limits. */
export function changedLock(before: AngleLock, patch: Partial<AngleLock>): AngleLock {
  const stepDeg = clamp(patch.stepDeg ?? before.stepDeg, lockRange.min, lockRange.max);
  return { isOn: patch.isOn ?? before.isOn, stepDeg };
}
