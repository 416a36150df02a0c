/** The overlay whose pairs are picked. */
export interface OverlayEditing {
  readonly id: string;
  /** A place picked in the image that waits for its place on the site, pixels; null for none. */
  readonly pending: readonly [x: number, y: number] | null;
  /** The pair whose places are picked again; null: new pairs are picked. */
  readonly pairId: string | null;
}
