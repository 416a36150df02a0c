import { align } from '../memory';

/**
 * The bare ground of the simulated site: the formulas of `domain/simulation/terrain.ts`, with the rolling part read from a
 * fine grid. The scene lies in memory as numbers (f64), written by the binding in the order of `domain/simulation/scene.ts`.
 */

export const gravel = 1;
export const water = 2;
export const heap = 3;
export const asphalt = 4;
export const footway = 5;
export const ditch = 6;
export const crop = 7;
export const grass = 8;

const headCount: i32 = 40;
const padCount: i32 = 7;
const shapeCount: i32 = 14;

let head: usize = 0;
let padsAt: usize = 0;
let shapesAt: usize = 0;
let roadAt: usize = 0;
let baseAt: usize = 0;
let nx: i32 = 0;
let ny: i32 = 0;
let pads: i32 = 0;
let shapes: i32 = 0;
let originX: f64 = 0;
let originY: f64 = 0;
let perCell: f64 = 0;
let halfWidth: f64 = 0;
let crossfall: f64 = 0;
let kerbHeight: f64 = 0;
let kerbWidth: f64 = 0;
let verge: f64 = 0;
let blend: f64 = 0;
let ditchOffset: f64 = 0;
let ditchBottom: f64 = 0;
let ditchTop: f64 = 0;
let ditchDepth: f64 = 0;

/** Number `index` of the scene's head. */
// @ts-ignore: decorator
@inline
export function fact(index: i32): f64 {
  return load<f64>(head + (<usize>index << 3));
}

/** Lays out a scene of the given counts from `start`; returns where it ends. The numbers come afterwards. */
export function layGround(start: usize, columns: i32, rows: i32, padTotal: i32, shapeTotal: i32): usize {
  head = start;
  nx = columns;
  ny = rows;
  pads = padTotal;
  shapes = shapeTotal;
  padsAt = head + <usize>headCount * 8;
  shapesAt = padsAt + <usize>(pads * padCount) * 8;
  roadAt = shapesAt + <usize>(shapes * shapeCount) * 8;
  baseAt = roadAt + <usize>nx * 8;
  return align(baseAt + <usize>(nx * ny) * 4);
}

/** Keeps the numbers that every height needs. */
export function readGround(): void {
  originX = fact(0);
  originY = fact(1);
  perCell = 1 / fact(2);
  halfWidth = fact(8);
  crossfall = fact(9);
  kerbHeight = fact(10);
  kerbWidth = fact(11);
  verge = halfWidth + kerbWidth + fact(12);
  blend = fact(13);
  ditchOffset = fact(14);
  ditchBottom = fact(15);
  ditchTop = fact(16);
  ditchDepth = fact(17);
}

/** The rolling ground without road, pads and ditch. */
export function rolling(x: f64, y: f64): f64 {
  const px = min(max((x - originX) * perCell, 0.0), <f64>(nx - 1) - 1e-6);
  const py = min(max((y - originY) * perCell, 0.0), <f64>(ny - 1) - 1e-6);
  const ix = <i32>px;
  const iy = <i32>py;
  const u = px - <f64>ix;
  const v = py - <f64>iy;
  const at = baseAt + (<usize>(iy * nx + ix) << 2);
  const above = at + (<usize>nx << 2);
  const a = <f64>load<f32>(at);
  const c = <f64>load<f32>(above);
  const low = a + (<f64>load<f32>(at, 4) - a) * u;
  return fact(5) + low + (c + (<f64>load<f32>(above, 4) - c) * u - low) * v;
}

/** y of the road's centre line. */
export function roadCentre(x: f64): f64 {
  const px = min(max((x - originX) * perCell, 0.0), <f64>(nx - 1) - 1e-6);
  const ix = <i32>px;
  const at = roadAt + (<usize>ix << 3);
  const a = load<f64>(at);
  return a + (load<f64>(at, 8) - a) * (px - <f64>ix);
}

function roadSurface(x: f64, centre: f64, across: f64): f64 {
  const crown = fact(5) + fact(6) * x + fact(7) * centre;
  if (across <= halfWidth) return crown - crossfall * across;
  return crown - crossfall * halfWidth + kerbHeight * min(1.0, (across - halfWidth) / kerbWidth);
}

function ditchAt(offset: f64): f64 {
  const share = (ditchTop - Math.abs(offset - ditchOffset)) / (ditchTop - ditchBottom);
  return ditchDepth * min(1.0, max(0.0, share));
}

