import { isCircleWithin } from './lib/circle';
import { hold, laidEnd, lay, layFrom } from './lib/layout';
import { align } from './lib/memory';
import { clipSurface, indexTriangles, overlapArea, overlapSurface, overlaySurfaces, piecesAt } from './lib/overlay';
import { addPrism, clearPrisms, prismCut, prismFill } from './lib/prism';
import { rasterTriangle, setWindow, touchesCells } from './lib/raster';

/** Volumes and grids of triangulated surfaces. A surface is copied into memory once and measured many times. */

let pointCount: i32 = 0;
let triangleCount: i32 = 0;
let pointsAt: usize = 0;
let trianglesAt: usize = 0;
let areasAt: usize = 0;
/** The points' elevations by themselves, and room for their heights over a tilted plane. */
let elevationsAt: usize = 0;
let heightsAt: usize = 0;
let free: usize = 0;

let otherPointCount: i32 = 0;
let otherTriangleCount: i32 = 0;
let otherPointsAt: usize = 0;
let otherTrianglesAt: usize = 0;

let ownPlan: f64 = 0;
let ownSurface: f64 = 0;
let plan: f64 = 0;
let surface: f64 = 0;

/** Room for a surface; returns the address of its points, 0 when memory ends. Drops all earlier data. */
export function prepareSurface(points: i32, triangles: i32): usize {
  pointCount = points;
  triangleCount = triangles;
  layFrom(__heap_base);
  pointsAt = lay(points, 24);
  trianglesAt = lay(triangles, 12);
  areasAt = lay(<i64>triangles + 2, 8);
  elevationsAt = lay(points, 8);
  heightsAt = lay(points, 8);
  free = laidEnd();
  return hold() ? pointsAt : 0;
}

export function surfaceTriangles(): usize {
  return trianglesAt;
}

// @ts-ignore: decorator
@inline
function corner(triangle: usize, which: usize): usize {
  return pointsAt + <usize>load<u32>(triangle + (which << 2)) * 24;
}

/** Lays out what does not depend on a base: elevations, each triangle's plan area, and both totals. */
export function measureSurface(): void {
  for (let i = 0; i < pointCount; i++) {
    store<f64>(elevationsAt + (<usize>i << 3), load<f64>(pointsAt + <usize>i * 24, 16));
  }
  ownPlan = 0;
  ownSurface = 0;
  for (let t = 0; t < triangleCount; t++) {
    const triangle = trianglesAt + <usize>t * 12;
    const a = corner(triangle, 0);
    const b = corner(triangle, 1);
    const c = corner(triangle, 2);
    const ux = load<f64>(b) - load<f64>(a);
    const uy = load<f64>(b, 8) - load<f64>(a, 8);
    const uz = load<f64>(b, 16) - load<f64>(a, 16);
    const vx = load<f64>(c) - load<f64>(a);
    const vy = load<f64>(c, 8) - load<f64>(a, 8);
    const vz = load<f64>(c, 16) - load<f64>(a, 16);
    const nz = ux * vy - uy * vx;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const area = 0.5 * nz;
    store<f64>(areasAt + (<usize>t << 3), area);
    ownPlan += area;
    ownSurface += 0.5 * sqrt(nx * nx + ny * ny + nz * nz);
  }
}

export function planArea(): f64 {
  return plan;
}

export function surfaceArea(): f64 {
  return surface;
}

export function cutVolume(): f64 {
  return prismCut;
}

export function fillVolume(): f64 {
  return prismFill;
}

/**
 * Volumes above and below the plane z + gx·(x − ox) + gy·(y − oy). Over a tilted plane the heights are computed
 * once a point, over a level one the elevations serve as they are.
 */
