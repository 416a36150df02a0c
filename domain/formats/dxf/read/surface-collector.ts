import { withRoom } from '../../../math/with-room.ts';
import type { ExchangeSurface } from '../../exchange-model.ts';

/** Gathers faces to one surface: corners at the same place become one point. */
export class SurfaceCollector {
  #points = new Float64Array(3 * 64);
  #pointCount = 0;
  #triangles = new Uint32Array(3 * 64);
  #triangleCount = 0;
  /** Point numbers by the hash of their place, 0 for none, else number + 1. */
  #slots = new Uint32Array(256);
  readonly #place = new Float64Array(3);
  readonly #words = new Uint32Array(this.#place.buffer);

  /**
   * Adds a triangle, turned counter-clockwise in plan.
   * @param xyz of three corners, length 9
   * @returns false for one whose corners are not three places, which is left out
   */
  add(xyz: ArrayLike<number>): boolean {
    if (isSame(xyz, 0, 3) || isSame(xyz, 3, 6) || isSame(xyz, 0, 6)) return false;
    const a = this.#point(xyz[0]!, xyz[1]!, xyz[2]!);
    const b = this.#point(xyz[3]!, xyz[4]!, xyz[5]!);
    const c = this.#point(xyz[6]!, xyz[7]!, xyz[8]!);
    const turn = (xyz[3]! - xyz[0]!) * (xyz[7]! - xyz[1]!) - (xyz[4]! - xyz[1]!) * (xyz[6]! - xyz[0]!);
    const at = 3 * this.#triangleCount++;
    this.#triangles = withRoom(this.#triangles, at + 3);
    this.#triangles[at] = a;
    this.#triangles[at + 1] = turn < 0 ? c : b;
    this.#triangles[at + 2] = turn < 0 ? b : c;
    return true;
  }

  #point(x: number, y: number, z: number): number {
    if (4 * this.#pointCount > 3 * this.#slots.length) this.#rehash();
    const mask = this.#slots.length - 1;
    let slot = this.#hash(x, y, z) & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const at = 3 * (this.#slots[slot]! - 1);
      if (this.#points[at] === x && this.#points[at + 1] === y && this.#points[at + 2] === z) return at / 3;
    }
    const number = this.#pointCount++;
    this.#points = withRoom(this.#points, 3 * number + 3);
    this.#points[3 * number] = x;
    this.#points[3 * number + 1] = y;
    this.#points[3 * number + 2] = z;
    this.#slots[slot] = number + 1;
    return number;
  }

  #rehash(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (let i = 0; i < this.#pointCount; i++) {
      let slot = this.#hash(this.#points[3 * i]!, this.#points[3 * i + 1]!, this.#points[3 * i + 2]!) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = i + 1;
    }
  }

  /** Negative and positive zero are one place. */
  #hash(x: number, y: number, z: number): number {
    this.#place[0] = x + 0;
    this.#place[1] = y + 0;
    this.#place[2] = z + 0;
    let hash = 0;
    for (let i = 0; i < 6; i++) hash = Math.imul(hash ^ this.#words[i]!, 0x9e3779b1) ^ (hash >>> 15);
    return (Math.imul(hash, 0x85ebca6b) ^ (hash >>> 13)) >>> 0;
  }

  /** The surface; null where it has no triangle. */
  surface(name: string, layer: string): ExchangeSurface | null {
    if (this.#triangleCount === 0) return null;
    return {
      name,
      layer,
      points: this.#points.slice(0, 3 * this.#pointCount),
      triangles: this.#triangles.slice(0, 3 * this.#triangleCount),
    };
  }
}

/** Whether two corners are one place. */
function isSame(xyz: ArrayLike<number>, a: number, b: number): boolean {
  return xyz[a] === xyz[b] && xyz[a + 1] === xyz[b + 1] && xyz[a + 2] === xyz[b + 2];
}
