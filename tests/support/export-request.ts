import type { ExportRequest } from '#core/export/export-request.ts';
import { plainPointOptions } from '#domain/drawing/export/export-options.ts';

/** A request for everything, as the dialog makes it when nothing is changed. */
export function createExportRequest(parts: Partial<ExportRequest> = {}): ExportRequest {
  return {
    format: 'dxf',
    name: 'site',
    features: 'visible',
    hasContours: true,
    hasSurfaces: true,
    layerNames: { contours: 'Contours', surface: 'Surface' },
    target: null,
    paperScale: 500,
    options: { arcs: 'true', points: { ...plainPointOptions, decimals: 3 } },
    ...parts,
  };
}
