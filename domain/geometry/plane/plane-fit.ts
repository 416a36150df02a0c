/** A plane in plan, and how well it fits. */
export interface FittedPlane {
  /** Rise over run along x and y. */
  readonly slopeX: number;
  readonly slopeY: number;
  /** Root mean square distance in height of the points from it. */
  readonly roughness: number;
  /**
   * How much the points spread across their longest direction: the determinant of their scatter in plan over the square
   * of its trace; 1/4 where they spread alike in all directions, 0 on a line.
   */
  readonly breadth: number;
}

/** Sums over points for the plane z = c + a·x + b·y through them. */
export interface PlaneFit {
  readonly count: number;
  clear(): void;
  add(x: number, y: number, z: number): void;
  /** The least-squares plane (normal equations about the mean); null for points at one place or on a line. */
  plane(): FittedPlane | null;
}

/** Gathers points for a plane, used again after `clear`. Coordinates should be small: differences from one of the points. */
export function createPlaneFit(): PlaneFit {
  let [n, sx, sy, sz] = [0, 0, 0, 0];
  let [sxx, sxy, syy, sxz, syz, szz] = [0, 0, 0, 0, 0, 0];
  return {
    get count() {
      return n;
    },
    clear() {
      n = sx = sy = sz = sxx = sxy = syy = sxz = syz = szz = 0;
    },
    add(x, y, z) {
      n++;
      sx += x;
      sy += y;
      sz += z;
      sxx += x * x;
      sxy += x * y;
      syy += y * y;
      sxz += x * z;
      syz += y * z;
      szz += z * z;
    },
    plane() {
      if (n === 0) return null;
      const [cxx, cxy, cyy] = [sxx - (sx * sx) / n, sxy - (sx * sy) / n, syy - (sy * sy) / n];
      const [cxz, cyz, czz] = [sxz - (sx * sz) / n, syz - (sy * sz) / n, szz - (sz * sz) / n];
      const determinant = cxx * cyy - cxy * cxy;
      if (!(determinant > 0)) return null;
      const slopeX = (cxz * cyy - cyz * cxy) / determinant;
      const slopeY = (cyz * cxx - cxz * cxy) / determinant;
      const roughness = Math.sqrt(Math.max(0, czz - slopeX * cxz - slopeY * cyz) / n);
      return { slopeX, slopeY, roughness, breadth: determinant / (cxx + cyy) ** 2 };
    },
  };
}
