import { archiveErrorCodes } from './archive-codes.ts';
import { cliErrorCodes } from './cli-codes.ts';
import { clientErrorCodes } from './client-codes.ts';
import { clipErrorCodes } from './clip-codes.ts';
import { computeErrorCodes } from './compute-codes.ts';
import { controlErrorCodes } from './control-codes.ts';
import { createErrorCodes } from './create-codes.ts';
import { crsErrorCodes } from './crs-codes.ts';
import { drawingErrorCodes } from './drawing-codes.ts';
import { dxfErrorCodes } from './dxf-codes.ts';
import { editErrorCodes } from './edit-codes.ts';
import { engineErrorCodes } from './engine-codes.ts';
import { entryErrorCodes } from './entry-codes.ts';
import { exchangeErrorCodes } from './exchange-codes.ts';
import { exportErrorCodes } from './export-codes.ts';
import { featureCodeErrorCodes } from './feature-code-codes.ts';
import { geometryErrorCodes } from './geometry-codes.ts';
import { gpkgErrorCodes } from './gpkg-codes.ts';
import { gpuErrorCodes } from './gpu-codes.ts';
import { ioErrorCodes } from './io-codes.ts';
import { kmlErrorCodes } from './kml-codes.ts';
import { landxmlErrorCodes } from './landxml-codes.ts';
import { lasErrorCodes } from './las-codes.ts';
import { lazErrorCodes } from './laz-codes.ts';
import { licenseErrorCodes } from './license-codes.ts';
import { overlayErrorCodes } from './overlay-codes.ts';
import { photoErrorCodes } from './photo-codes.ts';
import { photoFeatureErrorCodes } from './photo-feature-codes.ts';
import { photoOrthoErrorCodes } from './photo-ortho-codes.ts';
import { photoPipelineErrorCodes } from './photo-pipeline-codes.ts';
import { processErrorCodes } from './process-codes.ts';
import { productErrorCodes } from './product-codes.ts';
import { rasterErrorCodes } from './raster-codes.ts';
import { selectionErrorCodes } from './selection-codes.ts';
import { serverErrorCodes } from './server-codes.ts';
import { shapesErrorCodes } from './shapes-codes.ts';
import { shpErrorCodes } from './shp-codes.ts';
import { taskErrorCodes } from './task-codes.ts';
import { usageErrorCodes } from './usage-codes.ts';
import { xmlErrorCodes } from './xml-codes.ts';

/**
 * Every error code of the product, `area.reason`, gathered from one list an area.
 * Each needs a text under `errors.<code>` in the English locale; `locales/texts.ts` checks it.
 */
export const errorCodes = [
  ...archiveErrorCodes,
  ...geometryErrorCodes,
  ...kmlErrorCodes,
  ...landxmlErrorCodes,
  ...cliErrorCodes,
  ...clientErrorCodes,
  ...clipErrorCodes,
  ...computeErrorCodes,
  ...controlErrorCodes,
  ...createErrorCodes,
  ...drawingErrorCodes,
  ...crsErrorCodes,
  ...ioErrorCodes,
  ...lasErrorCodes,
  ...lazErrorCodes,
  ...dxfErrorCodes,
  ...editErrorCodes,
  ...engineErrorCodes,
  ...entryErrorCodes,
  ...exchangeErrorCodes,
  ...exportErrorCodes,
  ...featureCodeErrorCodes,
  ...licenseErrorCodes,
  ...rasterErrorCodes,
  ...selectionErrorCodes,
  ...serverErrorCodes,
  ...gpkgErrorCodes,
  ...gpuErrorCodes,
  ...overlayErrorCodes,
  ...photoErrorCodes,
  ...photoFeatureErrorCodes,
  ...photoOrthoErrorCodes,
  ...photoPipelineErrorCodes,
  ...processErrorCodes,
  ...productErrorCodes,
  ...shapesErrorCodes,
  ...shpErrorCodes,
  ...taskErrorCodes,
  ...usageErrorCodes,
  ...xmlErrorCodes,
] as const;

export type ErrorCode = (typeof errorCodes)[number];
