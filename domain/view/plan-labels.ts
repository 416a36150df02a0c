/** A sign on a plan and the word beside it; places are pixels or points of the plan, y down. */
export interface LabelledSign {
  readonly label: string;
  readonly at: readonly [x: number, y: number];
}

/** How large words and signs are, in the units of the plan. */
export interface LabelSizes {
  widthOf(label: string): number;
  /** Above and below the line that letters stand on. */
  readonly ascent: number;
  readonly descent: number;
  /** Half the edge of a sign. */
  readonly sign: number;
  /** Between a sign and its word. */
  readonly gap: number;
}

/** The rectangle that words stay in. */
export interface LabelFrame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where a word stands, from the middle of its sign: the end of its line that the anchor names. */
export interface PlacedLabel {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** So far away that a line leads from the sign to it: where that ends, from the middle of the sign. */
  readonly leader: readonly [x: number, y: number] | null;
}

/** East, west, north, south, then between them: the first that is free is taken. */
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
/** Distances from the sign beyond the first, in lines of text. */
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

/** All places of a word, the best first. */
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
 * Places words beside signs so that none covers a sign, another word or the frame's edge; null for those that find no
 * place, whose signs then stand alone. Quadratic in the number of signs.
 * @param obstacles what words do not cover either
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
