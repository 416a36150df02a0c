import { difference, differenceTail, leading, negate, product, productTail, scale, sum } from './expansion';

/**
 * Exact orientation and in-circle tests: a floating-point filter first, expansions where it cannot decide
 * (filters: Shewchuk 1997, constants ccwerrboundA and iccerrboundA). Valid while coordinates are 0 or within
 * 1e-50 … 1e50 in magnitude, where no product of four differences leaves the range of a double.
 */

const epsilon: f64 = 1.1102230246251565e-16;
const orientBound: f64 = (3 + 16 * epsilon) * epsilon;
const circleBound: f64 = (10 + 96 * epsilon) * epsilon;
/** Below this every integer is a double. */
const exactIntegers: f64 = 9007199254740992;
/** And below this every product of four multiples of a 1024th. */
const exactParts: f64 = 8192;

// @ts-ignore: decorator
@inline
function isPart(value: f64): bool {
  return value * 1024 == nearest(value * 1024);
}

/** Above 0 when a, b, c turn counter-clockwise, below 0 clockwise, 0 when on one line; the sign is exact. */
// @ts-ignore: decorator
@inline
export function orient(ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64): f64 {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const determinant = left - right;
  if (abs(determinant) >= orientBound * (abs(left) + abs(right))) return determinant;
  return orientExact(ax, ay, bx, by, cx, cy);
}

const orientSpace = memory.data(8 * (2 * 4 + 8 * 2 + 16 + 24));

function orientExact(ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64): f64 {
  const acx = orientSpace;
  const bcy = acx + 16;
  const acy = bcy + 16;
  const bcx = acy + 16;
  const left = bcx + 16;
  const right = left + 64;
  const total = right + 64;
  const work = total + 128;
  const acxLength = difference(ax, cx, acx);
  const bcyLength = difference(by, cy, bcy);
  const acyLength = difference(ay, cy, acy);
  const bcxLength = difference(bx, cx, bcx);
  const leftLength = product(acx, acxLength, bcy, bcyLength, left, work);
  const rightLength = product(acy, acyLength, bcx, bcxLength, right, work);
  negate(right, rightLength);
  return leading(total, sum(left, leftLength, right, rightLength, total));
}

/** Above 0 when d lies inside the circle through the counter-clockwise a, b, c; 0 on it; the sign is exact. */
// @ts-ignore: decorator
@inline
export function inCircle(ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64, dx: f64, dy: f64): f64 {
  const adx = ax - dx;
  const ady = ay - dy;
  const bdx = bx - dx;
  const bdy = by - dy;
  const cdx = cx - dx;
  const cdy = cy - dy;
  const bdxcdy = bdx * cdy;
  const cdxbdy = cdx * bdy;
  const cdxady = cdx * ady;
  const adxcdy = adx * cdy;
  const adxbdy = adx * bdy;
  const bdxady = bdx * ady;
  const aLift = adx * adx + ady * ady;
  const bLift = bdx * bdx + bdy * bdy;
  const cLift = cdx * cdx + cdy * cdy;
  const determinant = aLift * (bdxcdy - cdxbdy) + bLift * (cdxady - adxcdy) + cLift * (adxbdy - bdxady);
  const permanent =
    (abs(bdxcdy) + abs(cdxbdy)) * aLift +
    (abs(cdxady) + abs(adxcdy)) * bLift +
    (abs(adxbdy) + abs(bdxady)) * cLift;
  if (abs(determinant) > circleBound * permanent) return determinant;
  return inCircleExact(ax, ay, bx, by, cx, cy, dx, dy, determinant, permanent);
}

/** Room for the in-circle determinant of differences with tails: lifts of 16, minors of 16, terms of 512. */
const circleSpace = memory.data(8 * 8192);

function inCircleExact(
  ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64, dx: f64, dy: f64,
  determinant: f64, permanent: f64,
): f64 {
  const adx = ax - dx;
  const ady = ay - dy;
  const bdx = bx - dx;
  const bdy = by - dy;
  const cdx = cx - dx;
  const cdy = cy - dy;
  const tails =
    abs(differenceTail(ax, dx, adx)) + abs(differenceTail(ay, dy, ady)) +
    abs(differenceTail(bx, dx, bdx)) + abs(differenceTail(by, dy, bdy)) +
    abs(differenceTail(cx, dx, cdx)) + abs(differenceTail(cy, dy, cdy));
  if (tails != 0) return inCircleOfPoints(ax, ay, bx, by, cx, cy, dx, dy);
  if (
    permanent < exactIntegers &&
    adx == nearest(adx) && ady == nearest(ady) && bdx == nearest(bdx) &&
    bdy == nearest(bdy) && cdx == nearest(cdx) && cdy == nearest(cdy)
  ) {
    return determinant;
  }
  if (
    permanent < exactParts &&
    isPart(adx) && isPart(ady) && isPart(bdx) && isPart(bdy) && isPart(cdx) && isPart(cdy)
  ) {
    return determinant;
  }
  return inCircleOfDifferences(adx, ady, bdx, bdy, cdx, cdy);
}

