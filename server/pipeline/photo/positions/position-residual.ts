/** Root mean squares of adjusted − stated positions, metres. */
export interface PositionResidual {
  readonly e: number;
  readonly n: number;
  /** Null where no height was used. */
  readonly u: number | null;
  readonly d3: number;
}

type Residual = readonly [e: number, n: number, u: number | null];

/** Root mean squares of the residuals of used positions, metres; null where none was used. */
export function residualOf(residuals: readonly Residual[]): PositionResidual | null {
  if (residuals.length === 0) return null;
  const rms = (axis: 0 | 1 | 2) => {
    const values = residuals.flatMap((residual) => residual[axis] ?? []);
    if (values.length === 0) return null;
    return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
  };
  const [e, n, u] = [rms(0) ?? 0, rms(1) ?? 0, rms(2)];
  return { e, n, u, d3: Math.hypot(e, n, u ?? 0) };
}
