import { AppError } from '../errors/app-error.ts';
import { findSelfCrossing, signedArea } from '../geometry/plane/measure.ts';
import { openRing, type Polygon, type Position } from '../geometry/position.ts';
import { type DrawingDocument, inRankOrder } from './document.ts';
import { type DrawingFeature, isProductPurpose, type ProductPurpose, productPurposes } from './feature.ts';
import { featureLines } from './feature-lines.ts';

/** A polygon of a drawing that changes products. */
export interface Shape {
  readonly purpose: ProductPurpose;
  /** As messages name it: its own name, else its rank. */
  readonly name: string;
  /** xyz per corner, project CRS; z is NaN where the drawing has no elevation. */
  readonly region: Polygon;
}

/** A shape and the feature that it is. */
export interface DrawnShape extends Shape {
  readonly id: string;
}

/**
 * The shapes of a drawing that change products, in the order of drawing: those on visible layers, as in every export.
 */
export function shapesOf({ features, layers }: Pick<DrawingDocument, 'features' | 'layers'>): DrawnShape[] {
  return inRankOrder(features).flatMap((feature) => {
    const { id, purpose, layerId, name, rank } = feature;
    if (!isProductPurpose(purpose) || !layers[layerId]?.isVisible) return [];
    return [{ id, purpose, name: name === '' ? `#${rank}` : name, region: ringsOf(feature) }];
  });
}

/** How far the chords of a shape leave its arcs, horizontal unit. */
const shapeTolerance = 0.001;

function ringsOf(feature: DrawingFeature): Polygon {
  return featureLines(feature, shapeTolerance).map(({ coordinates }) => {
    const ring: Position[] = [];
    for (let i = 0; i < coordinates.length; i += 3) {
      ring.push([coordinates[i]!, coordinates[i + 1]!, coordinates[i + 2]!]);
    }
    return openRing(ring);
  });
}

/** How many shapes of each purpose there are. */
export function countShapes(shapes: readonly Shape[]): Record<ProductPurpose, number> {
  const count = (purpose: ProductPurpose) => shapes.filter((shape) => shape.purpose === purpose).length;
  return Object.fromEntries(productPurposes.map((purpose) => [purpose, count(purpose)])) as Record<
    ProductPurpose,
    number
  >;
}

/**
 * Refuses shapes that say nothing certain.
 * @throws shapes.crosses-itself, shapes.no-area; shapes.no-heights for flatten areas
 */
export function checkShapes(shapes: readonly Shape[]): void {
  for (const { purpose, name, region } of shapes) {
    for (const ring of region) {
      if (ring.length < 3) throw new AppError('shapes.no-area', { name });
      const crossing = findSelfCrossing(ring);
      if (crossing) {
        const [x, y] = ring[crossing[1]]!;
        throw new AppError('shapes.crosses-itself', { name, x, y });
      }
      if (signedArea(ring) === 0) throw new AppError('shapes.no-area', { name });
    }
    const missing = region.flat().filter(([, , z]) => !Number.isFinite(z)).length;
    if (purpose === 'flatten' && missing > 0) {
      throw new AppError('shapes.no-heights', { name, missing, corners: region.flat().length });
    }
  }
}
