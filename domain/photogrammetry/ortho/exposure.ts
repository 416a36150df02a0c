import type { GridFrame } from '../../geometry/grid/grid.ts';
import { clamp } from '../../math/clamp.ts';
import { maxOf, minOf } from '../../math/extremes.ts';
import { upperMedian } from '../../math/median.ts';
import { dotProduct } from '../../math/vectors.ts';
import type { CoarseView } from './coarse-view.ts';

/** How the photos of a block must be brightened to agree: colour × exp(−(gain + vignetting(radius))). */
export interface Exposure {
  /** Logarithmic gains, RGB a photo, mean 0 over the photos; length 3n. */
  readonly gains: Float64Array<ArrayBuffer>;
  /** Coefficients of r², r⁴ and r⁶ a camera (r = 1 in the image's corner), of the logarithm; length 3 × cameras. */
  readonly vignetting: Float64Array<ArrayBuffer>;
  /** Pairs of colours it rests on, and their robust spread (natural logarithm) before and after. */
  readonly pairs: number;
  readonly spreadBefore: number;
  readonly spreadAfter: number;
}

/** A cell that two photos show: colours as logarithms, differences first − second. */
interface Overlaps {
  readonly count: number;
  readonly first: Uint16Array;
  readonly second: Uint16Array;
  /** Squared radius in either photo. */
  readonly radii: Float32Array;
  /** RGB a pair. */
  readonly differences: Float32Array;
}

const maxCells = 12_000;
const viewsPerCell = 6;
const [darkest, brightest] = [10, 246];
/** Standard deviations: of gains and of vignetting about none, of a colour's difference between two views. */
const gainSigma = 0.25;
const vignettingSigma = 0.4;
const robustScale = 0.06;
const reweightings = 8;
const terms = 3;

const median = (values: Iterable<number>): number => upperMedian(values) ?? 0;

/** Colours of cells, spread evenly, that several photos show. */
function gatherOverlaps(
  { width, height }: Pick<GridFrame, 'width' | 'height'>,
  views: readonly CoarseView[],
): Overlaps {
  const stride = Math.max(1, Math.ceil(Math.sqrt((width * height) / maxCells)));
  const first: number[] = [];
  const second: number[] = [];
  const radii: number[] = [];
  const differences: number[] = [];
  const rows = Array.from({ length: Math.ceil(height / stride) }, (_, index) => index * stride);
  for (const y of rows) {
    const inRow = views.flatMap((view, index) =>
      y >= view.window.y && y < view.window.y + view.window.height ? [{ view, index }] : [],
    );
    for (let x = 0; x < width; x += stride) {
      const seen: { index: number; at: number; view: CoarseView }[] = [];
      for (const { view, index } of inRow) {
        const { window, cost, rgb } = view;
        if (x < window.x || x >= window.x + window.width) continue;
        const at = (y - window.y) * window.width + x - window.x;
        if (cost[at] === Infinity) continue;
        const colour = [rgb[3 * at]!, rgb[3 * at + 1]!, rgb[3 * at + 2]!];
        if (minOf(colour) >= darkest && maxOf(colour) <= brightest) seen.push({ index, at, view });
      }
      seen.sort((a, b) => a.view.cost[a.at]! - b.view.cost[b.at]! || a.index - b.index);
      const used = seen.slice(0, viewsPerCell);
      for (let i = 0; i < used.length; i++) {
        for (let j = i + 1; j < used.length; j++) {
          const [a, b] = [used[i]!, used[j]!];
          first.push(a.index);
          second.push(b.index);
          radii.push((a.view.radius[a.at]! / 255) ** 2, (b.view.radius[b.at]! / 255) ** 2);
          for (let channel = 0; channel < 3; channel++) {
            differences.push(Math.log(a.view.rgb[3 * a.at + channel]! / b.view.rgb[3 * b.at + channel]!));
          }
        }
      }
    }
  }
  return {
    count: first.length,
    first: Uint16Array.from(first),
    second: Uint16Array.from(second),
    radii: Float32Array.from(radii),
    differences: Float32Array.from(differences),
  };
}

/** Solves a symmetric positive definite system by conjugate gradients with a diagonal preconditioner. */
function conjugateGradients(
  multiply: (vector: Float64Array, out: Float64Array) => void,
  diagonal: Float64Array,
  right: Float64Array,
  start: Float64Array,
): Float64Array<ArrayBuffer> {
  const n = right.length;
  const x = Float64Array.from(start);
  const product = new Float64Array(n);
  multiply(x, product);
  const residual = right.map((value, i) => value - product[i]!);
  let scaled = residual.map((value, i) => value / diagonal[i]!);
  const direction = scaled.slice();
  let rho = dotProduct(residual, scaled);
  const enough =
    1e-16 *
    Math.max(
      1e-30,
      dotProduct(
        right,
        right.map((value, i) => value / diagonal[i]!),
      ),
    );
  for (let step = 0; step < 4 * n + 50 && rho > enough; step++) {
    multiply(direction, product);
    const alpha = rho / dotProduct(direction, product);
    for (let i = 0; i < n; i++) {
      x[i] = x[i]! + alpha * direction[i]!;
      residual[i] = residual[i]! - alpha * product[i]!;
    }
    scaled = residual.map((value, i) => value / diagonal[i]!);
    const next = dotProduct(residual, scaled);
    const beta = next / rho;
    rho = next;
    for (let i = 0; i < n; i++) direction[i] = scaled[i]! + beta * direction[i]!;
  }
  return x;
}

