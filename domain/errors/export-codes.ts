/** Failures of the exchange formats: point text, DXF, GeoJSON. */
export const exportErrorCodes = [
  'export.bad-geometry',
  'export.unknown-layer',
  'export.mixed-inputs',
  'export.one-surface',
  'export.landxml-unit',
  'geojson.unreadable',
  'point-text.no-points',
  'point-text.bad-number',
  'point-text.missing-field',
  'point-text.too-many-faults',
  'point-text.unknown-headings',
  'point-text.order-assumed',
  'table.mixed-numbers',
  'table.number-format-assumed',
  'table.encoding-assumed',
] as const;
