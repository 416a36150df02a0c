import { hold, lay, layFrom } from './lib/layout';
import { align, reserve } from './lib/memory';
import { fact, layGround, readGround } from './lib/simulation/ground';
import { hash } from './lib/simulation/noise';
import {
  castShadows, layShadows, shade, shadedBlue, shadedCode, shadedGreen, shadedKind, shadedRed,
} from './lib/simulation/shade';
import {
  countItems, fillCells, heightAt, hitDistance, hitKind, layCells, layObjects, nothing, trace,
} from './lib/simulation/trace';

/**
 * Renders photos of the simulated site as a frame camera with Brown's distortion takes them. A scene is set once,
 * then any number of photos. One ray per pixel with a texture that depends on the pixel's size; sixteen where
 * neighbouring pixels see different objects.
 */

let sceneEnd: usize = 0;
let objectsAt: usize = 0;
let cellsStart: usize = 0;
let requestAt: usize = 0;
let sumAt: usize = 0;
let codeAt: usize = 0;
let pixelsAt: usize = 0;
let width: i32 = 0;
let height: i32 = 0;

/** Room for a scene's numbers: head, pads, shapes, road, base, objects, targets; returns where they go, 0 when memory ends. */
export function prepareScene(
  columns: i32, rows: i32, padTotal: i32, shapeTotal: i32, objectTotal: i32, targetTotal: i32,
): usize {
  const start = align(__heap_base);
  const groundEnd = layGround(start, columns, rows, padTotal, shapeTotal);
  objectsAt = groundEnd;
  cellsStart = layObjects(groundEnd, objectTotal, targetTotal);
  return reserve(cellsStart) ? start : 0;
}

/** Where the scene's objects and then its targets go. */
export function sceneObjects(): usize {
  return objectsAt;
}

/** Makes the scene ready when its numbers are written; false when memory ends. */
export function finishScene(columns: i32, rows: i32): bool {
  readGround();
  const across = <f64>(columns - 1) * fact(2);
  const along = <f64>(rows - 1) * fact(2);
  const cellsEnd = layCells(cellsStart, across, along, countItems(across, along));
  sceneEnd = layShadows(cellsEnd, fact(34));
  if (!reserve(sceneEnd)) return false;
  fillCells(fact(31));
  castShadows();
  return true;
}

/** Memory for a photo; returns where the request's 40 numbers go, 0 when memory ends. */
export function preparePhoto(photoWidth: i32, photoHeight: i32): usize {
  width = photoWidth;
  height = photoHeight;
  const count = <i64>width * <i64>height;
  layFrom(sceneEnd);
  requestAt = lay(40, 8);
  sumAt = lay(count, 12);
  codeAt = lay(count, 4);
  pixelsAt = lay(count, 3);
  return hold() ? requestAt : 0;
}

export function pixels(): usize {
  return pixelsAt;
}

// @ts-ignore: decorator
@inline
function ask(index: i32): f64 {
  return load<f64>(requestAt + (<usize>index << 3));
}

let focal: f64 = 1;
let cx: f64 = 0;
let cy: f64 = 0;
let k1: f64 = 0;
let k2: f64 = 0;
let k3: f64 = 0;
let p1: f64 = 0;
let p2: f64 = 0;
let centreX: f64 = 0;
let centreY: f64 = 0;
let centreZ: f64 = 0;
let exposure: f64 = 0;
const fine = 4;

/** Sees the site through one place of the photo, pixels; the result is in the shaded colour and code. */
function look(px: f64, py: f64): void {
  const du = (px - cx) / focal;
  const dv = (py - cy) / focal;
  let u = du;
  let v = dv;
  for (let step = 0; step < 5; step++) {
    const r2 = u * u + v * v;
    const radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
    const slope = 2 * (k1 + r2 * (2 * k2 + r2 * 3 * k3));
    const eu = u * radial + 2 * p1 * u * v + p2 * (r2 + 2 * u * u) - du;
    const ev = v * radial + p1 * (r2 + 2 * v * v) + 2 * p2 * u * v - dv;
    const a = radial + u * u * slope + 2 * p1 * v + 6 * p2 * u;
    const b = u * v * slope + 2 * p1 * u + 2 * p2 * v;
    const d = radial + v * v * slope + 6 * p1 * v + 2 * p2 * u;
    const det = a * d - b * b;
    const su = (d * eu - b * ev) / det;
    const sv = (a * ev - b * eu) / det;
    u -= su;
    v -= sv;
    if (Math.abs(su) + Math.abs(sv) < 1e-10) break;
  }
  const length = 1 / Math.sqrt(u * u + v * v + 1);
  const x = (ask(8) * u + ask(11) * v + ask(14)) * length;
  const y = (ask(9) * u + ask(12) * v + ask(15)) * length;
  const z = (ask(10) * u + ask(13) * v + ask(16)) * length;
  const shift = ask(23) * (py / <f64>height - 0.5) + exposure;
  const fromX = centreX + ask(20) * shift;
  const fromY = centreY + ask(21) * shift;
  const fromZ = centreZ + ask(22) * shift;
  trace(fromX, fromY, fromZ, x, y, z);
  shade(fromX, fromY, fromZ, x, y, z, hitDistance / focal);
}

