import type { SceneLabel } from '#viewport/label.ts';
import type { FrameView } from '../draw/frame-view.ts';
import { LabelGrid, type ScreenBox } from './label-grid.ts';

/** A label placed in the image. */
export interface PlacedLabel {
  readonly label: SceneLabel;
  /** Middle of the text, device pixels from the whole image's left and top edge. */
  readonly x: number;
  readonly y: number;
  /** Position of the anchor, in the same frame. */
  readonly anchorX: number;
  readonly anchorY: number;
  /** Depth of the anchor, biased towards the eye; above 1 where nothing may hide it. */
  readonly depth: number;
  /** Along the text, y down, length 1. */
  readonly along: readonly [x: number, y: number];
}

/** Labels of the previous frame: prevents flicker while the camera moves. */
export type LabelMemory = ReadonlyMap<string, PlacedLabel>;

/** Height of a line of text, share of the font's. */
const lineHeight = 1.25;
/** Margin around a new label and between labels, CSS pixels: labels already placed may come nearer. */
const newMarginPx = 5;
const oldMarginPx = 1;
/** Minimum distance between labels of one group, CSS pixels. */
const groupGapPx = 260;
/** Of the labels in a patch of the screen of this size only the first in rank is tried, CSS pixels. */
const patchPx = [20, 10] as const;
/** Tolerance within which an anchor behind a surface counts as visible, device pixels at its distance. */
const slackPx = 14;
/** Near-vertical text is flipped only beyond this inclination, sine of the angle. */
const turnSlack = 0.16;

/** A candidate: a label that falls into the image. */
export interface Candidate {
  readonly label: SceneLabel;
  readonly x: number;
  readonly y: number;
  /** Distance along the line of sight. */
  readonly w: number;
  readonly isOld: boolean;
}

/** Which of two labels is placed first: negative for the first one. */
function compareRank(a: Candidate, b: Candidate): number {
  return (
    b.label.priority - a.label.priority ||
    Number(b.isOld) - Number(a.isOld) ||
    a.w - b.w ||
    (a.label.id < b.label.id ? -1 : 1)
  );
}

/** Where a world point falls in the whole image, device pixels, and how far away along the view direction. */
function projectPx(view: FrameView, [px, py, pz]: SceneLabel['anchor']): [x: number, y: number, w: number] {
  const { eye, right, up, forward } = view.axes;
  const [x, y, z] = [px - eye[0], py - eye[1], pz * view.exaggeration - eye[2]];
  const w = x * forward[0] + y * forward[1] + z * forward[2];
  const span = view.isOrthographic ? view.pixelSpan : view.pixelSpan * w;
  return [
    view.widthPx / 2 + (x * right[0] + y * right[1] + z * right[2]) / span,
    view.heightPx / 2 - (x * up[0] + y * up[1] + z * up[2]) / span,
    w,
  ];
}

function candidateOf(
  label: SceneLabel,
  view: FrameView,
  widthOf: (text: string) => number,
  memory: LabelMemory,
): Candidate | null {
  const [x, y, w] = projectPx(view, label.anchor);
  if (!(w > view.near || view.isOrthographic)) return null;
  if (!(x > 0 && y > 0 && x < view.widthPx && y < view.heightPx)) return null;
  if (label.text === '') return null;
  const isOld = memory.has(label.id);
  if (label.extent > 0) {
    const span = view.isOrthographic ? view.pixelSpan : view.pixelSpan * w;
    const needed = widthOf(label.text) * label.style.sizePx * view.pixelRatio * (isOld ? 1 : 1.15);
    if (label.extent < needed * span) return null;
  }
  return { label, x, y, w, isOld };
}

/** The first in rank of every patch of the screen, in rank order. */
function thinned(candidates: Iterable<Candidate>, pixelRatio: number): Candidate[] {
  const [across, down] = [patchPx[0] * pixelRatio, patchPx[1] * pixelRatio];
  const firsts = new Map<number, Candidate>();
  for (const candidate of candidates) {
    const key = Math.floor(candidate.y / down) * 65_536 + Math.floor(candidate.x / across);
    const other = firsts.get(key);
    if (!other || compareRank(candidate, other) < 0) firsts.set(key, candidate);
  }
  return [...firsts.values()].sort(compareRank);
}

