import type { SurveyOutline } from '../outline/survey-outline.ts';
import type { Tin } from './tin.ts';

export interface TrimmedTin {
  readonly tin: Tin;
  /** Plan area of the triangles that were taken away. */
  readonly cutArea: number;
}

/** A TIN of the triangles whose middle is in a survey's outline. */
export function trimTin(tin: Tin, outline: SurveyOutline): TrimmedTin {
  const { points, triangles } = tin;
  const kept = new Uint32Array(triangles.length);
  let length = 0;
  let cutArea = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const [ux, uy] = [points[b]! - points[a]!, points[b + 1]! - points[a + 1]!];
    const [vx, vy] = [points[c]! - points[a]!, points[c + 1]! - points[a + 1]!];
    if (outline.contains(points[a]! + (ux + vx) / 3, points[a + 1]! + (uy + vy) / 3)) {
      kept[length++] = triangles[t]!;
      kept[length++] = triangles[t + 1]!;
      kept[length++] = triangles[t + 2]!;
    } else cutArea += (ux * vy - uy * vx) / 2;
  }
  return length === triangles.length
    ? { tin, cutArea: 0 }
    : { tin: { points, triangles: kept.slice(0, length) }, cutArea };
}
