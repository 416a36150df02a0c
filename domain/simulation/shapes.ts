import { clamp } from '../math/clamp.ts';

/**
 * Heaps and holes whose volume is known in closed form. All lengths in metres, in the scene's frame (x east, y north, z
 * up). A shape adds `height(x, y)` to its flat pad.
 */
export interface KnownShape {
  readonly name: string;
  readonly kind: 'cone' | 'frustum' | 'irregular' | 'pit';
  readonly centreX: number;
  readonly centreY: number;
  /** Radius of a circle around the centre outside which the height is zero. */
  readonly reach: number;
  /** Height above the pad, metres; negative in a pit, 0 outside. */
  height(x: number, y: number): number;
  /** Distance from the centre to the toe (pit: crest) in a direction, angle from east, counter-clockwise. */
  toe(angleRad: number): number;
  /** Volume between shape and pad, cubic metres, positive. */
  readonly volume: number;
  /** The volume formula and its parameters, for the truth file. */
  readonly parameters: Readonly<Record<string, number | string | readonly number[]>>;
}

const tau = 2 * Math.PI;

/** A right circular cone; V = πr²h/3. */
export function createCone(
  name: string,
  centreX: number,
  centreY: number,
  radius: number,
  peak: number,
): KnownShape {
  return {
    name,
    kind: 'cone',
    centreX,
    centreY,
    reach: radius,
    height: (x, y) => Math.max(0, peak * (1 - Math.hypot(x - centreX, y - centreY) / radius)),
    toe: () => radius,
    volume: (Math.PI * radius * radius * peak) / 3,
    parameters: { formula: 'pi r^2 h / 3', radius, height: peak },
  };
}

/** A truncated cone, or a pit of that shape where the height is negative; V = πh(R² + Rr + r²)/3. */
export function createFrustum(
  name: string,
  centreX: number,
  centreY: number,
  outer: number,
  inner: number,
  peak: number,
): KnownShape {
  const height = (x: number, y: number) => {
    const distance = Math.hypot(x - centreX, y - centreY);
    return peak * clamp((outer - distance) / (outer - inner), 0, 1);
  };
  return {
    name,
    kind: peak < 0 ? 'pit' : 'frustum',
    centreX,
    centreY,
    reach: outer,
    height,
    toe: () => outer,
    volume: (Math.PI * Math.abs(peak) * (outer * outer + outer * inner + inner * inner)) / 3,
    parameters: {
      formula: 'pi |h| (R^2 + R r + r^2) / 3',
      outerRadius: outer,
      innerRadius: inner,
      height: peak,
    },
  };
}

/** Relative amplitude and phase of the toe's waves; wave k has k + 2 periods per turn. */
export type ToeWaves = readonly (readonly [amplitude: number, phaseRad: number])[];

/**
 * A rounded heap with a wavy toe R(θ) = R₀(1 + Σ aₖ cos((k+2)θ + φₖ)) and height h(1 − (ρ/R)²)².
 * V = ∫∫ h(1 − (ρ/R)²)² ρ dρ dθ = (h/6) ∫ R² dθ = (h/6) R₀² (2π + π Σ aₖ²).
 */
export function createIrregularHeap(
  name: string,
  centreX: number,
  centreY: number,
  meanRadius: number,
  peak: number,
  waves: ToeWaves,
): KnownShape {
  const toe = (angle: number) =>
    meanRadius *
    (1 +
      waves.reduce((sum, [amplitude, phase], k) => sum + amplitude * Math.cos((k + 2) * angle + phase), 0));
  const squares = waves.reduce((sum, [amplitude]) => sum + amplitude * amplitude, 0);
  const height = (x: number, y: number) => {
    const distance = Math.hypot(x - centreX, y - centreY);
    const ratio = distance / toe(Math.atan2(y - centreY, x - centreX));
    return ratio >= 1 ? 0 : peak * (1 - ratio * ratio) ** 2;
  };
  return {
    name,
    kind: 'irregular',
    centreX,
    centreY,
    reach: meanRadius * (1 + waves.reduce((sum, [amplitude]) => sum + Math.abs(amplitude), 0)),
    height,
    toe,
    volume: (peak / 6) * meanRadius * meanRadius * (tau + Math.PI * squares),
    parameters: {
      formula: 'h/6 R0^2 (2 pi + pi sum a_k^2)',
      meanRadius,
      height: peak,
      amplitudes: waves.map(([amplitude]) => amplitude),
      phasesRad: waves.map(([, phase]) => phase),
    },
  };
}
