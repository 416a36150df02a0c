/** Time as the core sees it; tests hand in one that they move by hand. */
export interface Clock {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Calls once after `delayMs`; returns a function that cancels. */
  after(delayMs: number, run: () => void): () => void;
}

/** Calls before the next frame is drawn; returns a function that cancels. */
export type RequestFrame = (run: () => void) => () => void;
