/** Points drawn at most, at rest and while the camera moves. */
export interface PointBudgets {
  readonly atRest: number;
  readonly moving: number;
}

const fewestMoving = 20_000;
/** Time that a frame may take while the camera moves, ms. */
const wantedFrameMs = { card: 20, software: 90 } as const;
const defaultBudget = { card: 4_000_000, software: 350_000 } as const;

/**
 * Keeps moving pictures fluent: learns from the time of frames how many points the machine draws while the camera
 * moves; at rest the whole budget is drawn.
 */
export class Quality {
  #isSoftware = false;
  #wished: number | null = null;
  #moving = 250_000;

  /** Starts again for a device. */
  reset(isSoftware: boolean): void {
    this.#isSoftware = isSoftware;
    this.#moving = isSoftware ? 60_000 : 2_000_000;
  }

  /** Budget the person asked for; null leaves the choice here. */
  set wished(budget: number | null) {
    this.#wished = budget;
  }

  get budgets(): PointBudgets {
    const atRest = this.#wished ?? (this.#isSoftware ? defaultBudget.software : defaultBudget.card);
    return { atRest, moving: Math.min(atRest, this.#moving) };
  }

  /** Learns from a frame drawn while the camera moved. */
  learn(frameMs: number, pointsDrawn: number): void {
    if (frameMs <= 0) return;
    const wanted = this.#isSoftware ? wantedFrameMs.software : wantedFrameMs.card;
    const ratio = wanted / frameMs;
    // Fewer points than allowed were drawn fast enough: nothing is learnt.
    if (ratio > 1 && pointsDrawn < this.#moving * 0.7) return;
    this.#moving = Math.max(fewestMoving, this.#moving * Math.min(1.25, Math.max(0.6, ratio)));
  }
}
