import type { ProductPurpose } from '#domain/drawing/feature.ts';
import type { Shape } from '#domain/drawing/shapes.ts';
import type { PixelWindow } from '#domain/formats/cog/open-raster.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import {
  intersectSpans,
  type SpanReader,
  spansInside,
  uniteSpans,
} from '#domain/geometry/plane/row-spans.ts';
import type { Polygon, Position } from '#domain/geometry/position.ts';
import { triangulatePolygon } from '#domain/geometry/tin/polygon-tin.ts';
import { triangleCount } from '#domain/geometry/tin/tin.ts';
import { trianglePlane } from '#domain/geometry/tin/tin-height.ts';
import { maxOf, minOf } from '#domain/math/extremes.ts';

/** The pixel grid of a raster. */
export interface RasterPlace {
  readonly geotransform: GeoTransform;
  readonly width: number;
  readonly height: number;
}

/** A plane over some of a raster's pixels: the height at the centre of pixel (x, y) is z + gx·x + gy·y. */
interface PixelPlane {
  readonly spans: SpanReader;
  /** The approximate extent of its pixels. */
  readonly bounds: PixelWindow;
  readonly z: number;
  readonly gx: number;
  readonly gy: number;
}

/** Pixels of a raster that shapes keep, and those whose height they set. */
export interface RasterShapes {
  /** The smallest window that holds every kept pixel; null where none is kept. */
  readonly window: PixelWindow | null;
  /** Kept pixels of a row of the raster. */
  readonly kept: SpanReader;
  /** Planes of flatten areas in drawing order: later ones cover earlier ones. */
  readonly planes: readonly PixelPlane[];
}

/** From project coordinates to pixels from the raster's first corner; heights are unchanged. */
function toPixels({ geotransform }: RasterPlace): (place: Position) => Position {
  const [x0, dxColumn, dxRow, y0, dyColumn, dyRow] = geotransform;
  const determinant = dxColumn * dyRow - dxRow * dyColumn;
  return ([x, y, z = Number.NaN]) => [
    (dyRow * (x - x0) - dxRow * (y - y0)) / determinant,
    (dxColumn * (y - y0) - dyColumn * (x - x0)) / determinant,
    z,
  ];
}

/**
 * Rasterises shapes. A pixel counts by its centre. It is kept where it is inside any crop bounds and, for an
 * orthoimage, inside any ortho crop; a purpose without shapes keeps all. A flatten area sets its pixels to the
 * surface of its own corners, their constrained Delaunay triangulation: corners of one height make it level, and a
 * bank, a pad or a street with its own heights keeps its slope. Pixels without a value get one.
 * @param purposes that apply to this kind of product
 * @throws geometry.polygon-invalid for flatten areas that cross themselves
 */
export function projectShapes(
  shapes: readonly Shape[],
  purposes: readonly ProductPurpose[],
  place: RasterPlace,
): RasterShapes {
  const { width, height } = place;
  const move = toPixels(place);
  const regionsOf = (purpose: ProductPurpose): Polygon[] =>
    purposes.includes(purpose)
      ? shapes
          .filter((shape) => shape.purpose === purpose)
          .map(({ region }) => region.map((ring) => ring.map(move)))
      : [];
  const cuts = (['crop-bounds', 'ortho-crop'] as const)
    .map((purpose) => regionsOf(purpose).map((region) => spansInside(region, place)))
    .filter((readers) => readers.length > 0);
  const kept: SpanReader = (row) =>
    cuts.reduce((spans, readers) => intersectSpans(spans, uniteSpans(readers.map((read) => read(row)))), [
      0,
      width,
    ] as readonly number[]);
  return {
    window: cuts.length === 0 ? { x: 0, y: 0, width, height } : windowOf(kept, height),
    kept,
    planes: regionsOf('flatten').flatMap((region) => planesOf(region, place)),
  };
}

function windowOf(kept: SpanReader, height: number): PixelWindow | null {
  let [left, right, top, bottom] = [Infinity, 0, -1, 0];
  for (let row = 0; row < height; row++) {
    const spans = kept(row);
    if (spans.length === 0) continue;
    if (top < 0) top = row;
    bottom = row + 1;
    left = Math.min(left, spans[0]!);
    right = Math.max(right, spans.at(-1)!);
  }
  return top < 0 ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

function planesOf(region: Polygon, place: RasterPlace): PixelPlane[] {
  const tin = triangulatePolygon(region);
  const corner = (number: number): Position => [tin.points[3 * number]!, tin.points[3 * number + 1]!];
  return Array.from({ length: triangleCount(tin) }, (_, t) => t).flatMap((t) => {
    const plane = trianglePlane(tin, t, 0.5, 0.5);
    if (!plane) return [];
    const ring = [0, 1, 2].map((i) => corner(tin.triangles[3 * t + i]!));
    return [{ ...plane, spans: spansInside([ring], place), bounds: boundsOf(ring) }];
  });
}

function boundsOf(ring: readonly Position[]): PixelWindow {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [x, y] = [Math.floor(minOf(xs)), Math.floor(minOf(ys))];
  return { x, y, width: Math.ceil(maxOf(xs)) - x, height: Math.ceil(maxOf(ys)) - y };
}
