import { align } from '../memory';
import { fact, fullHeight, isShaped, rolling } from './ground';

/**
 * Rays against the site: a walk through square cells that know how high ground and objects reach in them, then the
 * ground's formula (its root to 0.05 mm of height) and the closed forms of crowns, houses and poles.
 */

export const nothing = 0;
export const tree = 20;
export const wall = 21;
export const roof = 22;
export const pole = 23;
export const ground = 1;

/** What the last ray met: distance, what kind, which object. */
export let hitDistance: f64 = 0;
export let hitKind: i32 = nothing;
export let hitObject: i32 = -1;

const cellSize: f64 = 2;
const objectSize: usize = 64;
const rootTolerance: f64 = 5e-5;
const far: f64 = 4000;

let objectsAt: usize = 0;
let objects: i32 = 0;
let targetsAt: usize = 0;
let targets: i32 = 0;
let cellsX: i32 = 0;
let cellsY: i32 = 0;
let left: f64 = 0;
let bottom: f64 = 0;
let lowest: f64 = 0;
let highest: f64 = 0;
let topAt: usize = 0;
let objectTopAt: usize = 0;
let shapedAt: usize = 0;
let startAt: usize = 0;
let targetAt: usize = 0;
let itemsAt: usize = 0;

export function objectAt(index: i32): usize {
  return objectsAt + <usize>index * objectSize;
}

export function targetPlace(index: i32): usize {
  return targetsAt + (<usize>index << 5);
}

/** Lays out objects (8 numbers each) and targets (4 each) from `start`; returns the end of what the caller writes. */
export function layObjects(start: usize, objectTotal: i32, targetTotal: i32): usize {
  objectsAt = start;
  objects = objectTotal;
  targetsAt = objectsAt + <usize>objects * objectSize;
  targets = targetTotal;
  return align(targetsAt + (<usize>targets << 5));
}

/** Lays out the cells over a ground of `width` by `height` metres; returns where they end for `items` entries. */
export function layCells(start: usize, width: f64, height: f64, items: i32): usize {
  cellsX = <i32>Math.floor(width / cellSize);
  cellsY = <i32>Math.floor(height / cellSize);
  const count = <usize>(cellsX * cellsY);
  topAt = start;
  objectTopAt = topAt + count * 8;
  shapedAt = objectTopAt + count * 8;
  startAt = align(shapedAt + count);
  targetAt = startAt + (count + 1) * 4;
  itemsAt = align(targetAt + count * 2);
  return align(itemsAt + <usize>items * 2);
}

function reachOf(object: usize, axis: i32, isHigh: bool): f64 {
  const kind = load<f64>(object);
  if (kind == <f64>wall) return load<f64>(object + (<usize>((isHigh ? 3 : 1) + axis) << 3));
  const radius = kind == <f64>tree ? load<f64>(object, 32) : load<f64>(object, 24);
  const middle = load<f64>(object + (<usize>(1 + axis) << 3));
  return isHigh ? middle + radius : middle - radius;
}

function topOf(object: usize): f64 {
  const kind = load<f64>(object);
  if (kind == <f64>wall) return load<f64>(object, 48);
  if (kind == <f64>tree) return load<f64>(object, 24) + load<f64>(object, 40);
  return load<f64>(object, 32);
}

// @ts-ignore: decorator
@inline
function columnOf(x: f64): i32 {
  return min(max(<i32>Math.floor((x - left) / cellSize), 0), cellsX - 1);
}

// @ts-ignore: decorator
@inline
function rowOf(y: f64): i32 {
  return min(max(<i32>Math.floor((y - bottom) / cellSize), 0), cellsY - 1);
}

/** Entries of all objects in all cells; the objects must be written. */
export function countItems(width: f64, height: f64): i32 {
  left = fact(0);
  bottom = fact(1);
  cellsX = <i32>Math.floor(width / cellSize);
  cellsY = <i32>Math.floor(height / cellSize);
  let total = 0;
  for (let k = 0; k < objects; k++) {
    const object = objectAt(k);
    const columns = columnOf(reachOf(object, 0, true)) - columnOf(reachOf(object, 0, false)) + 1;
    total += columns * (rowOf(reachOf(object, 1, true)) - rowOf(reachOf(object, 1, false)) + 1);
  }
  return total;
}

