import { hold, lay, layFrom } from '../layout';

/** The memory layout. Values are f64, indices and counts i32. */

export const word: usize = 8;

/** Doubles per observation of the current point; see `observe.ts`. */
export const observationLength: usize = 48;
/** Doubles between the blocks of one point: the maximum number of unknowns of a block, times three. */
export const blockLength: usize = 24;
/** Maximum number of unknowns of a camera. */
export const wide: i32 = 8;

export let photoCount: i32 = 0;
export let cameraCount: i32 = 0;
export let pointCount: i32 = 0;
export let observationCount: i32 = 0;
export let freeCount: i32 = 0;
export let size: i32 = 0;
export let entryCount: i32 = 0;

/** The state: rotations (9 per photo), centres (3), intrinsics (8 per camera), points (3). */
export let rotations: usize = 0;
export let centres: usize = 0;
export let intrinsics: usize = 0;
export let points: usize = 0;
/** Observations sorted by point: image coordinates (2), weights, photos; index of each point's first one. */
export let places: usize = 0;
export let weights: usize = 0;
export let photos: usize = 0;
export let starts: usize = 0;
/** Of each photo: its camera, its first unknown (−1: none). Of each camera: its first unknown, whether fisheye. */
export let cameraOf: usize = 0;
export let poseAt: usize = 0;
export let cameraAt: usize = 0;
export let fisheye: usize = 0;
/** Indices of the free intrinsics. */
export let free: usize = 0;
/** Of each point: its first unknown where it is not eliminated, its index among the surveyed ones; −1: none. */
export let keptAt: usize = 0;
export let heldAt: usize = 0;
/** Surveyed coordinates and the weight of each: six per point. */
export let held: usize = 0;
/** The reduced system in envelope storage: first column of each row, virtual index of its column 0, entries. */
export let first: usize = 0;
export let rowAt: usize = 0;
export let values: usize = 0;
/** Right side, and the diagonal before points were eliminated. */
export let right: usize = 0;
export let diagonal: usize = 0;
/** Results: residuals (2 per observation), steps of the points (3). */
export let residuals: usize = 0;
export let steps: usize = 0;
/** The current point: its observations, the sums of each camera, the blocks written by `gather`. */
export let observations: usize = 0;
export let observedPose: usize = 0;
export let observedCamera: usize = 0;
export let cameraSlots: usize = 0;
export let slotSums: usize = 0;
export let blockAt: usize = 0;
export let blockSize: usize = 0;
export let blocks: usize = 0;
/** Diagonal block of each camera, 8 × 8, lower half used. */
export let cameraSquares: usize = 0;
/** Working rows of the inverse: three of `size`. */
export let columns: usize = 0;

/** Addresses of the parts, in layout order. */
const table: usize = memory.data(4 * 48, 16);
let parts: i32 = 0;

/** Address of a part; `partNames` in the binding names them in the order of `layOut`. */
export function partAt(part: i32): usize {
  return <usize>load<u32>(table + (<usize>part << 2));
}

function take(count: i64, size: u64): usize {
  const at = lay(count, size);
  store<u32>(table + (<usize>parts << 2), <u32>at);
  parts++;
  return at;
}

function doubles(count: i32, each: i32): usize {
  return take(<i64>count * <i64>each, word);
}

function whole(count: i32): usize {
  return take(count, 4);
}

/** Lays out memory for a network; false when out of memory. @param longest maximum number of observations of a point */
export function layOut(
  photoTotal: i32,
  cameraTotal: i32,
  pointTotal: i32,
  observationTotal: i32,
  heldTotal: i32,
  freeTotal: i32,
  unknowns: i32,
  entries: i32,
  longest: i32,
): bool {
  photoCount = photoTotal;
  cameraCount = cameraTotal;
  pointCount = pointTotal;
  observationCount = observationTotal;
  freeCount = freeTotal;
  size = unknowns;
  entryCount = entries;
  layFrom(__heap_base);
  parts = 0;
  rotations = doubles(photoCount, 9);
  centres = doubles(photoCount, 3);
  intrinsics = doubles(cameraCount, wide);
  points = doubles(pointCount, 3);
  places = doubles(observationCount, 2);
  weights = doubles(observationCount, 1);
  photos = whole(observationCount);
  starts = whole(pointCount + 1);
  cameraOf = whole(photoCount);
  poseAt = whole(photoCount);
  cameraAt = whole(cameraCount);
  fisheye = whole(cameraCount);
  free = whole(wide);
  keptAt = whole(pointCount);
  heldAt = whole(pointCount);
  held = doubles(heldTotal, 6);
  first = whole(size);
  rowAt = whole(size);
  values = doubles(entries, 1);
  right = doubles(size, 1);
  diagonal = doubles(size, 1);
  residuals = doubles(observationCount, 2);
  steps = doubles(pointCount, 3);
  observations = doubles(longest, <i32>observationLength);
  observedPose = whole(longest);
  observedCamera = whole(longest);
  cameraSlots = whole(cameraCount);
  slotSums = doubles(cameraCount, <i32>blockLength);
  blockAt = whole(longest + cameraCount);
  blockSize = whole(longest + cameraCount);
  blocks = doubles(longest + cameraCount, <i32>blockLength);
  cameraSquares = doubles(cameraCount, wide * wide);
  columns = doubles(size, 3);
  return hold();
}
