import { roundLength, roundStep, ticksBetween } from '#core/view/round-length.ts';
import { maxOf } from '#domain/math/extremes.ts';
import type { PixelImage } from '#viewport/viewport-types.ts';
import type { Legend } from './legend.ts';

/** A formatted length in the snapshot. */
type LengthText = (length: number) => string;

/** What is drawn on a snapshot; absent parts are left out. */
export interface Furniture {
  readonly scale?: { readonly unitsPerPixel: number; readonly text: LengthText };
  /** Bearing of the view, clockwise from north, radians. */
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
  /** Attribution of the map under the plan. */
  readonly attribution?: string;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Context = OffscreenCanvasRenderingContext2D;

/** Width of the plan's frame, CSS pixels. */
export const frameBandPx = 20;

const textColour = '#14181f';
const labelBackground = 'rgba(255, 255, 255, 0.88)';
const fontOf = (px: number, weight = 400) => `${weight} ${px}px "Inter Variable", system-ui, sans-serif`;

/** Draws an image to a canvas of its own. */
export function canvasOf(image: PixelImage): OffscreenCanvas {
  const canvas = new OffscreenCanvas(image.width, image.height);
  contextOf(canvas).putImageData(new ImageData(image.data, image.width, image.height), 0, 0);
  return canvas;
}

/** The drawing context of a canvas. Throws RangeError where the browser has no memory for it. */
export function contextOf(canvas: OffscreenCanvas): Context {
  const context = canvas.getContext('2d');
  if (context === null) throw new RangeError('the browser has no memory for a canvas of this size');
  return context;
}

/**
 * Paints scale bar, north arrow, legend, coordinates and attribution into a box; `unit` is the pixels per CSS pixel in
 * it.
 */
export function paintFurniture(context: Context, box: Box, unit: number, furniture: Furniture): void {
  context.save();
  context.lineJoin = 'round';
  context.textBaseline = 'middle';
  if (furniture.coordinates?.kind === 'frame') paintFrame(context, box, unit, furniture.coordinates);
  const pad = unit * (furniture.coordinates?.kind === 'frame' ? 34 : 14);
  const inner = {
    x: box.x + pad,
    y: box.y + pad,
    width: box.width - 2 * pad,
    height: box.height - 2 * pad,
  };
  if (furniture.north) paintNorth(context, inner, unit, furniture.north);
  if (furniture.scale) paintScale(context, inner, unit, furniture.scale);
  let legendBox = inner;
  for (const legend of furniture.legends ?? []) {
    const used = paintLegend(context, legendBox, unit, legend) + 8 * unit;
    legendBox = { ...legendBox, height: legendBox.height - used };
  }
  if (furniture.coordinates?.kind === 'line') {
    context.font = fontOf(11 * unit);
    const width = context.measureText(furniture.coordinates.text).width + 16 * unit;
    paintCard(
      context,
      { x: inner.x + (inner.width - width) / 2, y: inner.y, width, height: 24 * unit },
      unit,
    );
    context.textAlign = 'center';
    context.fillText(furniture.coordinates.text, inner.x + inner.width / 2, inner.y + 12 * unit);
  }
  if (furniture.attribution) {
    context.font = fontOf(9 * unit);
    const width = context.measureText(furniture.attribution).width + 12 * unit;
    const [x, y] = [inner.x + (inner.width - width) / 2, inner.y + inner.height - 16 * unit];
    paintCard(context, { x, y, width, height: 16 * unit }, unit);
    context.textAlign = 'center';
    context.fillText(furniture.attribution, x + width / 2, y + 8 * unit);
  }
  context.restore();
}

/** A light background for text; leaves the context's fill set to the text colour. */
function paintCard(context: Context, box: Box, unit: number): void {
  context.fillStyle = labelBackground;
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, 4 * unit);
  context.fill();
  context.fillStyle = textColour;
  context.strokeStyle = textColour;
}

function paintNorth(context: Context, box: Box, unit: number, north: NonNullable<Furniture['north']>): void {
  const radius = 22 * unit;
  const [x, y] = [box.x + box.width - radius, box.y + radius];
  paintCard(context, { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }, unit);
  context.save();
  context.translate(x, y);
  context.rotate(-north.yawRad);
  context.beginPath();
  context.moveTo(0, -12 * unit);
  context.lineTo(7 * unit, 14 * unit);
  context.lineTo(0, 9 * unit);
  context.lineTo(-7 * unit, 14 * unit);
  context.closePath();
  context.fill();
  context.font = fontOf(8 * unit, 700);
  context.textAlign = 'center';
  context.fillText(north.letter, 0, -17 * unit);
  context.restore();
}

function paintScale(context: Context, box: Box, unit: number, scale: NonNullable<Furniture['scale']>): void {
  const { length, widthPx } = roundLength(scale.unitsPerPixel, Math.min(160 * unit, box.width / 2));
  const text = scale.text(length);
  const height = 32 * unit;
  const [x, y] = [box.x, box.y + box.height - height];
  context.font = fontOf(11 * unit, 500);
  const width = Math.max(widthPx, context.measureText(text).width) + 20 * unit;
  paintCard(context, { x, y, width, height }, unit);
  context.textAlign = 'left';
  context.fillText(text, x + 10 * unit, y + 11 * unit);
  // Four fields, alternating dark and light.
  for (let i = 0; i < 4; i++) {
    context.fillStyle = i % 2 === 0 ? textColour : '#ffffff';
    context.fillRect(x + 10 * unit + (widthPx * i) / 4, y + 20 * unit, widthPx / 4, 5 * unit);
  }
  context.lineWidth = unit;
  context.strokeRect(x + 10 * unit, y + 20 * unit, widthPx, 5 * unit);
}

