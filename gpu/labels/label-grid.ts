/** An upright rectangle on the screen, device pixels. */
export interface ScreenBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Occupied parts of the screen: boxes in square cells. */
export class LabelGrid {
  readonly #cellPx: number;
  readonly #cells = new Map<number, ScreenBox[]>();

  constructor(cellPx: number) {
    this.#cellPx = cellPx;
  }

  *#keys({ left, top, right, bottom }: ScreenBox): Generator<number> {
    const at = (px: number) => Math.floor(px / this.#cellPx);
    for (let y = at(top); y <= at(bottom); y++) {
      for (let x = at(left); x <= at(right); x++) yield y * 65_536 + x;
    }
  }

  /** Whether a box, grown by a margin, overlaps no box of the grid. */
  isFree(box: ScreenBox, marginPx: number): boolean {
    const left = box.left - marginPx;
    const top = box.top - marginPx;
    const right = box.right + marginPx;
    const bottom = box.bottom + marginPx;
    for (const key of this.#keys({ left, top, right, bottom })) {
      for (const other of this.#cells.get(key) ?? []) {
        if (other.left < right && other.right > left && other.top < bottom && other.bottom > top)
          return false;
      }
    }
    return true;
  }

  take(box: ScreenBox): void {
    for (const key of this.#keys(box)) {
      const cell = this.#cells.get(key);
      if (cell) cell.push(box);
      else this.#cells.set(key, [box]);
    }
  }
}
