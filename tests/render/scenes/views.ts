import type { GpuViewport } from '#gpu/views/gpu-viewport.ts';
import { defaultFeatureStyle, type FeatureStyle, type VectorFeature } from '#viewport/scene.ts';
import {
  corner,
  extent,
  groundGrid,
  groundHeight,
  pointOffset,
  pointScale,
  surveyPoints,
} from './terrain.ts';

/** Adds the survey's points. */
export function addSurvey(viewport: GpuViewport, count = 120_000): void {
  viewport.addLayer({
    id: 'survey',
    kind: 'points',
    isVisible: true,
    points: surveyPoints(count),
    scale: pointScale,
    offset: pointOffset,
  });
}

/** Adds the ground as terrain. */
export function addGround(viewport: GpuViewport, cells = 800): void {
  viewport.addLayer({
    id: 'ground',
    kind: 'terrain',
    isVisible: true,
    source: groundGrid(cells),
    opacity: 1,
  });
}

/** The camera of most images: the whole scene from the south-west, obliquely. */
export function lookFromSouth(viewport: GpuViewport): void {
  viewport.setCamera({
    mode: '3d',
    target: [corner[0] + extent / 2, corner[1] + extent / 2 - 12, corner[2] + 30],
    distance: 520,
    yawRad: 0.45,
    pitchRad: 0.62,
  });
}

/** The whole scene from above. */
export function lookFromAbove(viewport: GpuViewport): void {
  viewport.setCamera({
    mode: '2d',
    target: [corner[0] + extent / 2, corner[1] + extent / 2, corner[2] + 30],
    distance: 590,
  });
}

/** World positions of places given relative to the scene's corner; without an elevation they are on the terrain. */
export function place(...points: readonly (readonly [x: number, y: number, z?: number])[]): Float64Array {
  return Float64Array.from(
    points.flatMap(([x, y, z]) => [
      corner[0] + x,
      corner[1] + y,
      z === undefined ? Number.NaN : corner[2] + z,
    ]),
  );
}

function styled(style: Partial<FeatureStyle>): FeatureStyle {
  return { ...defaultFeatureStyle, ...style };
}

/** A drawing with every kind of feature: draped lines and areas, a tower line through the air, symbols. */
export function drawing(): VectorFeature[] {
  const blue = [0.25, 0.62, 1, 1] as const;
  const red = [0.98, 0.36, 0.36, 1] as const;
  const features: VectorFeature[] = [
    {
      id: 'boundary',
      kind: 'polygon',
      positions: place([60, 40], [180, 30], [215, 120], [150, 190], [70, 160]),
      holes: [place([110, 80], [150, 85], [140, 125], [105, 115])],
      style: styled({ colour: [1, 0.78, 0.2, 1], fill: [1, 0.78, 0.2, 0.22], isDraped: true, widthPx: 2.5 }),
    },
    {
      id: 'road',
      kind: 'polyline',
      positions: place([10, 20], [70, 60], [120, 45], [200, 90], [260, 60], [380, 130]),
      style: styled({ colour: [1, 1, 1, 0.55], widthPx: 7, isDraped: true }),
    },
    {
      id: 'pile',
      kind: 'polygon',
      positions: place(
        ...Array.from({ length: 40 }, (_, i) => {
          const angle = (i / 40) * 2 * Math.PI;
          return [130 + 27 * Math.cos(angle), 300 + 27 * Math.sin(angle)] as const;
        }),
      ),
      style: styled({ colour: red, fill: [0.98, 0.36, 0.36, 0.2], isDraped: true }),
    },
    {
      id: 'wire',
      kind: 'polyline',
      positions: place([250, 180, 70], [290, 240, 64], [330, 300, 72], [370, 360, 80]),
      style: styled({ colour: blue, widthPx: 1 }),
    },
    {
      id: 'zigzag',
      kind: 'polyline',
      positions: place([230, 330], [250, 370], [258, 325], [280, 372], [290, 330]),
      style: styled({ colour: [0.45, 0.9, 0.55, 1], widthPx: 5, isDraped: true }),
    },
  ];
  const symbols = ['disc', 'ring', 'square', 'diamond', 'triangle', 'cross'] as const;
  symbols.forEach((symbol, i) => {
    features.push({
      id: symbol,
      kind: 'point',
      positions: place([250 + i * 22, 200 - i * 16, groundHeight(250 + i * 22, 200 - i * 16)]),
      style: styled({ colour: i % 2 ? red : [1, 0.9, 0.4, 1], symbol, sizePx: 13 }),
    });
  });
  return features;
}

/** Adds the drawing. */
export function addDrawing(viewport: GpuViewport): void {
  viewport.addLayer({
    id: 'drawing',
    kind: 'vector',
    isVisible: true,
    isPickable: true,
    features: drawing(),
  });
}