function sortObjects(): void {
  const count = cellsX * cellsY;
  memory.fill(startAt, 0, <usize>(count + 1) * 4);
  for (let pass = 0; pass < 2; pass++) {
    for (let k = 0; k < objects; k++) {
      const object = objectAt(k);
      const lastRow = rowOf(reachOf(object, 1, true));
      const lastColumn = columnOf(reachOf(object, 0, true));
      for (let row = rowOf(reachOf(object, 1, false)); row <= lastRow; row++) {
        for (let column = columnOf(reachOf(object, 0, false)); column <= lastColumn; column++) {
          const cell = row * cellsX + column;
          const slot = startAt + (<usize>cell << 2);
          const at = load<u32>(slot);
          if (pass == 1) {
            store<u16>(itemsAt + <usize>(at - 1) * 2, <u16>k);
            store<u32>(slot, at - 1);
            const top = objectTopAt + (<usize>cell << 3);
            store<f64>(top, max(load<f64>(top), topOf(object)));
          } else {
            store<u32>(slot, at + 1);
          }
        }
      }
    }
    if (pass == 1) break;
    let sum: u32 = 0;
    for (let cell = 0; cell <= count; cell++) {
      const slot = startAt + (<usize>cell << 2);
      sum += load<u32>(slot);
      store<u32>(slot, sum);
    }
  }
}

/** Fills the cells; everything else must be written. `targetHalf`: half the edge of a target plate. */
export function fillCells(targetHalf: f64): void {
  lowest = Infinity;
  highest = -Infinity;
  for (let row = 0; row < cellsY; row++) {
    for (let column = 0; column < cellsX; column++) {
      const cell = <usize>(row * cellsX + column);
      const x = left + <f64>column * cellSize;
      const y = bottom + <f64>row * cellSize;
      const isFormed = isShaped(x + 0.5 * cellSize, y + 0.5 * cellSize, cellSize);
      store<u8>(shapedAt + cell, isFormed ? 1 : 0);
      let top = -Infinity;
      for (let j = 0; j <= 8; j++) {
        for (let i = 0; i <= 8; i++) {
          const px = x + <f64>i * 0.25;
          const py = y + <f64>j * 0.25;
          const z = isFormed ? fullHeight(px, py) : rolling(px, py);
          top = max(top, z);
          lowest = min(lowest, z);
        }
      }
      top += isFormed ? 0.2 : 0.01;
      store<f64>(topAt + (cell << 3), top);
      store<f64>(objectTopAt + (cell << 3), -Infinity);
      store<u16>(targetAt + (cell << 1), 0);
      highest = max(highest, top);
    }
  }
  lowest -= 0.5;
  sortObjects();
  for (let k = 0; k < objects; k++) highest = max(highest, topOf(objectAt(k)));
  for (let k = 0; k < targets; k++) {
    const x = load<f64>(targetPlace(k));
    const y = load<f64>(targetPlace(k), 8);
    const reach = targetHalf * 1.5;
    for (let row = rowOf(y - reach); row <= rowOf(y + reach); row++) {
      for (let column = columnOf(x - reach); column <= columnOf(x + reach); column++) {
        store<u16>(targetAt + (<usize>(row * cellsX + column) << 1), <u16>(k + 1));
      }
    }
  }
}

/** Number of the target near a place, −1 where there is none. */
export function targetNear(x: f64, y: f64): i32 {
  return <i32>load<u16>(targetAt + (<usize>(rowOf(y) * cellsX + columnOf(x)) << 1)) - 1;
}

/** Height of the bare ground. */
export function heightAt(x: f64, y: f64): f64 {
  const cell = <usize>(rowOf(y) * cellsX + columnOf(x));
  return load<u8>(shapedAt + cell) ? fullHeight(x, y) : rolling(x, y);
}

let ox: f64 = 0;
let oy: f64 = 0;
let oz: f64 = 0;
let dx: f64 = 0;
let dy: f64 = 0;
let dz: f64 = 0;

