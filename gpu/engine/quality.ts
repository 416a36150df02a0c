import { clamp } from '#domain/math/clamp.ts';

/** Points drawn at most, at rest and while the camera moves. */
export interface PointBudgets {
  readonly atRest: number;
  readonly moving: number;
}

/** How an image in motion is drawn. */
export interface MotionLook {
  /** Edges of the image drawn as a share of those of the canvas. */
  readonly scale: number;
  /** Plainer outlines, lighting and meshes. */
  readonly isReduced: boolean;
}

/** What a device is given to reach. */
export interface QualityGoals {
  /** Time that a frame may take while the camera moves before fewer points are drawn, ms. */
  readonly pointsMs: number;
  /** Time that a frame may take while the camera moves before its image is made plainer and smaller, ms. */
  readonly maxFrameMs: number;
  /** Points drawn at rest where no budget was set, and those that motion begins with. */
  readonly pointsAtRest: number;
  readonly pointsMoving: number;
}

/** A card has to be fluent; a processor in its place has to give a tenth of a second's worth. */
export const goalsOf: Readonly<Record<'card' | 'software', QualityGoals>> = {
  card: { pointsMs: 20, maxFrameMs: 100, pointsAtRest: 4_000_000, pointsMoving: 2_000_000 },
  software: { pointsMs: 100, maxFrameMs: 100, pointsAtRest: 350_000, pointsMoving: 350_000 },
};

const minMoving = 20_000;
/** Looks from the full image down, and about what each takes beside the first. */
const looks: readonly (MotionLook & { readonly cost: number })[] = [
  { scale: 1, isReduced: false, cost: 1 },
  { scale: 1, isReduced: true, cost: 0.65 },
  { scale: 0.84, isReduced: true, cost: 0.5 },
  { scale: 0.71, isReduced: true, cost: 0.4 },
  { scale: 0.6, isReduced: true, cost: 0.32 },
  { scale: 0.5, isReduced: true, cost: 0.26 },
];
/** A better look has to promise to take at most this share of the time that there is, so that looks do not alternate. */
const promise = 0.8;

/**
 * Keeps moving images fluent: learns from the time of frames how they have to be drawn while the camera moves, first
 * plainer and smaller, then with fewer points; at rest the whole image is drawn.
 */
export class Quality {
  #goals: QualityGoals = goalsOf.card;
  #requested: number | null = null;
  #moving: number = goalsOf.card.pointsMoving;
  #look = 0;
  #hasMoved = false;
  /** Time of the frame before, if it was drawn alike: one slow or fast frame alone changes no look. */
  #before: number | null = null;

  /** Starts again for a device. */
  reset(goals: QualityGoals): void {
    this.#goals = goals;
    this.#moving = goals.pointsMoving;
    this.#look = 0;
    this.#hasMoved = false;
    this.#before = null;
  }

  /** Budget the person asked for; null leaves the choice here. */
  set requested(budget: number | null) {
    this.#requested = budget;
  }

  get budgets(): PointBudgets {
    const atRest = this.#requested ?? this.#goals.pointsAtRest;
    return { atRest, moving: Math.min(atRest, this.#moving) };
  }

  /** How images in motion are drawn now. */
  get motion(): MotionLook {
    return looks[this.#look]!;
  }

  /** Initialises the quality of motion from a frame drawn at rest. */
  learnAtRest(frameMs: number): void {
    if (!this.#hasMoved) this.#look = this.#lookFor(frameMs, 0);
  }

  /** Adapts to a frame drawn while the camera moved. */
  learn(frameMs: number, pointsDrawn: number): void {
    if (frameMs <= 0) return;
    this.#hasMoved = true;
    const before = this.#before;
    this.#before = frameMs;
    const { maxFrameMs, pointsMs } = this.#goals;
    const givesPointsFirst = pointsMs < maxFrameMs;
    if (givesPointsFirst) this.#learnPoints(frameMs, pointsDrawn);
    if (before === null) return;
    const slow = Math.min(frameMs, before);
    const fast = Math.max(frameMs, before);
    const isPlainest = this.#look === looks.length - 1;
    const growsPoints = this.#moving < this.budgets.atRest && pointsDrawn >= this.#moving * 0.7;
    if (slow > maxFrameMs && !isPlainest) this.#setLook(this.#lookFor(slow, this.#look));
    else if (slow > maxFrameMs || (fast < maxFrameMs && growsPoints)) {
      if (!givesPointsFirst) this.#learnPoints(frameMs, pointsDrawn);
    } else if (fast < maxFrameMs) this.#setLook(this.#lookFor(fast, this.#look));
  }

  #learnPoints(frameMs: number, pointsDrawn: number): void {
    const ratio = this.#goals.pointsMs / frameMs;
    // Fewer points than allowed were drawn fast enough: nothing is learnt.
    if (ratio > 1 && pointsDrawn < this.#moving * 0.7) return;
    this.#moving = Math.max(minMoving, this.#moving * clamp(ratio, 0.6, 1.25));
  }

  /** The best look that keeps to the time, by a frame's time in a look. */
  #lookFor(frameMs: number, look: number): number {
    const full = frameMs / looks[look]!.cost;
    const found = looks.findIndex(({ cost }, i) => {
      const share = i < look ? promise : 1;
      return full * cost <= this.#goals.maxFrameMs * share;
    });
    return found < 0 ? looks.length - 1 : found;
  }

  #setLook(look: number): void {
    if (look === this.#look) return;
    this.#look = look;
    this.#before = null;
  }
}