export function volumeOverPlane(z: f64, gx: f64, gy: f64, ox: f64, oy: f64): void {
  plan = ownPlan;
  surface = ownSurface;
  clearPrisms();
  if (gx == 0 && gy == 0) {
    sumPrisms(elevationsAt, z);
    return;
  }
  for (let i = 0; i < pointCount; i++) {
    const at = pointsAt + <usize>i * 24;
    const base = z + gx * (load<f64>(at) - ox) + gy * (load<f64>(at, 8) - oy);
    store<f64>(heightsAt + (<usize>i << 3), load<f64>(at, 16) - base);
  }
  sumPrisms(heightsAt, 0);
}

/**
 * Adds the prisms of all triangles. Those whose corners are all on one side, nearly all of them, are summed two
 * at a time.
 * @param heights f64 a point @param base what is taken from each
 */
function sumPrisms(heights: usize, base: f64): void {
  const zero = f64x2.splat(0);
  const third = f64x2.splat(1.0 / 3.0);
  const bases = f64x2.splat(base);
  let cut = zero;
  let fill = zero;
  const pairs = triangleCount & ~1;
  for (let t = 0; t < pairs; t += 2) {
    const triangle = trianglesAt + <usize>t * 12;
    const p = f64x2.sub(gather(heights, triangle, 0), bases);
    const q = f64x2.sub(gather(heights, triangle, 4), bases);
    const r = f64x2.sub(gather(heights, triangle, 8), bases);
    const low = f64x2.pmin(p, f64x2.pmin(q, r));
    const high = f64x2.pmax(p, f64x2.pmax(q, r));
    const area = v128.load(areasAt + (<usize>t << 3));
    const isMixed = v128.and(f64x2.lt(low, zero), f64x2.gt(high, zero));
    if (v128.any_true(isMixed)) {
      addPrism(f64x2.extract_lane(area, 0), f64x2.extract_lane(p, 0), f64x2.extract_lane(q, 0), f64x2.extract_lane(r, 0));
      addPrism(f64x2.extract_lane(area, 1), f64x2.extract_lane(p, 1), f64x2.extract_lane(q, 1), f64x2.extract_lane(r, 1));
    } else {
      const net = f64x2.mul(f64x2.mul(area, third), f64x2.add(p, f64x2.add(q, r)));
      cut = f64x2.add(cut, f64x2.pmax(zero, net));
      fill = f64x2.sub(fill, f64x2.pmin(zero, net));
    }
  }
  if (pairs < triangleCount) {
    const triangle = trianglesAt + <usize>pairs * 12;
    const p = height(heights, triangle) - base;
    addPrism(load<f64>(areasAt + (<usize>pairs << 3)), p, height(heights, triangle + 4) - base, height(heights, triangle + 8) - base);
  }
  prismCut += f64x2.extract_lane(cut, 0) + f64x2.extract_lane(cut, 1);
  prismFill += f64x2.extract_lane(fill, 0) + f64x2.extract_lane(fill, 1);
}

// @ts-ignore: decorator
@inline
function height(heights: usize, index: usize): f64 {
  return load<f64>(heights + (<usize>load<u32>(index) << 3));
}

/** The heights at the same corner of two triangles that follow each other. */
// @ts-ignore: decorator
@inline
function gather(heights: usize, triangle: usize, which: usize): v128 {
  const first = load<u32>(triangle + which);
  const second = load<u32>(triangle + which + 12);
  return v128.load64_lane(heights + (<usize>second << 3), v128.load64_zero(heights + (<usize>first << 3)), 1);
}

/** Room for a second surface; returns where its points go, 0 when memory ends. */
export function prepareOther(points: i32, triangles: i32): usize {
  otherPointCount = points;
  otherTriangleCount = triangles;
  layFrom(free);
  otherPointsAt = lay(points, 24);
  otherTrianglesAt = lay(triangles, 12);
  lay(1, 64);
  return hold() ? otherPointsAt : 0;
}

export function otherTriangles(): usize {
  return otherTrianglesAt;
}

