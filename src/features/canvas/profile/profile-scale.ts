/** Transform of a section to the screen. */
export interface ProfileScale {
  /** Pixels per unit along the line. */
  readonly alongPx: number;
  /** Pixels per vertical unit. */
  readonly upPx: number;
  /** Vertical exaggeration. */
  readonly exaggeration: number;
  readonly left: number;
  readonly bottom: number;
  /** Height at the bottom edge. */
  readonly low: number;
}

export interface ProfileFrame {
  readonly width: number;
  readonly height: number;
  readonly length: number;
  readonly low: number;
  readonly high: number;
  /** Horizontal units per vertical unit. */
  readonly zFactor: number;
}

/** Margins for axes around a section, CSS pixels. */
export const profileMargin = { left: 64, right: 16, top: 10, bottom: 26 } as const;

/** Fits the whole line to the view; heights fill it, or are exaggerated by a fixed factor around their middle. */
export function profileScale(frame: ProfileFrame, exaggeration: number | null): ProfileScale {
  const width = Math.max(1, frame.width - profileMargin.left - profileMargin.right);
  const height = Math.max(1, frame.height - profileMargin.top - profileMargin.bottom);
  const alongPx = width / frame.length;
  const range = Math.max(frame.high - frame.low, 1e-3) * 1.08;
  const upPx = exaggeration === null ? height / range : alongPx * frame.zFactor * exaggeration;
  return {
    alongPx,
    upPx,
    exaggeration: upPx / (alongPx * frame.zFactor),
    left: profileMargin.left,
    bottom: frame.height - profileMargin.bottom,
    low: (frame.low + frame.high) / 2 - height / upPx / 2,
  };
}

/** Position of a place of the section on the screen, CSS pixels. */
export function toScreen(scale: ProfileScale, station: number, z: number): [x: number, y: number] {
  return [scale.left + station * scale.alongPx, scale.bottom - (z - scale.low) * scale.upPx];
}

/** The place of the section at a place of the view. */
export function fromScreen(scale: ProfileScale, x: number, y: number): [station: number, z: number] {
  return [(x - scale.left) / scale.alongPx, scale.low + (scale.bottom - y) / scale.upPx];
}
