import {
  defaultFeatureStyle,
  type FeatureStyle,
  type LineLook,
  solidLine,
  type VectorFeature,
} from '#viewport/scene.ts';
import type { PixelImage } from '#viewport/viewport-types.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import { corner } from '../../scenes/terrain.ts';
import { place } from '../../scenes/views.ts';

const size = { width: 480, height: 320 };
/** World units per pixel. */
const unit = 0.5;
const white = [1, 1, 1, 1] as const;

/** World positions of places given in pixels from the image's left top. */
const at = (...points: readonly (readonly [number, number])[]) =>
  place(...points.map(([x, y]) => [x * unit, (size.height - y) * unit, 0] as const));

function feature(
  id: string,
  kind: VectorFeature['kind'],
  points: readonly (readonly [number, number])[],
  style: Partial<FeatureStyle>,
  line: Partial<LineLook> = {},
): VectorFeature {
  const base = { ...defaultFeatureStyle, colour: white, fill: [0, 0, 0, 0] as const };
  return {
    id,
    kind,
    positions: at(...points),
    style: { ...base, ...style, line: { ...solidLine, ...line } },
  };
}

function sheet(): VectorFeature[] {
  const dash = { dash: [12, 6], cap: 'butt' } as const;
  const bend = (x: number) =>
    [
      [x, 300],
      [x, 250],
      [x + 50, 250],
    ] as const;
  const hatched = { widthPx: 0, colour: white } as const;
  return [
    feature(
      'px',
      'polyline',
      [
        [20, 20],
        [220, 20],
      ],
      { widthPx: 6 },
      { cap: 'butt' },
    ),
    feature(
      'world',
      'polyline',
      [
        [20, 50],
        [220, 50],
      ],
      {},
      { worldWidth: 5, cap: 'square' },
    ),
    feature(
      'dash',
      'polyline',
      [
        [20, 80],
        [57, 80],
        [101, 80],
        [103, 80],
        [220, 80],
      ],
      { widthPx: 4 },
      dash,
    ),
    feature(
      'world dash',
      'polyline',
      [
        [20, 110],
        [220, 110],
      ],
      { widthPx: 4 },
      {
        dash: [10, 5],
        dashUnit: 'world',
        cap: 'butt',
      },
    ),
    feature(
      'dots',
      'polyline',
      [
        [20, 140],
        [220, 140],
      ],
      { widthPx: 6 },
      { dash: [0, 12], cap: 'round' },
    ),
    feature(
      'round',
      'polyline',
      [
        [20, 170],
        [220, 170],
      ],
      { widthPx: 8 },
    ),
    feature(
      'faint',
      'polyline',
      [
        [20, 200],
        [220, 200],
      ],
      { widthPx: 6 },
      { dash: [0.6, 0.6], dashUnit: 'world', cap: 'butt' },
    ),
    feature('miter', 'polyline', bend(20), { widthPx: 12 }, { join: 'miter', cap: 'butt' }),
    feature('bevel', 'polyline', bend(100), { widthPx: 12 }, { join: 'bevel', cap: 'butt' }),
    feature('joint', 'polyline', bend(180), { widthPx: 12 }, { join: 'round', cap: 'butt' }),
    feature(
      'sharp',
      'polyline',
      [
        [260, 300],
        [330, 290],
        [260, 280],
      ],
      { widthPx: 6 },
      { join: 'miter' },
    ),
    feature(
      'hatch',
      'polygon',
      [
        [250, 20],
        [350, 20],
        [350, 130],
        [250, 130],
      ],
      {
        ...hatched,
        hatch: { spacing: 10, width: 1, unit: 'world', angleRad: 0 },
      },
    ),
    feature(
      'slant',
      'polygon',
      [
        [370, 20],
        [470, 20],
        [470, 130],
        [370, 130],
      ],
      {
        ...hatched,
        fill: [1, 0.3, 0.2, 0.4],
        hatch: { spacing: 8, width: 1.5, unit: 'screen', angleRad: Math.PI / 4 },
      },
    ),
    feature(
      'closed',
      'polygon',
      [
        [280, 160],
        [380, 160],
        [420, 230],
        [280, 230],
      ],
      { widthPx: 3 },
      {
        dash: [10, 4, 2, 4],
        join: 'miter',
      },
    ),
  ];
}

/** Brightness of a pixel over the dark ground, 0 to 1. */
function light({ data, width }: PixelImage, x: number, y: number): number {
  return Math.max(0, (data[(y * width + x) * 4 + 1]! - 40) / 215);
}

const sum = (count: number, value: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => value(i)).reduce((total, each) => total + each, 0);

/**
 * Alternating lengths of light and dark along a run of values, with subpixel accuracy; those cut by its ends are left
 * out.
 */
