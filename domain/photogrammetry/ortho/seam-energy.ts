import type { CellWindow, CoarseView } from './coarse-view.ts';

/** Label of a cell that no photo shows. */
export const noView = 0xffff;
/** Label of a cell in too few photos for its height to be known: beyond the survey. */
export const beyond = 0xfffe;

/** What the seams are drawn on. */
export interface SeamField {
  readonly width: number;
  readonly height: number;
  /** One a photo, colours already balanced; a label is an index of this list. */
  readonly views: readonly CoarseView[];
  /** How much a cell rises above the ground, 0 to 1 per cell: seams avoid roofs and crowns. */
  readonly raised: Float32Array;
  /** Edge of a cell over the flying height: weighs the area of a worse view against the length of a seam. */
  readonly cellOverHeight: number;
}

/** Energy of a labelling, in whole numbers. */
export interface SeamEnergy {
  /** Cost of a label at a cell; `impossible` where the photo does not show it or enough others show it better. */
  data(label: number, x: number, y: number): number;
  /** Cost of a seam between two neighbouring cells with different labels. */
  seam(a: number, b: number, x: number, y: number, nextX: number, nextY: number): number;
  readonly windows: readonly CellWindow[];
}

export const impossible = 0x3fffffff;

/** Views a cell that may win it; the rest only costs time. */
const bestViews = 5;
/** Data cost of a cell at cost 1 of the view is this times `cellOverHeight`. */
const areaWeight = 5500;
const greatestData = 1e6;
const lengthCost = 4;
/** Mean difference of the colours, in levels, from which two photos just show different things. */
const greatestDifference = 60;
const raisedCost = 120;

/** Cost of the last of the best views, per cell. */
function admission({ width, height, views }: SeamField): Float32Array {
  const best = new Float32Array(bestViews * width * height).fill(Infinity);
  for (const { window, cost } of views) {
    for (let row = 0; row < window.height; row++) {
      for (let column = 0; column < window.width; column++) {
        let value = cost[row * window.width + column]!;
        if (value === Infinity) continue;
        const from = bestViews * ((window.y + row) * width + window.x + column);
        for (let k = from; k < from + bestViews; k++) {
          const kept = best[k]!;
          if (value >= kept) continue;
          best[k] = value;
          value = kept;
        }
      }
    }
  }
  return Float32Array.from({ length: width * height }, (_, cell) => best[bestViews * cell + bestViews - 1]!);
}

/**
 * Energy of seams: worse views cost their area, seams their length and how much the two photos differ along them (V.
 * Kwatra et al., "Graphcut textures", 2003, equation 1, whose difference is a metric, as expansion moves need), and
 * more where both sides rise above the ground.
 */
export function createSeamEnergy(field: SeamField): SeamEnergy {
  const { width, views, raised } = field;
  const admitted = admission(field);
  const scale = areaWeight * field.cellOverHeight;

  function indexIn({ window }: CoarseView, x: number, y: number): number {
    const [column, row] = [x - window.x, y - window.y];
    return column >= 0 && row >= 0 && column < window.width && row < window.height
      ? row * window.width + column
      : -1;
  }

  function difference(a: CoarseView, b: CoarseView, x: number, y: number): number {
    const i = indexIn(a, x, y);
    const j = indexIn(b, x, y);
    if (i < 0 || j < 0 || a.cost[i] === Infinity || b.cost[j] === Infinity) return greatestDifference;
    const sum =
      Math.abs(a.rgb[3 * i]! - b.rgb[3 * j]!) +
      Math.abs(a.rgb[3 * i + 1]! - b.rgb[3 * j + 1]!) +
      Math.abs(a.rgb[3 * i + 2]! - b.rgb[3 * j + 2]!);
    return Math.min(greatestDifference, sum / 3);
  }

  return {
    windows: views.map(({ window }) => window),
    data(label, x, y) {
      const view = views[label]!;
      const at = indexIn(view, x, y);
      const cost = at < 0 ? Infinity : view.cost[at]!;
      if (cost === Infinity || cost > admitted[y * width + x]!) return impossible;
      return Math.min(greatestData, Math.round(cost * scale));
    },
    seam(a, b, x, y, nextX, nextY) {
      if (a === b) return 0;
      const [va, vb] = [views[a]!, views[b]!];
      const colour = (difference(va, vb, x, y) + difference(va, vb, nextX, nextY)) / 2;
      const up = Math.min(raised[y * width + x]!, raised[nextY * width + nextX]!);
      return Math.round(lengthCost + colour + raisedCost * up);
    },
  };
}