/** Direction of a label's text on the screen, so that it can be read. */
function alongOf({ label, x, y, w }: Candidate, view: FrameView, memory: LabelMemory): [number, number] {
  const { anchor, direction } = label;
  if (!direction) return [1, 0];
  const length = Math.hypot(...direction);
  if (length === 0) return [1, 0];
  // A step that stays in front of the eye and spans enough pixels.
  const step = ((view.isOrthographic ? view.pixelSpan : view.pixelSpan * w) * 16) / length;
  const at = (axis: 0 | 1 | 2) => anchor[axis] + direction[axis] * step;
  const [tx, ty] = projectPx(view, [at(0), at(1), at(2)]);
  const away = Math.hypot(tx - x, ty - y);
  if (!(away > 1e-3)) return [1, 0];
  const [dx, dy] = [(tx - x) / away, (ty - y) / away];
  const before = memory.get(label.id)?.along;
  // Near the vertical the previous reading direction is kept.
  const isAgainst = before && Math.abs(dx) < turnSlack ? dx * before[0] + dy * before[1] < 0 : dx < 0;
  return isAgainst ? [-dx, -dy] : [dx, dy];
}

/** The screen area of a text: one box, or a chain of squares along slanted text. */
function boxesOf(
  x: number,
  y: number,
  width: number,
  height: number,
  along: readonly [number, number],
): ScreenBox[] {
  if (along[1] === 0) {
    return [{ left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 }];
  }
  const count = Math.max(1, Math.ceil(width / height));
  const half = (Math.max(height, width / count) / 2) * (Math.abs(along[0]) + Math.abs(along[1]));
  return Array.from({ length: count }, (_, i) => {
    const t = ((i + 0.5) / count - 0.5) * width;
    const [cx, cy] = [x + along[0] * t, y + along[1] * t];
    return { left: cx - half, top: cy - half, right: cx + half, bottom: cy + half };
  });
}

/** Labels that fall into the image and have enough space. O(n) in their number. */
export function candidatesOf(
  labels: readonly SceneLabel[],
  view: FrameView,
  widthOf: (text: string) => number,
  memory: LabelMemory,
): Candidate[] {
  return labels.flatMap((label) => candidateOf(label, view, widthOf, memory) ?? []);
}

/** Depth buffer value of an anchor moved towards the eye by the slack. */
export function depthOf(view: FrameView, w: number): number {
  if (view.isPlan) return 2;
  if (view.isOrthographic) {
    return 0.5 + (view.camera.distance - w + slackPx * view.pixelSpan) / view.depthRange;
  }
  return view.near / (w * Math.max(0.5, 1 - slackPx * view.pixelSpan));
}

/**
 * Chooses the labels of an image and their positions: by priority, then those of the previous frame, then the nearer;
 * none overlaps another. `view`: of the whole image, even where a window of it is drawn. `widthOf`: width of a text in
 * font heights. Time grows with the candidates, and with those in rank order only on the screen's patches.
 */
export function placeLabels(
  candidates: readonly Candidate[],
  view: FrameView,
  widthOf: (text: string) => number,
  memory: LabelMemory,
): PlacedLabel[] {
  const ratio = view.pixelRatio;
  const grid = new LabelGrid(48 * ratio);
  const groups = new Map<string, [number, number][]>();
  const placed: PlacedLabel[] = [];
  for (const candidate of thinned(candidates, ratio)) {
    const { label, isOld } = candidate;
    const x = candidate.x + label.offsetPx[0] * ratio;
    const y = candidate.y - label.offsetPx[1] * ratio;
    const group = label.group === null ? null : (groups.get(label.group) ?? []);
    const gap = groupGapPx * ratio * (isOld ? 0.8 : 1);
    if (group?.some(([ox, oy]) => Math.hypot(ox - x, oy - y) < gap)) continue;
    const sizePx = label.style.sizePx * ratio;
    const along = alongOf(candidate, view, memory);
    const boxes = boxesOf(x, y, widthOf(label.text) * sizePx, lineHeight * sizePx, along);
    const margin = (isOld ? oldMarginPx : newMarginPx) * ratio;
    if (!boxes.every((box) => isInside(box, view) && grid.isFree(box, margin))) continue;
    for (const box of boxes) grid.take(box);
    if (label.group !== null) groups.set(label.group, [...(group ?? []), [x, y]]);
    const depth = depthOf(view, candidate.w);
    placed.push({ label, x, y, anchorX: candidate.x, anchorY: candidate.y, depth, along });
  }
  return placed;
}

function isInside({ left, top, right, bottom }: ScreenBox, view: FrameView): boolean {
  return left > 0 && top > 0 && right < view.widthPx && bottom < view.heightPx;
}
