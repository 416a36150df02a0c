import { solveCholesky } from '../../linear/solve.ts';

/** Systems up to this many unknowns are factorised, larger ones iterated. */
const densestSize = 600;
const mostSteps = 250;
const tolerance = 1e-6;

/**
 * Normal equations of poses (6 each) and shared parameters (m in all) once the points are eliminated: symmetric, in
 * 6 × 6 blocks for photos that have a point in common, a border for the shared parameters.
 */
export interface ReducedSystem {
  readonly photos: number;
  readonly shared: number;
  /** Photos joined to photo i, itself first, rising: column[rowStart[i]] … ; upper triangle only. */
  readonly rowStart: Uint32Array;
  readonly column: Uint32Array;
  /** 36 numbers a block, row by row. */
  readonly blocks: Float64Array;
  /** 6 × m a photo. */
  readonly border: Float64Array;
  /** m × m. */
  readonly corner: Float64Array;
  /** 6n + m. */
  readonly right: Float64Array;
}

/** An empty system whose blocks are those of the photos that some point joins; `start` delimits points' observations. */
export function createReducedSystem(
  photos: number,
  shared: number,
  start: Uint32Array,
  photoOf: Uint32Array,
): ReducedSystem {
  const partners: Set<number>[] = Array.from({ length: photos }, (_, i) => new Set([i]));
  for (let p = 0; p + 1 < start.length; p++) {
    for (let j = start[p]!; j < start[p + 1]!; j++) {
      const row = partners[photoOf[j]!]!;
      for (let k = j + 1; k < start[p + 1]!; k++) row.add(photoOf[k]!);
    }
  }
  const rowStart = new Uint32Array(photos + 1);
  partners.forEach((row, i) => {
    rowStart[i + 1] = rowStart[i]! + row.size;
  });
  const column = new Uint32Array(rowStart[photos]!);
  partners.forEach((row, i) => {
    column.set(
      [...row].sort((a, b) => a - b),
      rowStart[i]!,
    );
  });
  return {
    photos,
    shared,
    rowStart,
    column,
    blocks: new Float64Array(36 * column.length),
    border: new Float64Array(6 * photos * shared),
    corner: new Float64Array(shared * shared),
    right: new Float64Array(6 * photos + shared),
  };
}

export function clearSystem(system: ReducedSystem): void {
  system.blocks.fill(0);
  system.border.fill(0);
  system.corner.fill(0);
  system.right.fill(0);
}

/** Solves the system into `x`. @returns false where it is not positive definite */
export function solveReduced(system: ReducedSystem, x: Float64Array): boolean {
  const size = 6 * system.photos + system.shared;
  if (size <= densestSize) return solveDense(system, x, size);
  return solveIteratively(system, x, size);
}

function solveDense(system: ReducedSystem, x: Float64Array, size: number): boolean {
  const { photos, shared, rowStart, column, blocks, border, corner } = system;
  const a = new Float64Array(size * size);
  for (let i = 0; i < photos; i++) {
    for (let e = rowStart[i]!; e < rowStart[i + 1]!; e++) {
      const j = column[e]!;
      for (let r = 0; r < 6; r++) {
        for (let c = 0; c < 6; c++) a[(6 * j + c) * size + 6 * i + r] = blocks[36 * e + 6 * r + c]!;
      }
    }
    for (let r = 0; r < 6; r++) {
      for (let c = 0; c < shared; c++)
        a[(6 * photos + c) * size + 6 * i + r] = border[(6 * i + r) * shared + c]!;
    }
  }
  for (let r = 0; r < shared; r++) {
    for (let c = 0; c <= r; c++) a[(6 * photos + r) * size + 6 * photos + c] = corner[r * shared + c]!;
  }
  x.set(system.right);
  return solveCholesky(a, x, size);
}

function multiply(system: ReducedSystem, x: Float64Array, out: Float64Array): void {
  const { photos, shared, rowStart, column, blocks, border, corner } = system;
  out.fill(0);
  const tail = 6 * photos;
  for (let i = 0; i < photos; i++) {
    for (let e = rowStart[i]!; e < rowStart[i + 1]!; e++) {
      const j = column[e]!;
      for (let r = 0; r < 6; r++) {
        const xr = x[6 * i + r]!;
        let sum = 0;
        for (let c = 0; c < 6; c++) {
          const value = blocks[36 * e + 6 * r + c]!;
          sum += value * x[6 * j + c]!;
          if (j !== i) out[6 * j + c]! += value * xr;
        }
        out[6 * i + r]! += sum;
      }
    }
    for (let r = 0; r < 6; r++) {
      for (let c = 0; c < shared; c++) {
        const value = border[(6 * i + r) * shared + c]!;
        out[6 * i + r]! += value * x[tail + c]!;
        out[tail + c]! += value * x[6 * i + r]!;
      }
    }
  }
  for (let r = 0; r < shared; r++) {
    for (let c = 0; c < shared; c++) out[tail + r]! += corner[r * shared + c]! * x[tail + c]!;
  }
}

const block = new Float64Array(36);
const part = new Float64Array(6);

/** Applies the inverse of the diagonal blocks. */
function precondition(system: ReducedSystem, r: Float64Array, out: Float64Array): boolean {
  const { photos, shared, rowStart, blocks } = system;
  for (let i = 0; i < photos; i++) {
    const at = 36 * rowStart[i]!;
    for (let c = 0; c < 36; c++) block[c] = blocks[at + c]!;
    for (let c = 0; c < 6; c++) part[c] = r[6 * i + c]!;
    if (!solveCholesky(block, part, 6)) return false;
    out.set(part, 6 * i);
  }
  if (shared === 0) return true;
  const tail = r.slice(6 * photos);
  if (!solveCholesky(system.corner.slice(), tail, shared)) return false;
  out.set(tail, 6 * photos);
  return true;
}

/** Conjugate gradients with the diagonal blocks as preconditioner (S. Agarwal and others, 2010). */
function solveIteratively(system: ReducedSystem, x: Float64Array, size: number): boolean {
  const residual = Float64Array.from(system.right);
  const z = new Float64Array(size);
  const product = new Float64Array(size);
  x.fill(0);
  if (!precondition(system, residual, z)) return false;
  const direction = z.slice();
  let energy = 0;
  for (let k = 0; k < size; k++) energy += residual[k]! * z[k]!;
  const enough = tolerance * tolerance * energy;
  for (let step = 0; step < mostSteps && energy > enough; step++) {
    multiply(system, direction, product);
    let curvature = 0;
    for (let k = 0; k < size; k++) curvature += direction[k]! * product[k]!;
    if (!(curvature > 0)) return step > 0;
    const alpha = energy / curvature;
    for (let k = 0; k < size; k++) {
      x[k]! += alpha * direction[k]!;
      residual[k]! -= alpha * product[k]!;
    }
    precondition(system, residual, z);
    let next = 0;
    for (let k = 0; k < size; k++) next += residual[k]! * z[k]!;
    const beta = next / energy;
    for (let k = 0; k < size; k++) direction[k] = z[k]! + beta * direction[k]!;
    energy = next;
  }
  return true;
}
