import { align } from '../memory';
import { fact, kindAt, water } from './ground';
import {
  blue, green, paintCode, paintCrown, paintGround, paintRoof, paintTarget, paintWall, red,
} from './paint';
import {
  ground, heightAt, hitDistance, hitKind, hitObject, nothing, objectAt, pole, roof, targetNear, targetPlace, trace,
  tree, wall,
} from './trace';

/** Light on what a ray met: sun with shadows on the ground (0.25 m grid), and sky. */

export let shadedRed: f64 = 0;
export let shadedGreen: f64 = 0;
export let shadedBlue: f64 = 0;
/** Equal for neighbouring pixels on the same smooth surface. */
export let shadedCode: u32 = 0;
/** Ground kind or object kind of what was met. */
export let shadedKind: i32 = 0;

const shadowCell: f64 = 0.25;
const shadowMargin: f64 = 15;
const slopeReach: f64 = 0.05;
const sky: f64 = 0.5;
const sun: f64 = 0.62;

let shadowsAt: usize = 0;
let columns: i32 = 0;
let rows: i32 = 0;
let normalX: f64 = 0;
let normalY: f64 = 0;
let normalZ: f64 = 1;

/** Lays out the shadow grid over a site of the given edge, where all that casts shadows is; returns where it ends. */
export function layShadows(start: usize, edge: f64): usize {
  shadowsAt = start;
  columns = <i32>Math.floor((edge + 2 * shadowMargin) / shadowCell);
  rows = columns;
  return align(shadowsAt + <usize>columns * <usize>rows);
}

/** Marks what of the ground the sun does not reach; cells must be filled. */
export function castShadows(): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = <f64>column * shadowCell - shadowMargin;
      const y = <f64>row * shadowCell - shadowMargin;
      trace(x, y, heightAt(x, y) + 0.05, fact(25), fact(26), fact(27));
      store<u8>(shadowsAt + <usize>(row * columns + column), hitKind == nothing ? 0 : 255);
    }
  }
}

/** Share of the sun that reaches the ground at a place. */
function sunAt(x: f64, y: f64): f64 {
  const px = (x + shadowMargin) / shadowCell;
  const py = (y + shadowMargin) / shadowCell;
  if (px < 0 || py < 0 || px >= <f64>(columns - 1) || py >= <f64>(rows - 1)) return 1;
  const ix = <i32>px;
  const iy = <i32>py;
  const u = px - <f64>ix;
  const v = py - <f64>iy;
  const at = shadowsAt + <usize>(iy * columns + ix);
  const above = at + <usize>columns;
  const a = <f64>load<u8>(at);
  const c = <f64>load<u8>(above);
  const low = a + (<f64>load<u8>(at, 1) - a) * u;
  return 1 - (low + (c + (<f64>load<u8>(above, 1) - c) * u - low) * v) * (1.0 / 255);
}

function light(share: f64): void {
  const facing = normalX * fact(25) + normalY * fact(26) + normalZ * fact(27);
  const value = sky + sun * max(facing, 0.0) * share;
  shadedRed = red * value;
  shadedGreen = green * value;
  shadedBlue = blue * value * (1.04 - 0.04 * share);
}

function setNormal(x: f64, y: f64, z: f64): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  normalX = x / length;
  normalY = y / length;
  normalZ = z / length;
}

function shadeGround(x: f64, y: f64, dx: f64, dy: f64, dz: f64, size: f64): void {
  const h = heightAt(x, y);
  setNormal(h - heightAt(x + slopeReach, y), h - heightAt(x, y + slopeReach), slopeReach);
  const facing = Math.abs(normalX * dx + normalY * dy + normalZ * dz);
  const seen = size / Math.sqrt(max(facing, 0.1));
  const kind = kindAt(x, y);
  const target = targetNear(x, y);
  shadedKind = kind;
  if (target >= 0) {
    const place = targetPlace(target);
    const rx = x - load<f64>(place);
    const ry = y - load<f64>(place, 8);
    const cosine = load<f64>(place, 16);
    const sine = load<f64>(place, 24);
    if (paintTarget(rx * cosine + ry * sine, ry * cosine - rx * sine, fact(31))) {
      shadedCode = <u32>((paintCode << 8) | 255);
      light(sunAt(x, y));
      return;
    }
  }
  paintGround(kind, x, y, seen);
  shadedCode = <u32>((paintCode << 8) | kind);
  if (kind == water) {
    setNormal(0, 0, 1);
    light(1);
  } else {
    light(sunAt(x, y));
  }
}

function shadeHouse(x: f64, y: f64, z: f64, size: f64): void {
  const house = objectAt(hitObject);
  const minY = load<f64>(house, 16);
  const maxY = load<f64>(house, 32);
  const eaves = load<f64>(house, 40);
  if (hitKind == roof) {
    const middle = 0.5 * (minY + maxY);
    const rise = load<f64>(house, 48) - eaves;
    const slope = rise / (0.5 * (maxY - minY));
    const side = y < middle ? -1.0 : 1.0;
    setNormal(0, side * slope, 1);
    const isLevel = rise == 0;
    const down = isLevel ? y - minY : Math.abs(y - middle) * Math.sqrt(1 + slope * slope);
    if (!isLevel) paintRoof(x + side * 100, down, false, hitObject, size);
    else paintRoof(x, down, true, hitObject, size);
    shadedCode = <u32>((hitObject << 8) | 64) + (side < 0 && !isLevel ? 1 : 0);
    light(1);
    return;
  }
  const minX = load<f64>(house, 8);
  const maxX = load<f64>(house, 24);
  const toX = min(Math.abs(x - minX), Math.abs(x - maxX));
  const toY = min(Math.abs(y - minY), Math.abs(y - maxY));
  const isAcrossX = toX < toY;
  if (isAcrossX) setNormal(x - 0.5 * (minX + maxX), 0, 0);
  else setNormal(0, y - 0.5 * (minY + maxY), 0);
  paintWall(isAcrossX ? y - minY : x - minX, z - eaves, hitObject, size);
  shadedCode = <u32>((hitObject << 8) | 80 | (paintCode << 20)) + (isAcrossX ? 1 : 0);
  light(1);
}

/** Colours what the last `trace` of this ray met. `size`: the pixel's size there, metres across the ray. */
export function shade(ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, size: f64): void {
  const x = ox + dx * hitDistance;
  const y = oy + dy * hitDistance;
  const z = oz + dz * hitDistance;
  shadedKind = hitKind;
  if (hitKind == ground) {
    shadeGround(x, y, dx, dy, dz, size);
  } else if (hitKind == tree) {
    const crown = objectAt(hitObject);
    const rx = load<f64>(crown, 32);
    const rz = load<f64>(crown, 40);
    setNormal(
      (x - load<f64>(crown, 8)) / (rx * rx),
      (y - load<f64>(crown, 16)) / (rx * rx),
      (z - load<f64>(crown, 24)) / (rz * rz),
    );
    paintCrown(x, y, z, hitObject, size);
    shadedCode = <u32>((hitObject << 8) | 96);
    light(1);
  } else if (hitKind == wall || hitKind == roof) {
    shadeHouse(x, y, z, size);
  } else if (hitKind == pole) {
    const post = objectAt(hitObject);
    setNormal(x - load<f64>(post, 8), y - load<f64>(post, 16), 0.05);
    shadedCode = <u32>((hitObject << 8) | 112);
    shadedRed = shadedGreen = shadedBlue = 120 + 60 * normalX;
  } else {
    shadedCode = 1;
    shadedRed = 190;
    shadedGreen = 205;
    shadedBlue = 222;
  }
}
