/** Time as the core sees it; tests hand in one that they move by hand. */
export interface Clock {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Calls once after `delayMs`; the answer cancels. */
  after(delayMs: number, run: () => void): () => void;
}

/** Calls before the next frame is drawn; the answer cancels. */
export type RequestFrame = (run: () => void) => () => void;
