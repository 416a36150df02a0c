import { type ContourLines, contourLevels } from '#domain/geometry/grid/contour-lines.ts';
import { refineGrid, refinements, refineTin } from '#domain/geometry/grid/smoothing.ts';
import { type ContourKernel, createContourKernel } from '#wasm/bindings/contour.ts';
import type { ContourChoice, Surface } from '../../contract/geometry-tasks.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import { readSurface } from './lent-raster.ts';

/** Traces the contours of a surface; none when no level is within its heights. */
export const traceContours: TaskHandler<'geometry.contour'> = async (input, context) => {
  const { choice, smoothing = 'none' } = input;
  const surface = await readSurface(input.surface, context);
  const levels = levelsOf(surface, choice);
  const lines =
    levels.length === 0
      ? noLines()
      : traceSurface(createContourKernel(context.kernels.contour), surface, levels, refinements(smoothing));
  const buffers = [lines.levels, lines.lineLevels, lines.starts, lines.coordinates].map(
    (array) => array.buffer,
  );
  return { output: lines, transfer: buffers };
};

function traceSurface(
  kernel: ContourKernel,
  surface: Surface,
  levels: Float64Array,
  times: number,
): ContourLines {
  if (surface.kind === 'grid') return kernel.traceGrid(refineGrid(surface.grid, times), levels);
  return kernel.traceTin(times === 0 ? surface.tin : refineTin(surface.tin, times), levels);
}

function noLines(): ContourLines {
  return {
    levels: new Float64Array(0),
    lineLevels: new Uint32Array(0),
    starts: new Uint32Array(1),
    coordinates: new Float64Array(0),
  };
}

function levelsOf(surface: Surface, choice: ContourChoice): Float64Array {
  if (choice.levels) return choice.levels;
  let low = Infinity;
  let high = -Infinity;
  const widen = (z: number) => {
    if (z < low) low = z;
    if (z > high) high = z;
  };
  if (surface.kind === 'grid') for (const z of surface.grid.values) widen(z);
  else for (let i = 2; i < surface.tin.points.length; i += 3) widen(surface.tin.points[i]!);
  if (low > high) return new Float64Array(0);
  return contourLevels(low, high, choice.interval, choice.base);
}
