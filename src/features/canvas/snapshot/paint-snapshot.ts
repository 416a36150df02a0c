import { roundLength, roundStep, ticksBetween } from '#core/view/round-length.ts';
import { greatestOf } from '#domain/extremes.ts';
import type { PixelImage } from '#domain/view/viewing.ts';
import type { Legend } from './legend.ts';

/** A length in the picture as a person reads it. */
type LengthText = (length: number) => string;

/** What is put on a picture; absent parts are left out. */
export interface Furniture {
  readonly scale?: { readonly unitsPerPixel: number; readonly text: LengthText };
  /** Bearing of the sight, clockwise from north, radians. */
  readonly north?: { readonly yawRad: number; readonly letter: string };
  readonly legends?: readonly Legend[];
  /** The plan's frame: world coordinates of its edges; or a line of text in perspective. */
  readonly coordinates?:
    | {
        readonly kind: 'frame';
        readonly west: number;
        readonly north: number;
        readonly unitsPerPixel: number;
        readonly text: (value: number) => string;
      }
    | { readonly kind: 'line'; readonly text: string };
  /** Who made the map under the plan. */
  readonly attribution?: string;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Brush = OffscreenCanvasRenderingContext2D;

/** Width of the plan's frame, CSS pixels. */
export const frameBandPx = 20;

const ink = '#14181f';
const paper = 'rgba(255, 255, 255, 0.88)';
const fontOf = (px: number, weight = 400) => `${weight} ${px}px "Inter Variable", system-ui, sans-serif`;

/** Puts a picture on a canvas of its own. */
export function canvasOf(image: PixelImage): OffscreenCanvas {
  const canvas = new OffscreenCanvas(image.width, image.height);
  brushOf(canvas).putImageData(new ImageData(image.data, image.width, image.height), 0, 0);
  return canvas;
}

/** The brush of a canvas, which the browser gives or has no memory for. */
export function brushOf(canvas: OffscreenCanvas): Brush {
  const brush = canvas.getContext('2d');
  if (brush === null) throw new RangeError('the browser has no memory for a canvas of this size');
  return brush;
}

/** Paints scale bar, north arrow, legend, coordinates and attribution into a box; `unit` is the px of a CSS pixel in it. */
export function paintFurniture(brush: Brush, box: Box, unit: number, furniture: Furniture): void {
  brush.save();
  brush.lineJoin = 'round';
  brush.textBaseline = 'middle';
  if (furniture.coordinates?.kind === 'frame') paintFrame(brush, box, unit, furniture.coordinates);
  const pad = unit * (furniture.coordinates?.kind === 'frame' ? 34 : 14);
  const inner = {
    x: box.x + pad,
    y: box.y + pad,
    width: box.width - 2 * pad,
    height: box.height - 2 * pad,
  };
  if (furniture.north) paintNorth(brush, inner, unit, furniture.north);
  if (furniture.scale) paintScale(brush, inner, unit, furniture.scale);
  let legendBox = inner;
  for (const legend of furniture.legends ?? []) {
    const used = paintLegend(brush, legendBox, unit, legend) + 8 * unit;
    legendBox = { ...legendBox, height: legendBox.height - used };
  }
  if (furniture.coordinates?.kind === 'line') {
    brush.font = fontOf(11 * unit);
    const width = brush.measureText(furniture.coordinates.text).width + 16 * unit;
    paintCard(brush, { x: inner.x + (inner.width - width) / 2, y: inner.y, width, height: 24 * unit }, unit);
    brush.textAlign = 'center';
    brush.fillText(furniture.coordinates.text, inner.x + inner.width / 2, inner.y + 12 * unit);
  }
  if (furniture.attribution) {
    brush.font = fontOf(9 * unit);
    const width = brush.measureText(furniture.attribution).width + 12 * unit;
    const [x, y] = [inner.x + (inner.width - width) / 2, inner.y + inner.height - 16 * unit];
    paintCard(brush, { x, y, width, height: 16 * unit }, unit);
    brush.textAlign = 'center';
    brush.fillText(furniture.attribution, x + width / 2, y + 8 * unit);
  }
  brush.restore();
}

/** A light ground for words; leaves the brush on ink. */
function paintCard(brush: Brush, box: Box, unit: number): void {
  brush.fillStyle = paper;
  brush.beginPath();
  brush.roundRect(box.x, box.y, box.width, box.height, 4 * unit);
  brush.fill();
  brush.fillStyle = ink;
  brush.strokeStyle = ink;
}

function paintNorth(brush: Brush, box: Box, unit: number, north: NonNullable<Furniture['north']>): void {
  const radius = 22 * unit;
  const [x, y] = [box.x + box.width - radius, box.y + radius];
  paintCard(brush, { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }, unit);
  brush.save();
  brush.translate(x, y);
  brush.rotate(-north.yawRad);
  brush.beginPath();
  brush.moveTo(0, -12 * unit);
  brush.lineTo(7 * unit, 14 * unit);
  brush.lineTo(0, 9 * unit);
  brush.lineTo(-7 * unit, 14 * unit);
  brush.closePath();
  brush.fill();
  brush.font = fontOf(8 * unit, 700);
  brush.textAlign = 'center';
  brush.fillText(north.letter, 0, -17 * unit);
  brush.restore();
}

function paintScale(brush: Brush, box: Box, unit: number, scale: NonNullable<Furniture['scale']>): void {
  const { length, widthPx } = roundLength(scale.unitsPerPixel, Math.min(160 * unit, box.width / 2));
  const text = scale.text(length);
  const height = 32 * unit;
  const [x, y] = [box.x, box.y + box.height - height];
  brush.font = fontOf(11 * unit, 500);
  const width = Math.max(widthPx, brush.measureText(text).width) + 20 * unit;
  paintCard(brush, { x, y, width, height }, unit);
  brush.textAlign = 'left';
  brush.fillText(text, x + 10 * unit, y + 11 * unit);
  // Four fields, dark and light in turn.
  for (let i = 0; i < 4; i++) {
    brush.fillStyle = i % 2 === 0 ? ink : '#ffffff';
    brush.fillRect(x + 10 * unit + (widthPx * i) / 4, y + 20 * unit, widthPx / 4, 5 * unit);
  }
  brush.lineWidth = unit;
  brush.strokeRect(x + 10 * unit, y + 20 * unit, widthPx, 5 * unit);
}

/** Paints a legend into the right bottom corner of a box and answers its height. */
function paintLegend(brush: Brush, box: Box, unit: number, legend: Legend): number {
  const rows = legend.kind === 'list' ? legend.entries.length : 5;
  const row = 18 * unit;
  const height = (rows + 1) * row + 14 * unit;
  brush.font = fontOf(11 * unit);
  const texts = legend.kind === 'list' ? legend.entries.map(({ text }) => text) : [legend.low, legend.high];
  const width = greatestOf([legend.title, ...texts].map((text) => brush.measureText(text).width)) + 48 * unit;
  const [x, y] = [box.x + box.width - width, box.y + box.height - height];
  paintCard(brush, { x, y, width, height }, unit);
  brush.textAlign = 'left';
  brush.font = fontOf(11 * unit, 600);
  brush.fillText(legend.title, x + 10 * unit, y + 15 * unit);
  brush.font = fontOf(11 * unit);
  const top = y + row + 8 * unit;
  if (legend.kind === 'list') {
    legend.entries.forEach(({ colour, text, linePx }, index) => {
      const middle = top + (index + 0.5) * row;
      brush.fillStyle = colour;
      const swatch = (linePx ?? 10) * unit;
      brush.fillRect(x + 10 * unit, middle - swatch / 2, 10 * unit, swatch);
      brush.fillStyle = ink;
      brush.fillText(text, x + 28 * unit, middle);
    });
    return height;
  }
  const gradient = brush.createLinearGradient(0, top + rows * row, 0, top);
  legend.stops.forEach((stop, index) => {
    gradient.addColorStop(index / (legend.stops.length - 1), stop);
  });
  brush.fillStyle = gradient;
  brush.fillRect(x + 10 * unit, top, 14 * unit, rows * row);
  brush.fillStyle = ink;
  brush.fillText(legend.high, x + 32 * unit, top + 6 * unit);
  brush.fillText(legend.low, x + 32 * unit, top + rows * row - 6 * unit);
  return height;
}

type PlanFrame = Extract<Furniture['coordinates'], { kind: 'frame' }>;

/** A white frame with the plan's coordinates at round steps, and fine crosses where they meet. */
function paintFrame(brush: Brush, box: Box, unit: number, frame: PlanFrame): void {
  const band = frameBandPx * unit;
  const { west, north, unitsPerPixel } = frame;
  brush.fillStyle = '#ffffff';
  brush.fillRect(box.x, box.y, box.width, band);
  brush.fillRect(box.x, box.y + box.height - band, box.width, band);
  brush.fillRect(box.x, box.y, band, box.height);
  brush.fillRect(box.x + box.width - band, box.y, band, box.height);
  brush.strokeStyle = ink;
  brush.lineWidth = unit;
  brush.strokeRect(box.x + band, box.y + band, box.width - 2 * band, box.height - 2 * band);
  const step = roundStep(box.width * unitsPerPixel, Math.max(2, Math.floor(box.width / (150 * unit))));
  const eastings = ticksBetween(west + band * unitsPerPixel, west + (box.width - band) * unitsPerPixel, step);
  const northings = ticksBetween(
    north - (box.height - band) * unitsPerPixel,
    north - band * unitsPerPixel,
    step,
  );
  brush.fillStyle = ink;
  brush.font = fontOf(10 * unit);
  brush.textAlign = 'center';
  for (const easting of eastings) {
    const x = box.x + (easting - west) / unitsPerPixel;
    brush.fillText(frame.text(easting), x, box.y + band / 2);
    brush.fillText(frame.text(easting), x, box.y + box.height - band / 2);
  }
  for (const northing of northings) {
    const y = box.y + (north - northing) / unitsPerPixel;
    for (const x of [box.x + band / 2, box.x + box.width - band / 2]) {
      brush.save();
      brush.translate(x, y);
      brush.rotate(-Math.PI / 2);
      brush.fillText(frame.text(northing), 0, 0);
      brush.restore();
    }
  }
  paintCrosses(brush, box, unit, frame, eastings, northings);
}

function paintCrosses(
  brush: Brush,
  box: Box,
  unit: number,
  { west, north, unitsPerPixel }: PlanFrame,
  eastings: readonly number[],
  northings: readonly number[],
): void {
  const arm = 5 * unit;
  for (const [colour, width] of [
    ['rgba(255, 255, 255, 0.7)', 2.5],
    [ink, 0.8],
  ] as const) {
    brush.strokeStyle = colour;
    brush.lineWidth = width * unit;
    brush.beginPath();
    for (const easting of eastings) {
      for (const northing of northings) {
        const x = box.x + (easting - west) / unitsPerPixel;
        const y = box.y + (north - northing) / unitsPerPixel;
        brush.moveTo(x - arm, y);
        brush.lineTo(x + arm, y);
        brush.moveTo(x, y - arm);
        brush.lineTo(x, y + arm);
      }
    }
    brush.stroke();
  }
}
