import type { ExchangeDrawing } from '#domain/formats/exchange-model.ts';
import { US_SURVEY_FOOT } from '#domain/units/units.ts';

/** A small drawing with every kind of feature, names that need escaping, and a surface of two triangles. */
export function createExportDrawing(): ExchangeDrawing {
  return {
    unit: US_SURVEY_FOOT,
    layers: [
      { name: 'Points', colour: '#ff0000' },
      { name: 'Edge of road / left', colour: '#00a060' },
      { name: 'Höhenlinien', colour: '#964b00' },
      { name: 'Surface', colour: '#3366cc' },
    ],
    features: [
      {
        kind: 'point',
        coordinates: Float64Array.of(6512345.125, 2104567.25, 101.5),
        layer: 'Points',
        name: '101',
        code: 'EP',
        properties: { accuracy: 0.02, checked: true },
      },
      {
        kind: 'point',
        coordinates: Float64Array.of(6512350.0625, 2104570.5, Number.NaN),
        layer: 'Points',
        name: 'Brücke',
      },
      {
        kind: 'polyline',
        coordinates: Float64Array.of(
          6512300,
          2104500,
          100,
          6512310,
          2104505,
          101.25,
          6512320,
          2104500,
          102.5,
        ),
        layer: 'Edge of road / left',
        code: 'EOP',
      },
      {
        kind: 'polyline',
        coordinates: Float64Array.of(6512300, 2104600, 105, 6512310, 2104605, 105, 6512305, 2104620, 105),
        layer: 'Höhenlinien',
        closed: true,
        properties: { elevation: 105 },
      },
      {
        kind: 'polygon',
        coordinates: Float64Array.of(
          ...[6512400, 2104400, 90, 6512500, 2104400, 91, 6512500, 2104500, 92, 6512400, 2104500, 93],
          ...[6512440, 2104440, 90, 6512440, 2104460, 91, 6512460, 2104460, 92, 6512460, 2104440, 93],
        ),
        holeStarts: [4],
        layer: 'Surface',
        name: 'Stockpile "A" 测',
      },
    ],
    surfaces: [
      {
        name: 'Ground',
        layer: 'Surface',
        points: Float64Array.of(
          6512000,
          2104000,
          10,
          6512010,
          2104000,
          11,
          6512010,
          2104010,
          12,
          6512000,
          2104010,
          13.5,
        ),
        triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
      },
    ],
  };
}
