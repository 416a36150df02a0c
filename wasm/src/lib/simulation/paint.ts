import { asphalt, crop, ditch, fact, footway, grass, gravel, heap, roadCentre, water } from './ground';
import { hash, lattice, lineCover, octaves, octaves3, smooth, spots } from './noise';

/** Colours of the ground by kind, 0 to 255 before light; each is a function of place, pixel size and seed. */

export let red: f64 = 0;
export let green: f64 = 0;
export let blue: f64 = 0;
/** Marks painted surfaces that border sharply: paint on the road, fields of a target. */
export let paintCode: i32 = 0;

// @ts-ignore: decorator
@inline
export function colour(r: f64, g: f64, b: f64, shade: f64): void {
  red = r * shade;
  green = g * shade;
  blue = b * shade;
}

function mixed(t: f64, r0: f64, g0: f64, b0: f64, r1: f64, g1: f64, b1: f64, shade: f64): void {
  colour(r0 + (r1 - r0) * t, g0 + (g1 - g0) * t, b0 + (b1 - b0) * t, shade);
}

function paintGrass(x: f64, y: f64, size: f64, seed: i32): void {
  const dry = 0.42 + 0.62 * octaves(x, y, 22, 4, 0.7, size, seed);
  const blades = octaves(x, y, 1.9, 5, 0.92, size, seed + 11);
  const tufts = spots(x, y, 1.7, 0.7, size, seed + 23) + 0.8 * spots(x + 3, y, 0.8, 0.5, size, seed + 31);
  mixed(smooth(dry), 74, 104, 48, 148, 140, 88, 1 + 0.17 * blades + 0.26 * tufts);
}

function paintAsphalt(x: f64, y: f64, size: f64, seed: i32): void {
  const centre = roadCentre(x);
  const offset = y - centre;
  const isDash = Math.abs(offset) < 0.07 && x * (1 / 6.0) - Math.floor(x * (1 / 6.0)) < 0.5;
  const wear = octaves(x, y, 0.7, 4, 0.95, size, seed + 3);
  if (isDash || Math.abs(Math.abs(offset) - 3.6) < 0.07) {
    paintCode = 1;
    colour(222, 220, 212, 1 + 0.12 * wear);
    return;
  }
  const worn = octaves(x, y, 7, 3, 0.8, size, seed);
  const tile = hash(<i32>Math.floor(x / 7.3), <i32>Math.floor((offset + 4) / 4), seed + 5);
  const isPatch = tile > 0.55 && Math.abs(x / 7.3 - Math.floor(x / 7.3) - 0.5) < 0.16 + 0.2 * tile;
  if (isPatch) paintCode = 2;
  const crackX = lattice(x / 2.3, y / 2.3, seed + 7) + 0.35 * lattice(x / 0.7, y / 0.7, seed + 8);
  const crack = smooth(1 - Math.abs(crackX) / max(0.025, size * 0.3)) * min(1.0, 0.05 / size);
  const track = Math.cos(Math.abs(offset) * 3.6);
  const shade = 1 + 0.09 * worn + 0.17 * wear - 0.75 * crack + 0.05 * track - (isPatch ? 0.2 : 0.0);
  colour(98, 98, 101, shade + 0.3 * spots(x, y, 0.9, 0.25, size, seed + 13));
}

function paintFootway(x: f64, y: f64, size: f64, seed: i32): void {
  const px = x / 0.8;
  const py = (y - roadCentre(x)) / 0.8;
  const tone = hash(<i32>Math.floor(px), <i32>Math.floor(py), seed + 2) * smooth(1.2 - size / 0.8);
  const joint =
    lineCover((px - Math.floor(px) - 0.5) * 0.8 - 0.4 + (px - Math.floor(px) < 0.5 ? 0.8 : 0), 0.03, size) +
    lineCover((py - Math.floor(py) - 0.5) * 0.8 - 0.4 + (py - Math.floor(py) < 0.5 ? 0.8 : 0), 0.03, size);
  const dirt = octaves(x, y, 1.4, 5, 0.85, size, seed);
  colour(166, 163, 155, 1 + 0.1 * tone - 0.35 * min(joint, 1.0) + 0.13 * dirt);
}

function paintGravel(x: f64, y: f64, size: f64, seed: i32): void {
  const broad = octaves(x, y, 9, 3, 0.8, size, seed);
  const fine = octaves(x, y, 1.3, 5, 0.9, size, seed + 4);
  const stones = spots(x, y, 0.55, 0.7, size, seed + 9) + spots(x - 7, y, 1.4, 0.35, size, seed + 17);
  const track = smooth(1 - Math.abs(lattice(x / 13, y / 13, seed + 19)) * 9);
  colour(164, 155, 136, 1 + 0.11 * broad + 0.14 * fine + 0.24 * stones - 0.13 * track);
}

function paintHeap(x: f64, y: f64, size: f64, seed: i32): void {
  const broad = octaves(x, y, 4.5, 3, 0.8, size, seed);
  const fine = octaves(x, y, 1.1, 5, 0.92, size, seed + 4);
  const clumps = spots(x, y, 0.75, 0.8, size, seed + 9) + spots(x - 7, y, 1.9, 0.5, size, seed + 17);
  mixed(smooth(0.5 + 0.8 * broad), 176, 140, 92, 206, 178, 130, 0.95 + 0.17 * fine + 0.26 * clumps);
}

