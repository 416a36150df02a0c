import { clamp } from '#domain/math/clamp.ts';

/** Maximum number of points drawn, at rest and while the camera moves. */
export interface PointBudgets {
  readonly atRest: number;
  readonly moving: number;
}

/** How an image in motion is drawn. */
export interface MotionLook {
  /** Resolution scale of the image relative to the canvas. */
  readonly scale: number;
  /** Simplified outlines, lighting and meshes. */
  readonly isReduced: boolean;
}

/** Performance targets of a device. */
export interface QualityGoals {
  /** Time that a frame may take while the camera moves before the number of points is reduced, ms. */
  readonly pointsMs: number;
  /** Time that a frame may take while the camera moves before its image is reduced, ms. */
  readonly maxFrameMs: number;
  /** Points drawn at rest where no budget was set, and the initial number in motion. */
  readonly pointsAtRest: number;
  readonly pointsMoving: number;
}

/** Targets: a fluent rate on a graphics card; a tenth of a second per frame on a software adapter. */
export const goalsOf: Readonly<Record<'card' | 'software', QualityGoals>> = {
  card: { pointsMs: 20, maxFrameMs: 100, pointsAtRest: 4_000_000, pointsMoving: 2_000_000 },
  software: { pointsMs: 100, maxFrameMs: 100, pointsAtRest: 350_000, pointsMoving: 350_000 },
};

const minMoving = 20_000;
/** Quality levels from the full image down, each with its approximate cost relative to the first. */
const looks: readonly (MotionLook & { readonly cost: number })[] = [
  { scale: 1, isReduced: false, cost: 1 },
  { scale: 1, isReduced: true, cost: 0.65 },
  { scale: 0.84, isReduced: true, cost: 0.5 },
  { scale: 0.71, isReduced: true, cost: 0.4 },
  { scale: 0.6, isReduced: true, cost: 0.32 },
  { scale: 0.5, isReduced: true, cost: 0.26 },
];
/**
 * A better level must be predicted to take at most this share of the available time, so that levels do not alternate.
 */
const promise = 0.8;

/**
 * Keeps frames in motion fluent: adapts to frame times while the camera moves, first with reduced images, then with
 * fewer points. At rest the full image is drawn.
 */
export class Quality {
  #goals: QualityGoals = goalsOf.card;
  #requested: number | null = null;
  #moving: number = goalsOf.card.pointsMoving;
  #look = 0;
  #hasMoved = false;
  /** Time of the previous frame, if drawn at the same level: a single slow or fast frame does not change the level. */
  #before: number | null = null;

  /** Resets for a new device. */
  reset(goals: QualityGoals): void {
    this.#goals = goals;
    this.#moving = goals.pointsMoving;
    this.#look = 0;
    this.#hasMoved = false;
    this.#before = null;
  }

  /** Budget set by the user; null chooses automatically. */
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
    // Fewer points than allowed were drawn fast enough: no adaptation.
    if (ratio > 1 && pointsDrawn < this.#moving * 0.7) return;
    this.#moving = Math.max(minMoving, this.#moving * clamp(ratio, 0.6, 1.25));
  }

  /** The best level within the time, from a frame's time at a level. */
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
