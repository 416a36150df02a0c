import type { PixelImage } from '#viewport/viewport-types.ts';
import type { Stage } from './stage.ts';

/** One fact that a case checks besides or instead of its image. */
export interface Check {
  readonly what: string;
  readonly isOk: boolean;
  /** The figure behind the result. */
  readonly detail: string;
}

/** Result of a case. */
export interface CaseOutcome {
  /** Compared with `expected.png` beside the case. */
  readonly picture?: PixelImage;
  readonly checks?: readonly Check[];
}

/** A render test: `cases/<name>/case.ts` exports one as `renderCase`. */
export interface RenderCase {
  /** CSS pixels; the page's device pixel ratio is 1. */
  readonly width: number;
  readonly height: number;
  /**
   * Share of pixels that may differ by more than 12 of 255 in a channel. Default 0.001; a case that loosens it states
   * why.
   */
  readonly tolerance?: number;
  run(stage: Stage): Promise<CaseOutcome>;
}
