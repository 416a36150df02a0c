/**
 * Draws on demand: any number of `request` calls cause one animation frame. No frame begins while `maxInFlight` earlier
 * ones are in flight, so that a slow device does not lag behind the pointer.
 */
export class FrameClock {
  readonly #draw: () => Promise<void> | null;
  #maxInFlight = 1;
  #inFlight = 0;
  #handle: number | null = null;
  #isWanted = false;
  #isStopped = false;

  /** `draw` draws a frame and returns a promise of its completion on the device, or null when nothing was drawn. */
  constructor(draw: () => Promise<void> | null) {
    this.#draw = draw;
  }

  set maxInFlight(count: number) {
    this.#maxInFlight = count;
  }

  /** True while a frame is pending or in flight. */
  get isBusy(): boolean {
    return this.#isWanted || this.#inFlight > 0;
  }

  request(): void {
    this.#isWanted = true;
    if (this.#isStopped || this.#handle !== null || this.#inFlight >= this.#maxInFlight) return;
    this.#handle = requestAnimationFrame(() => this.#tick());
  }

  #tick(): void {
    this.#handle = null;
    if (!this.#isWanted || this.#isStopped) return;
    this.#isWanted = false;
    const done = this.#draw();
    if (!done) return;
    this.#inFlight++;
    const settle = () => {
      this.#inFlight--;
      if (this.#isWanted) this.request();
    };
    done.then(settle, settle);
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#handle !== null) cancelAnimationFrame(this.#handle);
    this.#handle = null;
  }
}