/** px·qy − qx·py of plain doubles as an expansion of at most 4 at `h`; `work` has room for 4. */
function minor(px: f64, py: f64, qx: f64, qy: f64, h: usize, work: usize): i32 {
  const left = px * qy;
  const right = qx * py;
  store<f64>(work, productTail(px, qy, left));
  store<f64>(work + 8, left);
  store<f64>(work + 16, -productTail(qx, py, right));
  store<f64>(work + 24, -right);
  return sum(work, 2, work + 16, 2, h);
}

/** (x² + y²)·minor, at most 32 components at `h`; `work` has room for 64. */
function liftedMinor(x: f64, y: f64, minorAt: usize, minorLength: i32, h: usize, work: usize): i32 {
  const once = work;
  const xPart = work + 64;
  const yPart = xPart + 128;
  let length = scale(minorAt, minorLength, x, once);
  const xLength = scale(once, length, x, xPart);
  length = scale(minorAt, minorLength, y, once);
  const yLength = scale(once, length, y, yPart);
  return sum(xPart, xLength, yPart, yLength, h);
}

/** The determinant where the differences to d are exact, as they are for neighbours far from the origin. */
function inCircleOfDifferences(adx: f64, ady: f64, bdx: f64, bdy: f64, cdx: f64, cdy: f64): f64 {
  const minorAt = circleSpace;
  const work = minorAt + 32;
  const aTerm = work + 512;
  const bTerm = aTerm + 256;
  const cTerm = bTerm + 256;
  const ab = cTerm + 256;
  const total = ab + 512;
  let length = minor(bdx, bdy, cdx, cdy, minorAt, work);
  const aLength = liftedMinor(adx, ady, minorAt, length, aTerm, work);
  length = minor(cdx, cdy, adx, ady, minorAt, work);
  const bLength = liftedMinor(bdx, bdy, minorAt, length, bTerm, work);
  length = minor(adx, ady, bdx, bdy, minorAt, work);
  const cLength = liftedMinor(cdx, cdy, minorAt, length, cTerm, work);
  length = sum(aTerm, aLength, bTerm, bLength, ab);
  return leading(total, sum(ab, length, cTerm, cLength, total));
}

/** (px² + py²)·(qx·ry − rx·qy) of two-component differences, at most 512 components at `h`. */
function liftedTerm(
  px: usize, pxl: i32, py: usize, pyl: i32, qx: usize, qxl: i32, qy: usize, qyl: i32,
  rx: usize, rxl: i32, ry: usize, ryl: i32, h: usize, work: usize,
): i32 {
  const first = work;
  const second = first + 64;
  const lift = second + 64;
  const minorAt = lift + 128;
  const rest = minorAt + 128;
  let firstLength = product(px, pxl, px, pxl, first, rest);
  let secondLength = product(py, pyl, py, pyl, second, rest);
  const liftLength = sum(first, firstLength, second, secondLength, lift);
  firstLength = product(qx, qxl, ry, ryl, first, rest);
  secondLength = product(rx, rxl, qy, qyl, second, rest);
  negate(second, secondLength);
  const minorLength = sum(first, firstLength, second, secondLength, minorAt);
  return product(lift, liftLength, minorAt, minorLength, h, rest);
}

/** The determinant where differences have tails: every operation in expansions. */
function inCircleOfPoints(
  ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64, dx: f64, dy: f64,
): f64 {
  const adx = circleSpace;
  const ady = adx + 16;
  const bdx = ady + 16;
  const bdy = bdx + 16;
  const cdx = bdy + 16;
  const cdy = cdx + 16;
  const adxl = difference(ax, dx, adx);
  const adyl = difference(ay, dy, ady);
  const bdxl = difference(bx, dx, bdx);
  const bdyl = difference(by, dy, bdy);
  const cdxl = difference(cx, dx, cdx);
  const cdyl = difference(cy, dy, cdy);
  const aTerm = cdy + 16;
  const bTerm = aTerm + 4096;
  const cTerm = bTerm + 4096;
  const ab = cTerm + 4096;
  const total = ab + 8192;
  const work = total + 12288;
  const aLength = liftedTerm(adx, adxl, ady, adyl, bdx, bdxl, bdy, bdyl, cdx, cdxl, cdy, cdyl, aTerm, work);
  const bLength = liftedTerm(bdx, bdxl, bdy, bdyl, cdx, cdxl, cdy, cdyl, adx, adxl, ady, adyl, bTerm, work);
  const cLength = liftedTerm(cdx, cdxl, cdy, cdyl, adx, adxl, ady, adyl, bdx, bdxl, bdy, bdyl, cTerm, work);
  const abLength = sum(aTerm, aLength, bTerm, bLength, ab);
  return leading(total, sum(ab, abLength, cTerm, cLength, total));
}
