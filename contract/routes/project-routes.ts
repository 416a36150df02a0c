import { z } from 'zod';
import { done, noBody, nothing, projectParams } from '../schemas/common.ts';
import {
  engineConsolePage,
  project,
  projectCreate,
  projectModify,
  retryableTask,
  searchFilter,
  searchPage,
  searchQuery,
} from '../schemas/project.ts';
import { bothPrefixes, defineRoute } from './route.ts';

/** A page of the project list, newest first. */
export const projectSearch = defineRoute({
  id: 'project.search',
  method: 'POST',
  path: '/imageset/search',
  prefixes: ['/api/v2/internal', '/api'],
  access: 'account',
  params: nothing,
  query: searchQuery,
  body: searchFilter,
  response: searchPage,
});

export const projectCreateRoute = defineRoute({
  id: 'project.create',
  method: 'POST',
  path: '/imageset',
  prefixes: bothPrefixes,
  access: 'account',
  params: nothing,
  query: nothing,
  body: projectCreate,
  response: project,
});

export const projectGet = defineRoute({
  id: 'project.get',
  method: 'GET',
  path: '/imageset/{pk}',
  prefixes: ['/api/v2/internal', '/api'],
  access: 'view',
  params: projectParams,
  query: nothing,
  body: noBody,
  response: project,
});

/** The call that the project page polls. */
export const projectLoad = defineRoute({
  id: 'project.load',
  method: 'GET',
  path: '/imageset/{pk}/load_imageset_and_data_products',
  prefixes: bothPrefixes,
  access: 'view',
  params: projectParams,
  query: nothing,
  body: noBody,
  response: project,
});

/** Renames or describes a project, or changes its notices. */
export const projectModifyRoute = defineRoute({
  id: 'project.modify',
  method: 'PUT',
  path: '/imageset/{pk}',
  prefixes: bothPrefixes,
  access: 'own',
  params: projectParams,
  query: nothing,
  body: projectModify,
  response: project,
});

/** Marks a project deleted, or with `destroy_data` removes its rows and files for good. */
export const projectDestroy = defineRoute({
  id: 'project.destroy',
  method: 'POST',
  path: '/imageset/{pk}/destroy',
  prefixes: bothPrefixes,
  access: 'own',
  params: projectParams,
  query: nothing,
  body: z.object({ destroy_data: z.boolean().default(false) }).default({ destroy_data: false }),
  response: done,
});

export const projectRetryableTasks = defineRoute({
  id: 'project.retryable-tasks',
  method: 'GET',
  path: '/imageset/{pk}/get_retryable_tasks',
  prefixes: bothPrefixes,
  access: 'edit',
  params: projectParams,
  query: nothing,
  body: noBody,
  response: z.array(retryableTask),
});

/** Runs failed tasks again. A GET by the spec; refused to other sites like every change. */
export const projectRetryTasks = defineRoute({
  id: 'project.retry-tasks',
  method: 'GET',
  path: '/imageset/{pk}/retry_tasks',
  prefixes: bothPrefixes,
  access: 'edit',
  params: projectParams,
  query: nothing,
  body: noBody,
  response: z.object({ retried: z.number().int() }),
});

/** What the console of another engine says of the run under way, from one line on. */
export const projectConsole = defineRoute({
  id: 'project.console',
  method: 'GET',
  path: '/imageset/{pk}/engine_console',
  prefixes: bothPrefixes,
  access: 'view',
  params: projectParams,
  query: z.object({ from: z.coerce.number().int().min(0).default(0) }),
  body: noBody,
  response: engineConsolePage,
});

const processing = {
  method: 'POST',
  prefixes: bothPrefixes,
  params: projectParams,
  query: nothing,
  body: noBody,
  response: project,
} as const;

/** Stops a project's processing where it is; what is finished is kept. */
export const projectPause = defineRoute({
  ...processing,
  id: 'project.pause',
  path: '/imageset/{pk}/pause_processing',
  access: 'edit',
});

/** Continues a paused project, or restarts a cancelled one. */
export const projectResume = defineRoute({
  ...processing,
  id: 'project.resume',
  path: '/imageset/{pk}/resume_processing',
  access: 'edit',
});

/** Gives up what is not finished; the project is then paused. */
export const projectCancel = defineRoute({
  ...processing,
  id: 'project.cancel',
  path: '/imageset/{pk}/cancel_processing',
  access: 'own',
});
