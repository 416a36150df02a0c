/** A piece to load: a node or a tile. */
export interface LoadRequest {
  /** Unique over all layers. */
  readonly key: string;
  /** Higher loads first. */
  readonly priority: number;
  /** Fetches and decodes; passes the result to its layer itself. The layer reports rejections other than an abort. */
  load(signal: AbortSignal): Promise<void>;
}

/** Merges requests of several views: each piece once, with its highest priority. */
export function mergeRequests(requests: readonly LoadRequest[]): LoadRequest[] {
  const joined = new Map<string, LoadRequest>();
  for (const request of requests) {
    const known = joined.get(request.key);
    if (!known || known.priority < request.priority) joined.set(request.key, request);
  }
  return [...joined.values()];
}

/**
 * Loads requested pieces by priority, a fixed number at a time. Each owner states all its requests every frame: pieces
 * no longer requested are dropped, and aborted if running.
 */
export class LoadQueue {
  readonly #concurrency: number;
  readonly #requests = new Map<string, readonly LoadRequest[]>();
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
    for (const requests of this.#requests.values()) for (const { key } of requests) keys.add(key);
    return keys.size;
  }

  /**
   * Sets how many pieces may begin until the next call, made before the requests of a frame: with a software adapter in
   * motion a few are decoded per frame rather than as many as possible.
   */
  allowStarts(count: number): void {
    this.#startsLeft = count;
  }

  /** Replaces all requests of an owner. */
  request(owner: string, requests: readonly LoadRequest[]): void {
    if (requests.length > 0) this.#requests.set(owner, requests);
    else this.#requests.delete(owner);
    const wanted = new Set<string>();
    for (const requests of this.#requests.values()) for (const { key } of requests) wanted.add(key);
    for (const [key, controller] of this.#running) if (!wanted.has(key)) controller.abort();
    this.#fill();
  }

  #fill(): void {
    const waiting: LoadRequest[] = [];
    for (const requests of this.#requests.values()) {
      for (const request of requests) if (!this.#running.has(request.key)) waiting.push(request);
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
    for (const [owner, requests] of this.#requests) {
      if (!requests.some((request) => request.key === key)) continue;
      const rest = requests.filter((request) => request.key !== key);
      if (rest.length > 0) this.#requests.set(owner, rest);
      else this.#requests.delete(owner);
    }
  }

  /** Drops everything. */
  dispose(): void {
    this.#requests.clear();
    for (const controller of this.#running.values()) controller.abort();
  }
}
