export const exportFormats = ['dxf', 'landxml', 'geojson', 'shapefile', 'kml', 'kmz', 'pnezd'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** What to write, and how. */
export interface ExportRequest {
  readonly format: ExportFormat;
  /** File name without its ending. */
  readonly name: string;
  readonly hasFeatures: boolean;
  readonly hasContours: boolean;
  readonly hasSurfaces: boolean;
  /** Layer names for what is not on a layer of the drawing. */
  readonly layerNames: { readonly contours: string; readonly surface: string };
}
