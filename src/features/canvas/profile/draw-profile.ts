import type { Profile } from '#core/state/profile-data.ts';
import { roundStep, ticksBetween } from '#core/view/round-length.ts';
import { classColour } from '#domain/view/class-colours.ts';
import { fromScreen, type ProfileScale, profileMargin, toScreen } from './profile-scale.ts';

/** Colours of a section, from the page's theme. */
export interface ProfileInk {
  readonly text: string;
  readonly grid: string;
  readonly line: string;
  readonly mark: string;
}

/** A place that a person points at or has marked: station and height. */
export type ProfileMark = readonly [station: number, z: number];

export interface ProfileDrawing {
  readonly profile: Profile;
  readonly scale: ProfileScale;
  readonly ink: ProfileInk;
  readonly marks: readonly ProfileMark[];
  readonly cursor: ProfileMark | null;
  text(value: number, digits: number): string;
}

/** Draws a section: grid with its numbers, points, the surface's line, marks. Sizes in CSS pixels. */
export function drawProfile(
  brush: CanvasRenderingContext2D,
  size: { readonly width: number; readonly height: number },
  drawing: ProfileDrawing,
): void {
  brush.clearRect(0, 0, size.width, size.height);
  drawGrid(brush, size, drawing);
  brush.save();
  brush.beginPath();
  const { left, right, top, bottom } = profileMargin;
  brush.rect(left, top, size.width - left - right, size.height - top - bottom);
  brush.clip();
  drawPoints(brush, drawing);
  drawLine(brush, drawing);
  drawMarks(brush, drawing);
  brush.restore();
}

function drawGrid(
  brush: CanvasRenderingContext2D,
  size: { readonly width: number; readonly height: number },
  { profile, scale, ink, text }: ProfileDrawing,
): void {
  const { length } = profile;
  const [, high] = fromScreen(scale, 0, profileMargin.top);
  const across = roundStep(length, Math.max(2, (size.width - 80) / 110));
  const upward = roundStep(high - scale.low, Math.max(2, (size.height - 36) / 34));
  const digitsOf = (step: number) => Math.max(0, -Math.floor(Math.log10(step)));
  brush.font = '11px "Inter Variable", system-ui, sans-serif';
  brush.fillStyle = ink.text;
  brush.strokeStyle = ink.grid;
  brush.lineWidth = 1;
  brush.beginPath();
  brush.textAlign = 'center';
  brush.textBaseline = 'top';
  for (const station of ticksBetween(0, length, across)) {
    const [x] = toScreen(scale, station, 0);
    brush.moveTo(x, profileMargin.top);
    brush.lineTo(x, scale.bottom);
    brush.fillText(text(station, digitsOf(across)), x, scale.bottom + 7);
  }
  brush.textAlign = 'right';
  brush.textBaseline = 'middle';
  for (const z of ticksBetween(scale.low, high, upward)) {
    const [, y] = toScreen(scale, 0, z);
    brush.moveTo(profileMargin.left, y);
    brush.lineTo(size.width - profileMargin.right, y);
    brush.fillText(text(z, digitsOf(upward)), profileMargin.left - 8, y);
  }
  brush.stroke();
}

function drawPoints(brush: CanvasRenderingContext2D, { profile, scale }: ProfileDrawing): void {
  const { points } = profile;
  if (points === null) return;
  const { rgb } = points;
  for (let i = 0; i < points.count; i++) {
    const [x, y] = toScreen(scale, points.stations[i]!, points.xyz[3 * i + 2]!);
    brush.fillStyle = rgb
      ? `rgb(${rgb[3 * i]} ${rgb[3 * i + 1]} ${rgb[3 * i + 2]})`
      : classColour(points.classes[i]!);
    brush.fillRect(x - 0.75, y - 0.75, 1.5, 1.5);
  }
}

function drawLine(brush: CanvasRenderingContext2D, { profile, scale, ink }: ProfileDrawing): void {
  if (profile.line === null) return;
  const { stations, heights } = profile.line;
  brush.strokeStyle = ink.line;
  brush.lineWidth = 1.75;
  brush.beginPath();
  let isDown = false;
  for (let i = 0; i < stations.length; i++) {
    const z = heights[i]!;
    if (Number.isNaN(z)) {
      isDown = false;
      continue;
    }
    const [x, y] = toScreen(scale, stations[i]!, z);
    if (isDown) brush.lineTo(x, y);
    else brush.moveTo(x, y);
    isDown = true;
  }
  brush.stroke();
}

function drawMarks(brush: CanvasRenderingContext2D, { scale, ink, marks, cursor }: ProfileDrawing): void {
  brush.strokeStyle = ink.mark;
  brush.fillStyle = ink.mark;
  brush.lineWidth = 1.5;
  const path = marks.length === 1 && cursor ? [...marks, cursor] : marks;
  brush.beginPath();
  for (const [station, z] of path) brush.lineTo(...toScreen(scale, station, z));
  brush.stroke();
  for (const mark of cursor ? [...marks, cursor] : marks) {
    const [x, y] = toScreen(scale, ...mark);
    brush.beginPath();
    brush.arc(x, y, 4, 0, 2 * Math.PI);
    brush.stroke();
  }
}
