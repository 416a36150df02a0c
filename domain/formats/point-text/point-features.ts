import type { ExchangeFeature } from '../exchange-model.ts';
import type { SurveyPoint } from './layout.ts';

/** Surveyed points as features of a layer: number as name, description as code. */
export function pointFeatures(points: readonly SurveyPoint[], layer: string): ExchangeFeature[] {
  return points.map(({ point, easting, northing, elevation, description }) => ({
    kind: 'point',
    coordinates: Float64Array.of(easting, northing, elevation),
    layer,
    name: point,
    code: description,
  }));
}
