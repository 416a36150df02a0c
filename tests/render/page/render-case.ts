import type { PixelImage } from '#viewport/viewport-types.ts';
import type { Stage } from './stage.ts';

/** One fact that a case checks beside or instead of its picture. */
export interface Check {
  readonly what: string;
  readonly isOk: boolean;
  /** The figure behind the verdict. */
  readonly detail: string;
}

/** What a case comes to. */
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
   * Share of pixels that may differ by more than 12 of 255 in a channel. Default 0.001; a case that loosens it
   * says why.
   */
  readonly tolerance?: number;
  run(stage: Stage): Promise<CaseOutcome>;
}
