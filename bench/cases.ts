import type { BenchCase } from './case.ts';
import { canvasCases } from './cases/canvas.ts';
import { contourCase } from './cases/contour.ts';
import { copcCases } from './cases/copc.ts';
import { delaunayCase } from './cases/delaunay.ts';
import { delaunayRandomCase } from './cases/delaunay-random.ts';
import { drawingCases } from './cases/drawing.ts';
import { dxfCase } from './cases/dxf.ts';
import { gridVolumeCases } from './cases/grid-volume.ts';
import { lazCases } from './cases/laz.ts';
import { loadCase } from './cases/load.ts';
import { photoCanopyCase } from './cases/photo-canopy.ts';
import { photoDenseCase } from './cases/photo-dense.ts';
import { photoDepthCase } from './cases/photo-depth.ts';
import { photoFeaturesCase } from './cases/photo-features.ts';
import { photoGrowthCase } from './cases/photo-growth.ts';
import { photoMatchingCase } from './cases/photo-matching.ts';
import { photoMatchingGpuCase } from './cases/photo-matching-gpu.ts';
import { photoSparseCase } from './cases/photo-sparse.ts';
import { proofCases } from './cases/proof.ts';
import { reprojectCase } from './cases/reproject.ts';
import { selectionCase } from './cases/selection.ts';
import { snapCase } from './cases/snap.ts';
import { tiffCases } from './cases/tiff.ts';
import { tinGridCase } from './cases/tin-grid.ts';
import { tinVolumeCase } from './cases/tin-volume.ts';
import { vectorCases } from './cases/vectors.ts';
import { warpCase } from './cases/warp.ts';

/** Every row of the benchmark table, in the order in which they run. A new file of cases is added here. */
export const benchCases: readonly BenchCase[] = [
  ...lazCases,
  ...copcCases,
  delaunayCase,
  delaunayRandomCase,
  contourCase,
  tinVolumeCase,
  ...gridVolumeCases,
  tinGridCase,
  snapCase,
  selectionCase,
  ...drawingCases,
  reprojectCase,
  photoFeaturesCase,
  photoMatchingCase,
  photoMatchingGpuCase,
  photoSparseCase,
  photoCanopyCase,
  photoDenseCase,
  photoDepthCase,
  photoGrowthCase,
  ...proofCases,
  ...canvasCases,
  ...vectorCases,
  ...tiffCases,
  warpCase,
  dxfCase,
  loadCase,
];
