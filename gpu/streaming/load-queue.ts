/** A piece to load: a node or a tile. */
export interface LoadRequest {
  /** Unique over all layers. */
  readonly key: string;
  /** Higher loads first. */
  readonly priority: number;
  /** Fetches and decodes; hands the result to its layer itself. Rejections other than an abort are the layer's to report. */
  load(signal: AbortSignal): Promise<void>;
}

/** Wishes of several views as one: each piece once, as urgent as where it is wanted most. */
export function joinWishes(wishes: readonly LoadRequest[]): LoadRequest[] {
  const joined = new Map<string, LoadRequest>();
  for (const wish of wishes) {
    const known = joined.get(wish.key);
    if (!known || known.priority < wish.priority) joined.set(wish.key, wish);
  }
  return [...joined.values()];
}

/**
 * Loads what the picture wants, most important first, a fixed number at a time. Each owner states all its wishes
 * anew every frame: what is no longer wished for is dropped, and aborted if it runs already.
 */
export class LoadQueue {
  readonly #concurrency: number;
  readonly #wishes = new Map<string, readonly LoadRequest[]>();
  readonly #running = new Map<string, AbortController>();
  readonly #onChange: () => void;
  #startsLeft = Infinity;

  /** `onChange` is called when the number of pieces loading changes. */
  constructor(concurrency: number, onChange: () => void) {
    this.#concurrency = concurrency;
    this.#onChange = onChange;
  }

  /** Pieces running. */
  get running(): number {
    return this.#running.size;
  }

  /** Pieces waiting or running. */
  get pending(): number {
    const keys = new Set(this.#running.keys());
    for (const wishes of this.#wishes.values()) for (const { key } of wishes) keys.add(key);
    return keys.size;
  }

  /**
   * Sets how many pieces may begin until it is called again, before the wishes of a frame: a processor that draws
   * pictures in motion is to decode a few for each rather than all that it can.
   */
  allowStarts(count: number): void {
    this.#startsLeft = count;
  }

  /** Replaces all wishes of an owner. */
  wish(owner: string, requests: readonly LoadRequest[]): void {
    if (requests.length > 0) this.#wishes.set(owner, requests);
    else this.#wishes.delete(owner);
    const wanted = new Set<string>();
    for (const wishes of this.#wishes.values()) for (const { key } of wishes) wanted.add(key);
    for (const [key, controller] of this.#running) if (!wanted.has(key)) controller.abort();
    this.#fill();
  }

  #fill(): void {
    const waiting: LoadRequest[] = [];
    for (const wishes of this.#wishes.values()) {
      for (const request of wishes) if (!this.#running.has(request.key)) waiting.push(request);
    }
    waiting.sort((a, b) => b.priority - a.priority);
    for (const request of waiting) {
      if (this.#running.size >= this.#concurrency || this.#startsLeft <= 0) break;
      if (!this.#running.has(request.key)) void this.#run(request);
    }
  }

  async #run(request: LoadRequest): Promise<void> {
    const controller = new AbortController();
    this.#startsLeft--;
    this.#running.set(request.key, controller);
    try {
      await request.load(controller.signal);
    } finally {
      this.#running.delete(request.key);
      this.#forget(request.key);
      this.#fill();
      this.#onChange();
    }
  }

  #forget(key: string): void {
    for (const [owner, wishes] of this.#wishes) {
      if (!wishes.some((wish) => wish.key === key)) continue;
      const rest = wishes.filter((wish) => wish.key !== key);
      if (rest.length > 0) this.#wishes.set(owner, rest);
      else this.#wishes.delete(owner);
    }
  }

  /** Drops everything. */
  dispose(): void {
    this.#wishes.clear();
    for (const controller of this.#running.values()) controller.abort();
  }
}