function readRequest(): void {
  focal = ask(0);
  cx = ask(1);
  cy = ask(2);
  k1 = ask(3);
  k2 = ask(4);
  k3 = ask(5);
  p1 = ask(6);
  p2 = ask(7);
  centreX = ask(17);
  centreY = ask(18);
  centreZ = ask(19);
}

// @ts-ignore: decorator
@inline
function add(at: usize, r: f64, g: f64, b: f64): void {
  store<f32>(at, load<f32>(at) + <f32>r);
  store<f32>(at, load<f32>(at, 4) + <f32>g, 4);
  store<f32>(at, load<f32>(at, 8) + <f32>b, 8);
}

function lookOnce(weight: f64): void {
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const index = <usize>(row * width + column);
      look(<f64>column + 0.5, <f64>row + 0.5);
      store<u32>(codeAt + (index << 2), shadedCode);
      add(sumAt + index * 12, shadedRed * weight, shadedGreen * weight, shadedBlue * weight);
    }
  }
}

function isEdge(row: i32, column: i32): bool {
  const at = codeAt + (<usize>(row * width + column) << 2);
  const code = load<u32>(at);
  const line = <usize>width << 2;
  return (
    (column > 0 && load<u32>(at - 4) != code) ||
    (column < width - 1 && load<u32>(at + 4) != code) ||
    (row > 0 && load<u32>(at - line) != code) ||
    (row < height - 1 && load<u32>(at + line) != code)
  );
}

/** Replaces the one ray of pixels where surfaces meet by the mean of four by four. */
function lookCloser(weight: f64): void {
  const part = weight / <f64>(fine * fine);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (!isEdge(row, column)) continue;
      const at = sumAt + <usize>(row * width + column) * 12;
      look(<f64>column + 0.5, <f64>row + 0.5);
      add(at, -shadedRed * weight, -shadedGreen * weight, -shadedBlue * weight);
      for (let k = 0; k < fine * fine; k++) {
        const px = <f64>column + (<f64>(k % fine) + 0.5) / <f64>fine;
        const py = <f64>row + (<f64>(k / fine) + 0.5) / <f64>fine;
        look(px, py);
        add(at, shadedRed * part, shadedGreen * part, shadedBlue * part);
      }
    }
  }
}

/** Nearly normal, from the sum of four uniform numbers; standard deviation 1. */
// @ts-ignore: decorator
@inline
function grain(column: i32, row: i32, seed: i32): f64 {
  const a = hash(column, row, seed) + hash(column, row, seed + 1);
  return (a + hash(column, row, seed + 2) + hash(column, row, seed + 3)) * 0.8660254037844386;
}

// @ts-ignore: decorator
@inline
function level(value: f64): u8 {
  return <u8>min(max(value + 0.5, 0.0), 255.0);
}

/** Exposure, colour balance, vignetting (a share of r² lost, r = 1 in the corner) and the sensor's noise. */
function develop(): void {
  const vignetting = ask(27);
  const noise = ask(28);
  const seed = <i32>ask(29);
  const reach = 4.0 / (<f64>width * <f64>width + <f64>height * <f64>height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const index = <usize>(row * width + column);
      const dx = <f64>column + 0.5 - 0.5 * <f64>width;
      const dy = <f64>row + 0.5 - 0.5 * <f64>height;
      const gain = 1 - vignetting * (dx * dx + dy * dy) * reach;
      for (let channel = 0; channel < 3; channel++) {
        const value = <f64>load<f32>(sumAt + index * 12 + (<usize>channel << 2)) * gain * ask(24 + channel);
        const speck = noise == 0 ? 0.0 : noise * grain(column, row, seed + channel * 4);
        store<u8>(pixelsAt + index * 3 + <usize>channel, level(value + speck));
      }
    }
  }
}

/**
 * Renders the photo whose request is written: focal, cx, cy, k1, k2, k3, p1, p2, rotation (9, world to camera), centre
 * (3), velocity (3, metres a second), readout seconds, gains (3), vignetting, noise, seed, exposure seconds, exposures.
 */
export function renderPhoto(): void {
  readRequest();
  memory.fill(sumAt, 0, <usize>width * <usize>height * 12);
  const exposures = <i32>ask(31);
  for (let k = 0; k < exposures; k++) {
    exposure = ask(30) * ((<f64>k + 0.5) / <f64>exposures - 0.5);
    lookOnce(1 / <f64>exposures);
    lookCloser(1 / <f64>exposures);
  }
  develop();
}

/** Distance from a place to what a ray (unit direction) meets first; Infinity where it meets nothing. */
export function distanceAlong(x: f64, y: f64, z: f64, dx: f64, dy: f64, dz: f64): f64 {
  trace(x, y, z, dx, dy, dz);
  return hitKind == nothing ? Infinity : hitDistance;
}

/** Looks straight down on a place with a pixel of `size` metres; the functions below return the results. */
export function lookDown(x: f64, y: f64, size: f64): f64 {
  const from = fact(33);
  trace(x, y, from, 0, 0, -1);
  shade(x, y, from, 0, 0, -1, size);
  return from - hitDistance;
}

export function seenRed(): f64 {
  return shadedRed;
}

export function seenGreen(): f64 {
  return shadedGreen;
}

export function seenBlue(): f64 {
  return shadedBlue;
}

export function seenKind(): i32 {
  return shadedKind;
}

export function groundHeight(x: f64, y: f64): f64 {
  return heightAt(x, y);
}
