import { accountExists, accountGet, accountLogin, accountLogout, accountPut } from './account-routes.ts';
import { projectExportArchive } from './archive-routes.ts';
import { productApplyDrawing, productExport, projectClean, projectRequestTif } from './disk-routes.ts';
import { drawingGet, drawingPutRoute, drawingRevisionsGet } from './drawing-routes.ts';
import {
  exportDirectoryGet,
  exportDirectorySet,
  folderOpen,
  licenseActivate,
  licenseDeactivate,
  licenseInfoGet,
  licenseSync,
  licenseTrial,
  subfoldersList,
} from './license-routes.ts';
import { bootstrapGet, healthGet, pokeService, validateWkt } from './misc-routes.ts';
import { productOrder } from './product-routes.ts';
import {
  projectCancel,
  projectCreateRoute,
  projectDestroy,
  projectGet,
  projectLoad,
  projectModifyRoute,
  projectPause,
  projectResume,
  projectRetryableTasks,
  projectRetryTasks,
  projectSearch,
} from './project-routes.ts';
import { projectionGet, projectionSearch } from './projection-routes.ts';
import { projectConfidentiality, projectShare, projectShareRole } from './sharing-routes.ts';
import { sitesCollect } from './site-routes.ts';
import {
  imageGet,
  imagesInitialize,
  imagesList,
  lidarCreateRoute,
  lidarPatch,
  lidarPost,
  sensorImages,
  uploadCompleted,
  uploadMultipartList,
  uploadRecovery,
  uploadResuming,
  uploadSign,
} from './upload-routes.ts';

/** Every JSON call of the interface. Files, thumbnails and sign-in links are in `raw-routes.ts`. */
export const routes = {
  accountGet,
  accountPut,
  accountLogin,
  accountLogout,
  accountExists,
  projectSearch,
  projectCreate: projectCreateRoute,
  projectGet,
  projectLoad,
  projectModify: projectModifyRoute,
  projectDestroy,
  projectRetryableTasks,
  projectRetryTasks,
  projectPause,
  projectResume,
  projectCancel,
  projectShare,
  projectShareRole,
  projectConfidentiality,
  sitesCollect,
  projectClean,
  projectRequestTif,
  productApplyDrawing,
  projectExportArchive,
  productExport,
  productOrder,
  imagesInitialize,
  imagesList,
  sensorImages,
  imageGet,
  lidarCreate: lidarCreateRoute,
  lidarPatch,
  lidarPost,
  uploadCompleted,
  uploadResuming,
  uploadRecovery,
  uploadMultipartList,
  uploadSign,
  drawingGet,
  drawingPut: drawingPutRoute,
  drawingRevisions: drawingRevisionsGet,
  licenseInfo: licenseInfoGet,
  licenseActivate,
  licenseTrial,
  licenseDeactivate,
  licenseSync,
  exportDirectory: exportDirectoryGet,
  exportDirectorySet,
  subfoldersList,
  folderOpen,
  bootstrap: bootstrapGet,
  projectionSearch,
  projectionGet,
  validateWkt,
  health: healthGet,
  pokeService,
} as const;

export type RouteName = keyof typeof routes;