function paintCrop(x: f64, y: f64, size: f64, seed: i32): void {
  const across = -0.17 * x + 0.985 * y;
  const along = 0.985 * x + 0.17 * y;
  const row = Math.floor(across / 0.9);
  const profile = 0.5 + 0.5 * Math.cos(6.283185307179586 * (across / 0.9 - row - 0.5)) * smooth(1.4 - size / 0.5);
  const plants = 0.5 + 0.5 * hash(<i32>Math.floor(along / 0.5), <i32>row, seed + 3) * smooth(1.3 - size / 0.4);
  const soil = octaves(x, y, 5, 6, 0.75, size, seed);
  mixed(smooth(1.3 * profile * (0.55 + 0.45 * plants)), 134, 106, 76, 84, 116, 50, 1 + 0.12 * soil);
}

/** Colour of the ground of a kind at a place for a pixel of `size` metres. */
export function paintGround(kind: i32, x: f64, y: f64, size: f64): void {
  const seed = <i32>fact(28);
  paintCode = 0;
  switch (kind) {
    case grass: paintGrass(x, y, size, seed); break;
    case ditch:
      paintGrass(x, y, size, seed);
      colour(red, green, blue, 0.72);
      break;
    case asphalt: paintAsphalt(x, y, size, seed + 1000); break;
    case footway: paintFootway(x, y, size, seed + 2000); break;
    case gravel: paintGravel(x, y, size, seed + 3000); break;
    case heap: paintHeap(x, y, size, seed + 4000); break;
    case crop: paintCrop(x, y, size, seed + 5000); break;
    case water: colour(58, 80, 84, 1 + 0.015 * octaves(x, y, 15, 3, 0.6, size, seed + 6000)); break;
  }
}

/** A target's plate: a square whose quarters are black and white in turn; false outside it. */
export function paintTarget(u: f64, v: f64, half: f64): bool {
  if (Math.abs(u) > half || Math.abs(v) > half) return false;
  const isWhite = u * v > 0;
  paintCode = isWhite ? 3 : 4;
  const tone = isWhite ? 232.0 : 26.0;
  colour(tone, tone, tone, 1);
  return true;
}

/** Tiles on a pitched roof, sheets with seams on a level one. `down`: metres along the slope from the ridge. */
export function paintRoof(x: f64, down: f64, isLevel: bool, variant: i32, size: f64): void {
  const seed = <i32>fact(28) + 7000 + variant * 37;
  paintCode = 0;
  const stains = octaves(x, down, 3.5, 6, 0.8, size, seed);
  const things = spots(x, down, isLevel ? 3.1 : 1.7, isLevel ? 0.4 : 0.15, size, seed + 3);
  if (isLevel) {
    const px = x / 1.25 - Math.floor(x / 1.25);
    const seam = lineCover((px < 0.5 ? px : px - 1) * 1.25, 0.06, size);
    const sheet = hash(<i32>Math.floor(x / 1.25), <i32>Math.floor(down / 3.7), seed + 4);
    const grey = 138.0 + 22.0 * hash(variant, 1, seed);
    colour(grey, grey, grey + 2, 1 + 0.16 * stains + 0.05 * sheet - 0.35 * seam + 0.5 * things);
    return;
  }
  const course = down / 0.34;
  const brick = x / 0.3 + (<i32>Math.floor(course) & 1) * 0.5;
  const tile = hash(<i32>Math.floor(brick), <i32>Math.floor(course), seed + 5) * smooth(1.5 - size / 0.25);
  const step = (course - Math.floor(course) - 0.5) * smooth(1.5 - size / 0.2);
  const shade = 1 + 0.15 * stains + 0.16 * tile - 0.2 * step + 0.45 * things;
  const hue = hash(variant, 2, seed);
  if (hue < -0.3) colour(118, 114, 112, shade);
  else if (hue < 0.3) colour(158, 84, 62, shade);
  else colour(130, 96, 74, shade);
}

/** Plaster with windows; `along` the wall and `up` from the eaves down (negative), metres. */
export function paintWall(along: f64, up: f64, variant: i32, size: f64): void {
  const seed = <i32>fact(28) + 8000 + variant * 41;
  const px = along / 2.7 - Math.floor(along / 2.7);
  const py = up / 2.8 - Math.floor(up / 2.8);
  paintCode = 0;
  const dirt = octaves(along, up, 2, 6, 0.8, size, seed);
  if (px > 0.3 && px < 0.72 && py > 0.35 && py < 0.82) {
    paintCode = 5;
    colour(62, 70, 80, 1 + 0.3 * hash(<i32>Math.floor(along / 2.7), <i32>Math.floor(up / 2.8), seed));
    return;
  }
  colour(198, 190, 176, 1 + 0.12 * dirt);
}

/** Leaves of a crown. */
export function paintCrown(x: f64, y: f64, z: f64, variant: i32, size: f64): void {
  const seed = <i32>fact(28) + 9000 + variant * 43;
  paintCode = 0;
  const boughs = octaves3(x, y, z, 1.4, 2, 0.9, size, seed);
  const leaves = octaves3(x, y, z, 0.4, 3, 0.95, size, seed + 9);
  const hue = hash(variant, 3, seed);
  colour(70 + 22 * hue, 104 + 10 * hue, 50 - 4 * hue, 1 + 0.42 * boughs + 0.3 * leaves);
}
