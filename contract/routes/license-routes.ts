import { z } from 'zod';
import { noBody, nothing, projectParams } from '../schemas/common.ts';
import {
  activateQuery,
  exportDirectory,
  licenseInfo,
  licenseOutcome,
  trialQuery,
} from '../schemas/license.ts';
import { defineRoute } from './route.ts';

const desktop = { prefixes: ['/api/v2/internal'], edition: 'desktop', access: 'account' } as const;

/** The licence of this installation, or that there is none. */
export const licenseInfoGet = defineRoute({
  ...desktop,
  id: 'license.info',
  method: 'GET',
  path: '/desktop/get_license_info',
  params: nothing,
  query: nothing,
  body: noBody,
  response: licenseInfo,
});

/** Activates a paid licence by its key. A refusal of the licence service is an outcome, not an error. */
export const licenseActivate = defineRoute({
  ...desktop,
  id: 'license.activate',
  method: 'POST',
  path: '/desktop/activate_license',
  params: nothing,
  query: activateQuery,
  body: noBody,
  response: licenseOutcome,
});

/** Starts a trial. */
export const licenseTrial = defineRoute({
  ...desktop,
  id: 'license.trial',
  method: 'POST',
  path: '/desktop/activate_trial',
  params: nothing,
  query: trialQuery,
  body: noBody,
  response: licenseOutcome,
});

/** Gives the licence back; needs the licence service. */
export const licenseDeactivate = defineRoute({
  ...desktop,
  id: 'license.deactivate',
  method: 'POST',
  path: '/desktop/deactivate',
  params: nothing,
  query: nothing,
  body: noBody,
  response: licenseOutcome,
});

/** Checks in with the licence service, which prolongs the grace period. */
export const licenseSync = defineRoute({
  ...desktop,
  id: 'license.sync',
  method: 'GET',
  path: '/desktop/force_cryptlex_sync',
  params: nothing,
  query: nothing,
  body: noBody,
  response: licenseOutcome,
});

/** The projects folder of this installation. */
export const exportDirectoryGet = defineRoute({
  ...desktop,
  id: 'projects-folder.get',
  method: 'GET',
  path: '/desktop/export_directory',
  params: nothing,
  query: nothing,
  body: noBody,
  response: exportDirectory,
});

/** Sets the projects folder. The path must name a folder that exists and can be written to. */
export const exportDirectorySet = defineRoute({
  ...desktop,
  id: 'projects-folder.set',
  method: 'POST',
  path: '/desktop/export_directory',
  params: nothing,
  query: nothing,
  body: exportDirectory,
  response: exportDirectory,
});

/** Names of the folders in the projects folder; none while there is no projects folder. */
export const subfoldersList = defineRoute({
  ...desktop,
  id: 'projects-folder.subfolders',
  method: 'GET',
  path: '/desktop/export_directory/subfolders',
  params: nothing,
  query: nothing,
  body: noBody,
  response: z.array(z.string()),
});

/** Opens the project's folder in this machine's file manager, or the projects folder where it has none of its own. */
export const folderOpen = defineRoute({
  ...desktop,
  access: 'view',
  id: 'projects-folder.open',
  method: 'POST',
  path: '/desktop/open_folder/{pk}',
  params: projectParams,
  query: nothing,
  body: noBody,
  response: z.object({ path: z.string() }),
});

/** Calls that the desktop edition allows without a licence. */
export const licenseFreeRoutes: readonly string[] = [
  'misc.bootstrap',
  'misc.health',
  licenseInfoGet.id,
  licenseActivate.id,
  licenseTrial.id,
  licenseDeactivate.id,
  licenseSync.id,
];
