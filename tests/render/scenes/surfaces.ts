import type { GpuViewport } from '#gpu/views/gpu-viewport.ts';
import type { ContourLine } from '#viewport/scene.ts';
import { corner, groundHeight } from './terrain.ts';

/** A regular TIN of the stockpile, `step` metres apart. */
function pileTin(step: number) {
  const count = Math.floor(64 / step) + 1;
  const points: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const [x, y] = [98 + column * step, 268 + row * step];
      points.push(corner[0] + x, corner[1] + y, corner[2] + groundHeight(x, y) + 0.3);
      if (row === 0 || column === 0) continue;
      const at = row * count + column;
      triangles.push(at - count - 1, at - count, at, at - count - 1, at, at - 1);
    }
  }
  return { points: Float64Array.from(points), triangles: Uint32Array.from(triangles) };
}

/** Rings round a hill top as contour lines: approximated by searching outwards, since only drawing is tested here. */
function rings(textOf?: (elevation: number) => string): ContourLine[] {
  return Array.from({ length: 12 }, (_, i) => {
    const elevation = corner[2] + 52 - i;
    const positions: number[] = [];
    for (let step = 0; step <= 96; step++) {
      const angle = (step / 96) * 2 * Math.PI;
      let radius = 0;
      while (radius < 70 && groundAt(angle, radius) > elevation) radius += 0.25;
      positions.push(corner[0] + 330 + radius * Math.cos(angle), corner[1] + 330 + radius * Math.sin(angle));
    }
    const isMajor = i % 5 === 0;
    return {
      elevation: elevation + 0.4,
      positions: Float64Array.from(positions),
      isMajor,
      ...(textOf && isMajor ? { text: textOf(elevation) } : {}),
    };
  });
}

function groundAt(angle: number, radius: number): number {
  return corner[2] + groundHeight(330 + radius * Math.cos(angle), 330 + radius * Math.sin(angle));
}

/** Adds the TIN of the stockpile. */
export function addPileTin(viewport: GpuViewport, step: number): void {
  viewport.addLayer({
    id: 'tin',
    kind: 'tin',
    isVisible: true,
    tin: pileTin(step),
    edge: [0.05, 0.09, 0.16, 0.9],
    fill: [0.55, 0.75, 1, 0.55],
  });
}

/** Adds the contour lines of the hill top, index lines labelled with their elevations if formatted. */
export function addRings(viewport: GpuViewport, textOf?: (elevation: number) => string): void {
  viewport.addLayer({
    id: 'contours',
    kind: 'contours',
    isVisible: true,
    lines: rings(textOf),
    colour: [0.25, 0.13, 0.06, 0.9],
    widthPx: 1.2,
  });
}