function keep(t: f64, kind: i32, index: i32): void {
  if (t <= 0 || t >= hitDistance) return;
  hitDistance = t;
  hitKind = kind;
  hitObject = index;
}

function meetTree(object: usize, index: i32): void {
  const squash = load<f64>(object, 32) / load<f64>(object, 40);
  const px = ox - load<f64>(object, 8);
  const py = oy - load<f64>(object, 16);
  const pz = (oz - load<f64>(object, 24)) * squash;
  const sz = dz * squash;
  const radius = load<f64>(object, 32);
  const a = dx * dx + dy * dy + sz * sz;
  const b = px * dx + py * dy + pz * sz;
  const c = px * px + py * py + pz * pz - radius * radius;
  const root = b * b - a * c;
  if (root > 0) keep((-b - Math.sqrt(root)) / a, tree, index);
}

function meetPole(object: usize, index: i32): void {
  const px = ox - load<f64>(object, 8);
  const py = oy - load<f64>(object, 16);
  const radius = load<f64>(object, 24);
  const top = load<f64>(object, 32);
  const a = dx * dx + dy * dy;
  const b = px * dx + py * dy;
  const c = px * px + py * py - radius * radius;
  const cap = dz == 0 ? -1.0 : (top - oz) / dz;
  if (cap > 0) {
    const qx = px + dx * cap;
    const qy = py + dy * cap;
    if (qx * qx + qy * qy <= radius * radius) keep(cap, pole, index);
  }
  const root = b * b - a * c;
  if (a < 1e-12 || root <= 0) return;
  const t = (-b - Math.sqrt(root)) / a;
  if (oz + dz * t <= top) keep(t, pole, index);
}

let enter: f64 = 0;
let leave: f64 = 0;
let face: i32 = 0;

/** Cuts the ray to the side of a plane where `distance` (at the origin) plus t times `rate` is at most 0. */
// @ts-ignore: decorator
@inline
function cut(distance: f64, rate: f64, kind: i32): void {
  if (Math.abs(rate) < 1e-14) {
    if (distance > 0) leave = -1;
    return;
  }
  const t = -distance / rate;
  if (rate > 0) {
    leave = min(leave, t);
  } else if (t > enter) {
    enter = t;
    face = kind;
  }
}

/** A house is the space between its walls and under the two planes of its roof. */
function meetHouse(object: usize, index: i32): void {
  enter = 0;
  leave = hitDistance;
  const minX = load<f64>(object, 8);
  const minY = load<f64>(object, 16);
  const maxX = load<f64>(object, 24);
  const maxY = load<f64>(object, 32);
  const eaves = load<f64>(object, 40);
  const slope = (load<f64>(object, 48) - eaves) / (0.5 * (maxY - minY));
  cut(minX - ox, -dx, wall);
  cut(ox - maxX, dx, wall);
  cut(minY - oy, -dy, wall);
  cut(oy - maxY, dy, wall);
  cut(oz - eaves - slope * (oy - minY), dz - slope * dy, roof);
  cut(oz - eaves - slope * (maxY - oy), dz + slope * dy, roof);
  if (enter > 0 && enter < leave) keep(enter, face, index);
}

function meetObjects(cell: usize): void {
  const last = load<u32>(startAt + (cell << 2), 4);
  for (let k = load<u32>(startAt + (cell << 2)); k < last; k++) {
    const index = <i32>load<u16>(itemsAt + <usize>k * 2);
    const object = objectAt(index);
    const kind = <i32>load<f64>(object);
    if (kind == tree) meetTree(object, index);
    else if (kind == wall) meetHouse(object, index);
    else meetPole(object, index);
  }
}

// @ts-ignore: decorator
@inline
function above(t: f64, isFormed: bool): f64 {
  const x = ox + dx * t;
  const y = oy + dy * t;
  return oz + dz * t - (isFormed ? fullHeight(x, y) : rolling(x, y));
}