interface Unknowns {
  readonly photos: number;
  readonly cameraOf: ArrayLike<number>;
  readonly cameras: number;
}

/** Difference left under a solution, entry `3 × pair + channel`. */
function residualsOf(
  { photos, cameraOf }: Unknowns,
  overlaps: Overlaps,
  solution: Float64Array,
): Float32Array {
  const { first, second, radii, differences } = overlaps;
  const residuals = new Float32Array(differences.length);
  const fall = (photo: number, q: number) => {
    const at = 3 * photos + terms * cameraOf[photo]!;
    return q * (solution[at]! + q * (solution[at + 1]! + q * solution[at + 2]!));
  };
  for (let pair = 0; pair < overlaps.count; pair++) {
    const [a, b] = [first[pair]!, second[pair]!];
    const falls = fall(a, radii[2 * pair]!) - fall(b, radii[2 * pair + 1]!);
    for (let channel = 0; channel < 3; channel++) {
      const gains = solution[3 * a + channel]! - solution[3 * b + channel]!;
      residuals[3 * pair + channel] = differences[3 * pair + channel]! - gains - falls;
    }
  }
  return residuals;
}

/** Normal equations, arrow-shaped: gains tied in pairs of photos, bordered by the vignetting of the cameras. */
interface Normals {
  readonly diagonal: Float64Array;
  /** Photos of each tie, and its three entries. */
  readonly ties: Uint16Array;
  readonly tieValues: Float64Array;
  /** Gains × vignetting, row by row, and vignetting × vignetting without its diagonal. */
  readonly border: Float64Array;
  readonly corner: Float64Array;
  readonly right: Float64Array;
}

/** Ties between photos in order of appearance, and the tie of each pair of colours. */
function indexTies({ count, first, second }: Overlaps, photos: number) {
  const known = new Map<number, number>();
  const tieOf = new Uint32Array(count);
  const ties: number[] = [];
  for (let pair = 0; pair < count; pair++) {
    const key = first[pair]! * photos + second[pair]!;
    let tie = known.get(key);
    if (tie === undefined) {
      tie = known.size;
      known.set(key, tie);
      ties.push(first[pair]!, second[pair]!);
    }
    tieOf[pair] = tie;
  }
  return { ties: Uint16Array.from(ties), tieOf };
}

function gatherNormals(unknowns: Unknowns, overlaps: Overlaps, weights: Float32Array): Normals {
  const { photos, cameraOf, cameras } = unknowns;
  const { first, second, radii, differences } = overlaps;
  const { ties, tieOf } = indexTies(overlaps, photos);
  const [gains, falls] = [3 * photos, terms * cameras];
  const diagonal = new Float64Array(gains + falls).map(
    (_, unknown) => (robustScale / (unknown < gains ? gainSigma : vignettingSigma)) ** 2,
  );
  const right = new Float64Array(gains + falls);
  const tieValues = new Float64Array(Math.floor((3 * ties.length) / 2));
  const border = new Float64Array(gains * falls);
  const corner = new Float64Array(falls * falls);
  const slopes = new Float64Array(falls);
  const addTo = (array: Float64Array, at: number, value: number) => {
    array[at] = array[at]! + value;
  };
  for (let pair = 0; pair < overlaps.count; pair++) {
    const [a, b] = [first[pair]!, second[pair]!];
    const [qa, qb] = [radii[2 * pair]!, radii[2 * pair + 1]!];
    slopes.fill(0);
    for (let term = 0, pa = qa, pb = qb; term < terms; term++, pa *= qa, pb *= qb) {
      addTo(slopes, terms * cameraOf[a]! + term, pa);
      addTo(slopes, terms * cameraOf[b]! + term, -pb);
    }
    for (let channel = 0; channel < 3; channel++) {
      const weight = weights[3 * pair + channel]!;
      const target = weight * differences[3 * pair + channel]!;
      const [ga, gb] = [3 * a + channel, 3 * b + channel];
      addTo(diagonal, ga, weight);
      addTo(diagonal, gb, weight);
      addTo(tieValues, 3 * tieOf[pair]! + channel, -weight);
      addTo(right, ga, target);
      addTo(right, gb, -target);
      for (let i = 0; i < falls; i++) {
        const slope = slopes[i]!;
        if (slope === 0) continue;
        addTo(border, ga * falls + i, weight * slope);
        addTo(border, gb * falls + i, -weight * slope);
        addTo(right, gains + i, target * slope);
        addTo(diagonal, gains + i, weight * slope * slope);
        for (let j = 0; j < falls; j++)
          if (j !== i) addTo(corner, i * falls + j, weight * slope * slopes[j]!);
      }
    }
  }
  return { diagonal, ties, tieValues, border, corner, right };
}