function smoothStep(t: f64): f64 {
  const s = min(max(t, 0.0), 1.0);
  return s * s * (3 - 2 * s);
}

function natural(x: f64, y: f64): f64 {
  const centre = roadCentre(x);
  const offset = y - centre;
  const across = Math.abs(offset);
  if (across <= verge) return roadSurface(x, centre, across);
  const ground = rolling(x, y) - ditchAt(offset);
  if (across >= verge + blend) return ground;
  const share = smoothStep((across - verge) / blend);
  return (1 - share) * roadSurface(x, centre, across) + share * ground;
}

function shapeHeight(at: usize, x: f64, y: f64): f64 {
  const dx = x - load<f64>(at, 8);
  const dy = y - load<f64>(at, 16);
  const squared = dx * dx + dy * dy;
  const reach = load<f64>(at, 24);
  if (squared >= reach * reach) return 0;
  const outer = load<f64>(at, 32);
  const inner = load<f64>(at, 40);
  const peak = load<f64>(at, 48);
  const distance = Math.sqrt(squared);
  if (load<f64>(at) == 0) return peak * min(1.0, max(0.0, (outer - distance) / (outer - inner)));
  const angle = Math.atan2(dy, dx);
  let waves = 1.0;
  for (let k = 0; k < 3; k++) {
    const wave = at + 56 + (<usize>k << 4);
    waves += load<f64>(wave) * Math.cos(<f64>(k + 2) * angle + load<f64>(wave, 8));
  }
  const ratio = distance / (outer * waves);
  if (ratio >= 1) return 0;
  const fall = 1 - ratio * ratio;
  return peak * fall * fall;
}

function shapesAtPlace(x: f64, y: f64): f64 {
  let height = 0.0;
  for (let k = 0; k < shapes; k++) height += shapeHeight(shapesAt + <usize>(k * shapeCount) * 8, x, y);
  return height;
}

function padDistance(pad: usize, x: f64, y: f64): f64 {
  const dx = max(max(load<f64>(pad) - x, x - load<f64>(pad, 16)), 0.0);
  const dy = max(max(load<f64>(pad, 8) - y, y - load<f64>(pad, 24)), 0.0);
  return Math.sqrt(dx * dx + dy * dy);
}

/** Height of the bare ground by its formulas. */
export function fullHeight(x: f64, y: f64): f64 {
  let nearest: usize = 0;
  let distance = Infinity;
  for (let k = 0; k < pads; k++) {
    const pad = padsAt + <usize>(k * padCount) * 8;
    const away = padDistance(pad, x, y);
    if (away >= load<f64>(pad, 40) || away >= distance) continue;
    nearest = pad;
    distance = away;
  }
  if (nearest == 0) return natural(x, y);
  const level = load<f64>(nearest, 32);
  if (distance > 0) {
    const share = smoothStep(distance / load<f64>(nearest, 40));
    return (1 - share) * level + share * natural(x, y);
  }
  return level + shapesAtPlace(x, y);
}

/** What the ground is made of. */
export function kindAt(x: f64, y: f64): i32 {
  for (let k = 0; k < pads; k++) {
    const pad = padsAt + <usize>(k * padCount) * 8;
    if (padDistance(pad, x, y) > 0) continue;
    if (load<f64>(pad, 48) == 1) return water;
    return shapesAtPlace(x, y) != 0 ? heap : gravel;
  }
  const offset = y - roadCentre(x);
  const across = Math.abs(offset);
  if (across <= halfWidth) return asphalt;
  if (across <= verge) return footway;
  if (ditchAt(offset) > 0) return ditch;
  const isField = x >= fact(18) && x <= fact(20) && y >= fact(19) && y <= fact(21);
  return isField ? crop : grass;
}

/** Whether road, ditch or a pad shapes the ground within `reach` of a place. */
export function isShaped(x: f64, y: f64, reach: f64): bool {
  const offset = y - roadCentre(x);
  if (Math.abs(offset) < verge + blend + reach + 1) return true;
  if (Math.abs(offset - ditchOffset) < ditchTop + reach + 1) return true;
  for (let k = 0; k < pads; k++) {
    const pad = padsAt + <usize>(k * padCount) * 8;
    if (padDistance(pad, x, y) < load<f64>(pad, 40) + reach) return true;
  }
  return false;
}