/** Paints a legend into the right bottom corner of a box and returns its height. */
function paintLegend(context: Context, box: Box, unit: number, legend: Legend): number {
  const rows = legend.kind === 'list' ? legend.entries.length : 5;
  const row = 18 * unit;
  const height = (rows + 1) * row + 14 * unit;
  context.font = fontOf(11 * unit);
  const texts = legend.kind === 'list' ? legend.entries.map(({ text }) => text) : [legend.low, legend.high];
  const width = maxOf([legend.title, ...texts].map((text) => context.measureText(text).width)) + 48 * unit;
  const [x, y] = [box.x + box.width - width, box.y + box.height - height];
  paintCard(context, { x, y, width, height }, unit);
  context.textAlign = 'left';
  context.font = fontOf(11 * unit, 600);
  context.fillText(legend.title, x + 10 * unit, y + 15 * unit);
  context.font = fontOf(11 * unit);
  const top = y + row + 8 * unit;
  if (legend.kind === 'list') {
    legend.entries.forEach(({ colour, text, linePx }, index) => {
      const middle = top + (index + 0.5) * row;
      context.fillStyle = colour;
      const swatch = (linePx ?? 10) * unit;
      context.fillRect(x + 10 * unit, middle - swatch / 2, 10 * unit, swatch);
      context.fillStyle = textColour;
      context.fillText(text, x + 28 * unit, middle);
    });
    return height;
  }
  const gradient = context.createLinearGradient(0, top + rows * row, 0, top);
  legend.stops.forEach((stop, index) => {
    gradient.addColorStop(index / (legend.stops.length - 1), stop);
  });
  context.fillStyle = gradient;
  context.fillRect(x + 10 * unit, top, 14 * unit, rows * row);
  context.fillStyle = textColour;
  context.fillText(legend.high, x + 32 * unit, top + 6 * unit);
  context.fillText(legend.low, x + 32 * unit, top + rows * row - 6 * unit);
  return height;
}

type PlanFrame = Extract<Furniture['coordinates'], { kind: 'frame' }>;

/** A white frame with the plan's coordinates at round steps, and fine crosses at their intersections. */
function paintFrame(context: Context, box: Box, unit: number, frame: PlanFrame): void {
  const band = frameBandPx * unit;
  const { west, north, unitsPerPixel } = frame;
  context.fillStyle = '#ffffff';
  context.fillRect(box.x, box.y, box.width, band);
  context.fillRect(box.x, box.y + box.height - band, box.width, band);
  context.fillRect(box.x, box.y, band, box.height);
  context.fillRect(box.x + box.width - band, box.y, band, box.height);
  context.strokeStyle = textColour;
  context.lineWidth = unit;
  context.strokeRect(box.x + band, box.y + band, box.width - 2 * band, box.height - 2 * band);
  const step = roundStep(box.width * unitsPerPixel, Math.max(2, Math.floor(box.width / (150 * unit))));
  const eastings = ticksBetween(west + band * unitsPerPixel, west + (box.width - band) * unitsPerPixel, step);
  const northings = ticksBetween(
    north - (box.height - band) * unitsPerPixel,
    north - band * unitsPerPixel,
    step,
  );
  context.fillStyle = textColour;
  context.font = fontOf(10 * unit);
  context.textAlign = 'center';
  for (const easting of eastings) {
    const x = box.x + (easting - west) / unitsPerPixel;
    context.fillText(frame.text(easting), x, box.y + band / 2);
    context.fillText(frame.text(easting), x, box.y + box.height - band / 2);
  }
  for (const northing of northings) {
    const y = box.y + (north - northing) / unitsPerPixel;
    for (const x of [box.x + band / 2, box.x + box.width - band / 2]) {
      context.save();
      context.translate(x, y);
      context.rotate(-Math.PI / 2);
      context.fillText(frame.text(northing), 0, 0);
      context.restore();
    }
  }
  paintCrosses(context, box, unit, frame, eastings, northings);
}

function paintCrosses(
  context: Context,
  box: Box,
  unit: number,
  { west, north, unitsPerPixel }: PlanFrame,
  eastings: readonly number[],
  northings: readonly number[],
): void {
  const arm = 5 * unit;
  for (const [colour, width] of [
    ['rgba(255, 255, 255, 0.7)', 2.5],
    [textColour, 0.8],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width * unit;
    context.beginPath();
    for (const easting of eastings) {
      for (const northing of northings) {
        const x = box.x + (easting - west) / unitsPerPixel;
        const y = box.y + (north - northing) / unitsPerPixel;
        context.moveTo(x - arm, y);
        context.lineTo(x + arm, y);
        context.moveTo(x, y - arm);
        context.lineTo(x, y + arm);
      }
    }
    context.stroke();
  }
}
