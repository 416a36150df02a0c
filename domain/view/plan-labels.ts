/** A symbol on a plan and its label; positions in pixels or points of the plan, y down. */
export interface LabelledSign {
  readonly label: string;
  readonly at: readonly [x: number, y: number];
}

/** Sizes of labels and symbols, in the units of the plan. */
export interface LabelSizes {
  widthOf(label: string): number;
  /** Above and below the baseline. */
  readonly ascent: number;
  readonly descent: number;
  /** Half the edge of a symbol. */
  readonly sign: number;
  /** Between a symbol and its label. */
  readonly gap: number;
}

/** The rectangle that labels stay inside. */
export interface LabelFrame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Position of a label relative to the centre of its symbol: the end of its baseline given by the anchor. */
export interface PlacedLabel {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** End of the leader line relative to the symbol's centre, for a label far from it; else null. */
  readonly leader: readonly [x: number, y: number] | null;
}

/** East, west, north, south, then the diagonals: the first free one is used. */
const directions = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [1, 1],
  [-1, -1],
  [-1, 1],
] as const;
/** Further distances from the symbol, in lines of text. */
const furtherLines = [1, 2, 3.5, 5];

function boxOf(
  { label, at: [x, y] }: LabelledSign,
  { x: dx, y: dy, anchor }: PlacedLabel,
  sizes: LabelSizes,
) {
  const width = sizes.widthOf(label);
  const share = { start: 0, middle: 0.5, end: 1 }[anchor];
  const left = x + dx - share * width;
  return { left, right: left + width, top: y + dy - sizes.ascent, bottom: y + dy + sizes.descent };
}

function overlaps(one: LabelFrame, other: LabelFrame): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

const isWithin = (box: LabelFrame, frame: LabelFrame) =>
  box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;

/** All candidate positions of a label, best first. */
function candidatesOf({ ascent, descent, sign, gap }: LabelSizes): PlacedLabel[] {
  const line = ascent + descent;
  return [0, ...furtherLines].flatMap((lines) =>
    directions.map(([east, south]): PlacedLabel => {
      const reach = sign + gap + lines * line;
      const [x, middle] = [east * reach, south * (reach + line / 2)];
      return {
        x,
        y: middle + (ascent - descent) / 2,
        anchor: east === 0 ? 'middle' : east > 0 ? 'start' : 'end',
        leader: lines === 0 ? null : [x - east, middle - (south * line) / 2],
      };
    }),
  );
}

/**
 * Places labels beside symbols so that none covers a symbol, another label or the frame's edge; null for labels without
 * a free position. Quadratic in the number of symbols.
 * @param obstacles further areas that labels do not cover
 */
export function placePlanLabels(
  signs: readonly LabelledSign[],
  sizes: LabelSizes,
  frame: LabelFrame,
  obstacles: readonly LabelFrame[] = [],
): (PlacedLabel | null)[] {
  const candidates = candidatesOf(sizes);
  const signBoxes = signs.map(({ at: [x, y] }) => ({
    left: x - sizes.sign,
    right: x + sizes.sign,
    top: y - sizes.sign,
    bottom: y + sizes.sign,
  }));
  const taken: LabelFrame[] = [...obstacles, ...signBoxes];
  return signs.map((sign) => {
    const placed = candidates.find((candidate) => {
      const box = boxOf(sign, candidate, sizes);
      return isWithin(box, frame) && !taken.some((other) => overlaps(box, other));
    });
    if (placed === undefined) return null;
    taken.push(boxOf(sign, placed, sizes));
    return placed;
  });
}
