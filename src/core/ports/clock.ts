/** The core's source of time; tests pass one that they advance themselves. */
export interface Clock {
  /** Milliseconds since an arbitrary fixed moment. */
  now(): number;
  /** Calls once after `delayMs`; returns a function that cancels. */
  after(delayMs: number, run: () => void): () => void;
}

/** Calls before the next frame is drawn; returns a function that cancels. */
export type RequestFrame = (run: () => void) => () => void;
