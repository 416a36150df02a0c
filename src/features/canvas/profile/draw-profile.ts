import type { Profile } from '#core/state/profile-data.ts';
import { roundStep, ticksBetween } from '#core/view/round-length.ts';
import { classColour } from '#viewport/class-colours.ts';
import { fromScreen, type ProfileScale, profileMargin, toScreen } from './profile-scale.ts';

/** Colours of a section, from the page's theme. */
export interface ProfilePalette {
  readonly text: string;
  readonly grid: string;
  readonly line: string;
  readonly mark: string;
}

/** A hovered or marked place: station and height. */
export type ProfileMark = readonly [station: number, z: number];

export interface ProfileDrawing {
  readonly profile: Profile;
  readonly scale: ProfileScale;
  readonly palette: ProfilePalette;
  readonly marks: readonly ProfileMark[];
  readonly cursor: ProfileMark | null;
  text(value: number, digits: number): string;
}

/**
 * Draws a section: grid with its numbers, points, the surface's line, marks. Sizes in CSS pixels. It is a drawing to scale
 * that is measured in, of points in the colours of their classes with one exaggeration for both axes, and no chart of
 * series; charts beyond this and the histogram of the display panel are for uPlot.
 */
export function drawProfile(
  context: CanvasRenderingContext2D,
  size: { readonly width: number; readonly height: number },
  drawing: ProfileDrawing,
): void {
  context.clearRect(0, 0, size.width, size.height);
  drawGrid(context, size, drawing);
  context.save();
  context.beginPath();
  const { left, right, top, bottom } = profileMargin;
  context.rect(left, top, size.width - left - right, size.height - top - bottom);
  context.clip();
  drawPoints(context, drawing);
  drawLine(context, drawing);
  drawMarks(context, drawing);
  context.restore();
}

function drawGrid(
  context: CanvasRenderingContext2D,
  size: { readonly width: number; readonly height: number },
  { profile, scale, palette, text }: ProfileDrawing,
): void {
  const { length } = profile;
  const [, high] = fromScreen(scale, 0, profileMargin.top);
  const across = roundStep(length, Math.max(2, (size.width - 80) / 110));
  const upward = roundStep(high - scale.low, Math.max(2, (size.height - 36) / 34));
  const digitsOf = (step: number) => Math.max(0, -Math.floor(Math.log10(step)));
  context.font = '11px "Inter Variable", system-ui, sans-serif';
  context.fillStyle = palette.text;
  context.strokeStyle = palette.grid;
  context.lineWidth = 1;
  context.beginPath();
  context.textAlign = 'center';
  context.textBaseline = 'top';
  for (const station of ticksBetween(0, length, across)) {
    const [x] = toScreen(scale, station, 0);
    context.moveTo(x, profileMargin.top);
    context.lineTo(x, scale.bottom);
    context.fillText(text(station, digitsOf(across)), x, scale.bottom + 7);
  }
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const z of ticksBetween(scale.low, high, upward)) {
    const [, y] = toScreen(scale, 0, z);
    context.moveTo(profileMargin.left, y);
    context.lineTo(size.width - profileMargin.right, y);
    context.fillText(text(z, digitsOf(upward)), profileMargin.left - 8, y);
  }
  context.stroke();
}

function drawPoints(context: CanvasRenderingContext2D, { profile, scale }: ProfileDrawing): void {
  const { points } = profile;
  if (points === null) return;
  const { rgb } = points;
  for (let i = 0; i < points.count; i++) {
    const [x, y] = toScreen(scale, points.stations[i]!, points.xyz[3 * i + 2]!);
    context.fillStyle = rgb
      ? `rgb(${rgb[3 * i]} ${rgb[3 * i + 1]} ${rgb[3 * i + 2]})`
      : classColour(points.classes[i]!);
    context.fillRect(x - 0.75, y - 0.75, 1.5, 1.5);
  }
}

function drawLine(context: CanvasRenderingContext2D, { profile, scale, palette }: ProfileDrawing): void {
  if (profile.line === null) return;
  const { stations, heights } = profile.line;
  context.strokeStyle = palette.line;
  context.lineWidth = 1.75;
  context.beginPath();
  let isDown = false;
  for (let i = 0; i < stations.length; i++) {
    const z = heights[i]!;
    if (Number.isNaN(z)) {
      isDown = false;
      continue;
    }
    const [x, y] = toScreen(scale, stations[i]!, z);
    if (isDown) context.lineTo(x, y);
    else context.moveTo(x, y);
    isDown = true;
  }
  context.stroke();
}

function drawMarks(
  context: CanvasRenderingContext2D,
  { scale, palette, marks, cursor }: ProfileDrawing,
): void {
  context.strokeStyle = palette.mark;
  context.fillStyle = palette.mark;
  context.lineWidth = 1.5;
  const path = marks.length === 1 && cursor ? [...marks, cursor] : marks;
  context.beginPath();
  for (const [station, z] of path) context.lineTo(...toScreen(scale, station, z));
  context.stroke();
  for (const mark of cursor ? [...marks, cursor] : marks) {
    const [x, y] = toScreen(scale, ...mark);
    context.beginPath();
    context.arc(x, y, 4, 0, 2 * Math.PI);
    context.stroke();
  }
}