/** The root between two places of the ray, the first above the ground, the second not: the Illinois method (1971). */
function refine(from: f64, fromHeight: f64, to: f64, toHeight: f64, isFormed: bool): f64 {
  let a = from;
  let fa = fromHeight;
  let b = to;
  let fb = toHeight;
  let t = b;
  let side = 0;
  for (let step = 0; step < 60; step++) {
    t = step < 24 ? (a * fb - b * fa) / (fb - fa) : 0.5 * (a + b);
    const f = above(t, isFormed);
    if (Math.abs(f) < rootTolerance || b - a < 1e-7) break;
    if (f > 0) {
      a = t;
      fa = f;
      if (side == 1) fb *= 0.5;
      side = 1;
    } else {
      b = t;
      fb = f;
      if (side == 2) fa *= 0.5;
      side = 2;
    }
  }
  return t;
}

/** Looks for the ground between two places of the ray inside a cell. */
function meetGround(cell: usize, from: f64, to: f64): bool {
  const isFormed = load<u8>(shapedAt + cell) != 0;
  let a = from;
  const top = load<f64>(topAt + (cell << 3));
  if (dz < 0) a = max(a, (top - oz) / dz);
  if (a > to) return false;
  const run = Math.sqrt(dx * dx + dy * dy) * (to - a);
  const steps = isFormed ? min(max(<i32>Math.ceil(run / 0.25), 1), 16) : 1;
  let fa = above(a, isFormed);
  if (fa <= 0) {
    keep(max(a, 1e-9), ground, -1);
    return true;
  }
  const span = (to - a) / <f64>steps;
  for (let k = 1; k <= steps; k++) {
    const b = k == steps ? to : a + span;
    const fb = above(b, isFormed);
    if (fb <= 0) {
      keep(refine(a, fa, b, fb, isFormed), ground, -1);
      return true;
    }
    a = b;
    fa = fb;
  }
  return false;
}

/** Outside the cells the ground is the plane that the site rolls about. */
function meetPlane(): void {
  const slopeX = fact(6);
  const slopeY = fact(7);
  const rate = dz - slopeX * dx - slopeY * dy;
  if (rate >= 0) return;
  keep((fact(5) + slopeX * ox + slopeY * oy - oz) / rate, ground, -1);
}

/** Follows a ray (unit direction) to the first thing it meets. */
export function trace(x: f64, y: f64, z: f64, directionX: f64, directionY: f64, directionZ: f64): void {
  ox = x;
  oy = y;
  oz = z;
  dx = directionX;
  dy = directionY;
  dz = directionZ;
  hitDistance = far;
  hitKind = nothing;
  hitObject = -1;
  let t = oz > highest && dz < 0 ? (highest - oz) / dz : 0.0;
  let end = far;
  if (dz < 0) end = min(end, (lowest - oz) / dz);
  else if (dz > 0) end = min(end, (highest - oz) / dz);
  let column = <i32>Math.floor((ox + dx * t - left) / cellSize);
  let row = <i32>Math.floor((oy + dy * t - bottom) / cellSize);
  const stepX = dx > 0 ? 1 : -1;
  const stepY = dy > 0 ? 1 : -1;
  const perX = dx == 0 ? Infinity : cellSize / Math.abs(dx);
  const perY = dy == 0 ? Infinity : cellSize / Math.abs(dy);
  let nextX = dx == 0 ? Infinity : (left + <f64>(column + (dx > 0 ? 1 : 0)) * cellSize - ox) / dx;
  let nextY = dy == 0 ? Infinity : (bottom + <f64>(row + (dy > 0 ? 1 : 0)) * cellSize - oy) / dy;
  while (t < end && column >= 0 && row >= 0 && column < cellsX && row < cellsY) {
    const next = min(min(nextX, nextY), end);
    const cell = <usize>(row * cellsX + column);
    const low = oz + dz * (dz < 0 ? next : t);
    if (low <= load<f64>(objectTopAt + (cell << 3))) meetObjects(cell);
    const limit = min(next, hitDistance);
    if (low <= load<f64>(topAt + (cell << 3)) && meetGround(cell, t, limit)) return;
    if (hitDistance <= next) return;
    t = next;
    if (nextX < nextY) {
      column += stepX;
      nextX += perX;
    } else {
      row += stepY;
      nextY += perY;
    }
  }
  if (t < end && hitKind == nothing) meetPlane();
}