/** Product of the normal matrix with a vector. */
function multiplyNormals(
  { diagonal, ties, tieValues, border, corner }: Normals,
  vector: Float64Array,
  out: Float64Array,
) {
  const falls = Math.round(Math.sqrt(corner.length));
  const gains = diagonal.length - falls;
  for (let i = 0; i < diagonal.length; i++) out[i] = diagonal[i]! * vector[i]!;
  for (let k = 0; k < tieValues.length; k++) {
    const channel = k % 3;
    const tie = (k - channel) / 3;
    const [a, b] = [3 * ties[2 * tie]! + channel, 3 * ties[2 * tie + 1]! + channel];
    out[a] = out[a]! + tieValues[k]! * vector[b]!;
    out[b] = out[b]! + tieValues[k]! * vector[a]!;
  }
  for (let i = 0; i < falls; i++) {
    const own = vector[gains + i]!;
    let sum = 0;
    for (let gain = 0; gain < gains; gain++) {
      const value = border[gain * falls + i]!;
      sum += value * vector[gain]!;
      out[gain] = out[gain]! + value * own;
    }
    for (let j = 0; j < falls; j++) sum += corner[i * falls + j]! * vector[gains + j]!;
    out[gains + i] = out[gains + i]! + sum;
  }
}

/** Moves the common part of the gains of each channel away: the mean photo keeps its brightness. */
function centreGains(solution: Float64Array, photos: number): void {
  for (let channel = 0; channel < 3; channel++) {
    let mean = 0;
    for (let photo = 0; photo < photos; photo++) mean += solution[3 * photo + channel]! / photos;
    for (let photo = 0; photo < photos; photo++) {
      solution[3 * photo + channel] = solution[3 * photo + channel]! - mean;
    }
  }
}

/**
 * Solves gains and vignetting of a block from the cells that several photos show: least squares of the logarithms
 * (a gain in linear light is one in gamma-coded values too), reweighted by Cauchy's function against what moves or
 * glitters, held near 0 where overlaps say little (M. Brown and D. Lowe, "Automatic panoramic image stitching", 2007,
 * section 6; vignetting as an even polynomial, D. Goldman, 2010).
 * @param cameraOf camera of each view
 */
export function solveExposure(
  frame: Pick<GridFrame, 'width' | 'height'>,
  views: readonly CoarseView[],
  cameraOf: readonly number[],
): Exposure {
  const cameras = Math.max(0, maxOf(cameraOf)) + 1;
  const unknowns: Unknowns = { photos: views.length, cameraOf, cameras };
  const overlaps = gatherOverlaps(frame, views);
  let solution = new Float64Array(3 * views.length + terms * cameras);
  const spread = () => 1.4826 * median(residualsOf(unknowns, overlaps, solution).map(Math.abs));
  const spreadBefore = spread();
  for (let round = 0; round < reweightings && overlaps.count > 0; round++) {
    const residuals = residualsOf(unknowns, overlaps, solution);
    const scale = Math.max(robustScale, 1.4826 * median(residuals.map(Math.abs)));
    const weights = residuals.map((residual) => 1 / (1 + (residual / scale) ** 2));
    const normals = gatherNormals(unknowns, overlaps, weights);
    const multiply = (vector: Float64Array, out: Float64Array) => multiplyNormals(normals, vector, out);
    solution = conjugateGradients(multiply, normals.diagonal, normals.right, solution);
  }
  centreGains(solution, views.length);
  return {
    gains: solution.slice(0, 3 * views.length),
    vignetting: solution.slice(3 * views.length),
    pairs: overlaps.count,
    spreadBefore,
    spreadAfter: spread(),
  };
}

/** Factors on the colours of one photo at squared radii 0 to 1, RGB interleaved, `steps + 1` entries. */
export function exposureTable(
  gains: readonly [number, number, number],
  vignetting: readonly [number, number, number],
  steps: number,
): Float32Array<ArrayBuffer> {
  const table = new Float32Array(3 * (steps + 1));
  for (let i = 0; i <= steps; i++) {
    const q = i / steps;
    const fall = q * (vignetting[0] + q * (vignetting[1] + q * vignetting[2]));
    for (let channel = 0; channel < 3; channel++) {
      table[3 * i + channel] = clamp(Math.exp(-(gains[channel]! + fall)), 0.25, 4);
    }
  }
  return table;
}

/** A coarse view with balanced colours; cost and radius are shared. */
export function balanceView(
  view: CoarseView,
  gains: readonly [number, number, number],
  vignetting: readonly [number, number, number],
): CoarseView {
  const steps = 1024;
  const table = exposureTable(gains, vignetting, steps);
  const rgb = new Uint8Array(view.rgb.length);
  for (let k = 0; k < rgb.length; k++) {
    const radius = view.radius[Math.floor(k / 3)]! / 255;
    const factor = table[3 * Math.round(steps * radius * radius) + (k % 3)]!;
    rgb[k] = Math.min(255, Math.floor(view.rgb[k]! * factor + 0.5));
  }
  return { ...view, rgb };
}
