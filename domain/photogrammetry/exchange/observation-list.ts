import type { Observations } from '../model/reconstruction.ts';

/** Observations in the order they are read, growing; their number need not be known. */
export class ObservationList {
  #count = 0;
  #point = new Uint32Array(1024);
  #photo = new Uint32Array(1024);
  #xy = new Float32Array(2048);

  /** Takes one: index of the point, index of the photo, place in pixels. */
  add(point: number, photo: number, x: number, y: number): void {
    const k = this.#count++;
    if (k === this.#point.length) this.#grow();
    this.#point[k] = point;
    this.#photo[k] = photo;
    this.#xy[2 * k] = x;
    this.#xy[2 * k + 1] = y;
  }

  #grow(): void {
    const capacity = 2 * this.#point.length;
    const [point, photo, xy] = [this.#point, this.#photo, this.#xy];
    this.#point = new Uint32Array(capacity);
    this.#photo = new Uint32Array(capacity);
    this.#xy = new Float32Array(2 * capacity);
    this.#point.set(point);
    this.#photo.set(photo);
    this.#xy.set(xy);
  }

  /**
   * The observations sorted by point, then photo, as a reconstruction holds them. The size of features is in none of
   * the exchange formats: all count as 1 pixel.
   */
  finish(): Observations {
    const count = this.#count;
    const order = Uint32Array.from({ length: count }, (_, k) => k);
    const [point, photo, xy] = [this.#point, this.#photo, this.#xy];
    order.sort((a, b) => point[a]! - point[b]! || photo[a]! - photo[b]! || a - b);
    const sorted = {
      count,
      point: new Uint32Array(count),
      photo: new Uint32Array(count),
      xy: new Float32Array(2 * count),
      scale: new Float32Array(count).fill(1),
    };
    order.forEach((from, k) => {
      sorted.point[k] = point[from]!;
      sorted.photo[k] = photo[from]!;
      sorted.xy[2 * k] = xy[2 * from]!;
      sorted.xy[2 * k + 1] = xy[2 * from + 1]!;
    });
    return sorted;
  }
}

/** Numbers in the order they are read, growing. */
export class NumberList {
  #values = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const values = new Float64Array(2 * this.length);
      values.set(this.#values);
      this.#values = values;
    }
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  finish(): Float64Array<ArrayBuffer> {
    return this.#values.slice(0, this.length);
  }
}
