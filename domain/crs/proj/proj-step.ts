import proj4, { type Converter } from 'proj4';
import { AppError } from '../../errors/app-error.ts';
import type { HorizontalCrs, ProjectedCrs } from '../types.ts';
import { toProj4 } from './proj-write.ts';
import { colombiaUrban } from './projection-colombia.ts';
import { cassiniSoldner, polyconic } from './projection-meridian.ts';

for (const projection of [colombiaUrban, cassiniSoldner, polyconic]) {
  (proj4.Proj.projections.add as unknown as (projection: object) => void)(projection);
}

/** The PROJ string of a system. Throws `crs.method-unsupported`, `crs.transform-unavailable` for local systems. */
export function definitionText(crs: HorizontalCrs, other: HorizontalCrs): string {
  const text = toProj4(crs);
  if (text !== null) return text;
  if (crs.kind === 'projected') {
    throw new AppError('crs.method-unsupported', { name: crs.name, method: crs.method });
  }
  throw new AppError('crs.transform-unavailable', {
    from: crs.name,
    to: other.name,
    reason: 'it-is-a-local-system',
  });
}

/** Transforms one point to `out`: not finite where it has no place. */
export type Step = (x: number, y: number, z: number, out: Float64Array) => void;

/** Degrees in one unit of a geographic system; 1 for others. */
function angleScale(crs: HorizontalCrs): number {
  return crs.kind === 'geographic' && crs.unit.kind === 'angular' ? (crs.unit.radians * 180) / Math.PI : 1;
}

type Forward = (point: number[]) => number[];

/** Proj4 throws plain errors for definitions that it cannot use. */
function converterOf(source: string, target: string): Converter {
  try {
    return proj4(source, target);
  } catch (cause) {
    const reason = 'a-definition-cannot-be-used';
    throw new AppError('crs.transform-unavailable', { from: source, to: target, reason }, { cause });
  }
}

function plainForward(source: string, target: string): Forward {
  const converter = converterOf(source, target);
  return (point) => converter.forward(point, true);
}

/** Methods whose inverse in proj4 is a short series, wrong by up to millimetres. */
const roughInverses = new Set([9820, 1027, 9812, 9815, 9811, 1078]);

function isRefined(crs: HorizontalCrs): crs is ProjectedCrs {
  return crs.kind === 'projected' && roughInverses.has(crs.method);
}

/** Goes by way of the base system, and corrects the inverse until projecting it forward again hits the point. */
function refinedForward(crs: ProjectedCrs, sourceText: string, targetText: string): Forward {
  const baseText = definitionText(crs.base, crs);
  const toBase = converterOf(sourceText, baseText);
  const onward = baseText === targetText ? null : plainForward(baseText, targetText);
  return (point) => {
    const [x, y, z] = point as [number, number, number];
    let [aimX, aimY] = [x, y];
    let guess = toBase.forward([x, y, z], true);
    for (let i = 0; i < 8; i++) {
      const reached = toBase.inverse([guess[0]!, guess[1]!, z], true);
      const [dx, dy] = [x - reached[0]!, y - reached[1]!];
      if (!(Math.hypot(dx, dy) > 1e-8)) break;
      [aimX, aimY] = [aimX + dx, aimY + dy];
      const better = toBase.forward([aimX, aimY, z], true);
      if (!Number.isFinite(better[0]!) || !Number.isFinite(better[1]!)) break;
      guess = better;
    }
    return onward ? onward([guess[0]!, guess[1]!, z]) : [guess[0]!, guess[1]!, z];
  };
}

/**
 * One system to another by proj4 and the PROJ strings of both. Throws `crs.transform-unavailable` where proj4 cannot use them.
 */
export function projStep(
  from: HorizontalCrs,
  to: HorizontalCrs,
  sourceText: string,
  targetText: string,
): Step {
  const scaleIn = angleScale(from);
  const scaleOut = 1 / angleScale(to);
  if (sourceText === targetText) {
    const scale = scaleIn * scaleOut;
    return (x, y, z, out) => {
      out[0] = x * scale;
      out[1] = y * scale;
      out[2] = z;
    };
  }
  const forward = isRefined(from)
    ? refinedForward(from, sourceText, targetText)
    : plainForward(sourceText, targetText);
  return (x, y, z, out) => {
    const result = forward([x * scaleIn, y * scaleIn, z]);
    out[0] = result[0]! * scaleOut;
    out[1] = result[1]! * scaleOut;
    out[2] = result[2]!;
  };
}