function runs(values: readonly number[]): { on: number[]; off: number[] } {
  const crossings: number[] = [];
  for (let i = 1; i < values.length; i++) {
    const [a, b] = [values[i - 1]!, values[i]!];
    if (a > 0.5 !== b > 0.5) crossings.push(i - 1 + (0.5 - a) / (b - a));
  }
  const isOnFirst = values[0]! > 0.5;
  const lengths = crossings.slice(1).map((end, i) => end - crossings[i]!);
  return {
    on: lengths.filter((_, i) => (i % 2 === 0) !== isOnFirst),
    off: lengths.filter((_, i) => (i % 2 === 0) === isOnFirst),
  };
}

function isNear(what: string, found: readonly number[], wanted: number, slack: number): Check {
  const worst = Math.max(0, ...found.map((value) => Math.abs(value - wanted)));
  const isOk = found.length > 0 && worst <= slack;
  return {
    what,
    isOk,
    detail: `${found.length} of ${wanted} px, at most ${worst.toFixed(2)} off, ${slack} may be`,
  };
}

function measure(image: PixelImage): Check[] {
  const row = (y: number, from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => light(image, from + i, y));
  const widthAt = (x: number, y: number) => sum(25, (i) => light(image, x, y - 12 + i));
  const lengthOf = (y: number) => sum(236, (i) => light(image, 4 + i, y));
  const dash = runs(row(80, 14, 214));
  const world = runs(row(110, 14, 226));
  const dots = runs(row(140, 14, 214));
  const hatch = runs(Array.from({ length: 106 }, (_, i) => light(image, 300, 22 + i)));
  const pitch = hatch.on.slice(1).map((on, i) => on / 2 + hatch.on[i]! / 2 + hatch.off[i]!);
  const corners = (away: number) => [20, 100, 180].map((x) => light(image, x - away, 250 - away));
  const [far, near] = [corners(6), corners(4)];
  const tell = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(', ');
  return [
    isNear('width on the screen', [widthAt(60, 20), widthAt(150, 20)], 6, 0.3),
    isNear('width in the world', [widthAt(60, 50), widthAt(150, 50)], 10, 0.3),
    isNear('dashes over the vertices of a line', dash.on, 12, 0.6),
    isNear('gaps over the vertices of a line', dash.off, 6, 0.6),
    isNear('dashes in the world', world.on, 20, 0.6),
    isNear('gaps in the world', world.off, 10, 0.6),
    isNear('dots', dots.on, 6, 0.8),
    isNear('butt ends', [lengthOf(20)], 200, 0.8),
    isNear('square ends', [lengthOf(50)], 210, 0.8),
    isNear('round ends', [lengthOf(170)], 208, 0.8),
    isNear('hatch in the world', pitch, 20, 0.6),
    isNear('its lines', hatch.on, 2, 0.6),
    {
      what: 'dashes too fine to be told apart are an even tone',
      isOk: row(200, 40, 200).every((value) => Math.abs(value - 0.5) < 0.2),
      detail: `from ${Math.min(...row(200, 40, 200)).toFixed(2)} to ${Math.max(...row(200, 40, 200)).toFixed(2)}`,
    },
    {
      what: 'corners: miter, bevel, round',
      isOk: far[0]! > 0.8 && far[1]! < 0.2 && far[2]! < 0.2 && near[1]! < 0.2 && near[2]! > 0.3,
      detail: `6 px out ${tell(far)}; 4 px out ${tell(near)}`,
    },
    {
      what: 'a miter beyond its limit is a bevel',
      isOk: light(image, 345, 290) < 0.1,
      detail: light(image, 345, 290).toFixed(2),
    },
  ];
}

/** Widths, dashes, joins, caps and hatches, measured in pixels. */
export const renderCase: RenderCase = {
  ...size,
  async run({ viewport, settle }) {
    viewport.addLayer({ id: 'sheet', kind: 'vector', isVisible: true, isPickable: true, features: sheet() });
    viewport.setDisplay({ hasGrid: false });
    viewport.setCamera({
      mode: '2d',
      target: [corner[0] + (size.width * unit) / 2, corner[1] + (size.height * unit) / 2, corner[2]],
      distance: (size.height * unit) / 2 / Math.tan((20 * Math.PI) / 180),
    });
    await settle();
    const picture = await viewport.capture();
    const gap = await viewport.pick(35, 80, { kinds: ['feature'] });
    const isDashed = gap?.kind === 'feature' && gap.featureId === 'dash';
    const checks = [
      ...measure(picture),
      { what: 'a gap is picked too', isOk: isDashed, detail: `${gap?.kind}` },
    ];
    return { picture, checks };
  },
};