/** Volumes of the first surface over the second where they overlap; false when memory ends. */
export function volumeOverOther(): bool {
  if (!indexOther()) return false;
  clearPrisms();
  overlaySurfaces(pointsAt, trianglesAt, triangleCount, otherPointsAt, otherTrianglesAt);
  plan = overlapArea;
  surface = overlapSurface;
  return true;
}

/** Cuts the first surface to the second's extent; returns how many loose triangles that makes, −1 when memory ends. */
export function clipToOther(): i32 {
  if (!indexOther()) return -1;
  return clipSurface(pointsAt, trianglesAt, triangleCount, otherPointsAt, otherTrianglesAt);
}

/** Address of those triangles: xyz of three corners each. */
export function clipped(): usize {
  return piecesAt;
}

function indexOther(): bool {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < otherPointCount; i++) {
    const at = otherPointsAt + <usize>i * 24;
    minX = min(minX, load<f64>(at));
    maxX = max(maxX, load<f64>(at));
    minY = min(minY, load<f64>(at, 8));
    maxY = max(maxY, load<f64>(at, 8));
  }
  const end = align(otherTrianglesAt + <usize>otherTriangleCount * 12);
  return indexTriangles(
    otherPointsAt, otherTrianglesAt, otherTriangleCount, minX, minY, maxX - minX, maxY - minY, end,
  );
}

/** Of a block that is gridded: its cells, a byte each that says which are wanted, and triangles that are listed. */
let blockCells: i32 = 0;
let wantedAt: usize = 0;
let listAt: usize = 0;

/**
 * Room for a block of a grid: `cells` float32, one byte per cell and one number per triangle; returns the cells, 0
 * when memory ends.
 */
export function prepareBlock(cells: i32): usize {
  blockCells = cells;
  layFrom(free);
  lay(cells, 4);
  wantedAt = lay(cells, 1);
  listAt = lay(triangleCount, 4);
  return hold() ? free : 0;
}

export function blockWanted(): usize {
  return wantedAt;
}

export function blockList(): usize {
  return listAt;
}

/**
 * Interpolates the surface at the centres of the wanted cells of a block; triangles with a corner without height are
 * left out.
 * @param originX and `originY`: centre of the first cell of the whole grid, whose block begins at a column and a row
 */
export function gridBlock(
  originX: f64, originY: f64, cellSize: f64, column: i32, row: i32, width: i32, height: i32,
): void {
  for (let i = 0; i < blockCells; i++) store<f32>(free + (<usize>i << 2), NaN);
  setWindow(originX, originY, cellSize, column, row, width, height);
  for (let t = 0; t < triangleCount; t++) {
    const triangle = trianglesAt + <usize>t * 12;
    const a = corner(triangle, 0);
    const b = corner(triangle, 1);
    const c = corner(triangle, 2);
    if (isNaN(load<f64>(a, 16) + load<f64>(b, 16) + load<f64>(c, 16))) continue;
    rasterTriangle(a, b, c, free, wantedAt);
  }
}

/** Lists the triangles at wanted cells of the block just gridded whose circles may leave a rectangle; returns how many. */
export function listLeaving(minX: f64, minY: f64, maxX: f64, maxY: f64): i32 {
  let count = 0;
  for (let t = 0; t < triangleCount; t++) {
    const triangle = trianglesAt + <usize>t * 12;
    const a = corner(triangle, 0);
    const b = corner(triangle, 1);
    const c = corner(triangle, 2);
    if (!touchesCells(a, b, c, wantedAt, 0) || isCircleWithin(a, b, c, minX, minY, maxX, maxY)) continue;
    store<u32>(listAt + (<usize>count << 2), t);
    count++;
  }
  return count;
}

/** Sets the wanted cells at a triangle to 2. */
export function markCells(t: i32): void {
  const triangle = trianglesAt + <usize>t * 12;
  touchesCells(corner(triangle, 0), corner(triangle, 1), corner(triangle, 2), wantedAt, 2);
}
