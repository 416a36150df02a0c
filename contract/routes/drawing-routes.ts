import { limits } from '../limits.ts';
import { done, noBody, nothing, projectParams } from '../schemas/common.ts';
import {
  drawingCreate,
  drawingItem,
  drawingList,
  drawingModify,
  drawingPatch,
  drawingPatched,
  drawingPut,
  drawingQuery,
  drawingRevision,
  drawingRevisionName,
  drawingRevisions,
  drawingSaved,
  whichDrawing,
} from '../schemas/drawing.ts';
import { bothPrefixes, defineRoute } from './route.ts';

/** The newest revision of a project's drawing, or an older one. */
export const drawingGet = defineRoute({
  id: 'drawing.get',
  method: 'GET',
  path: '/imageset/{pk}/drawing',
  prefixes: bothPrefixes,
  access: 'view',
  params: projectParams,
  query: drawingQuery,
  body: noBody,
  response: drawingRevision,
});

/** Saves a drawing; 409 `drawing.conflict` with `current` when someone saved since `base_revision`. */
export const drawingPutRoute = defineRoute({
  id: 'drawing.put',
  method: 'PUT',
  path: '/imageset/{pk}/drawing',
  prefixes: bothPrefixes,
  access: 'edit',
  bodyLimit: limits.drawingBody,
  params: projectParams,
  query: whichDrawing,
  body: drawingPut,
  response: drawingSaved,
});

export const drawingRevisionsGet = defineRoute({
  id: 'drawing.revisions',
  method: 'GET',
  path: '/imageset/{pk}/drawing/revisions',
  prefixes: bothPrefixes,
  access: 'view',
  params: projectParams,
  query: whichDrawing,
  body: noBody,
  response: drawingRevisions,
});

/** Names a revision, so that it is kept for good, or takes its name away. */
export const drawingRevisionNamePut = defineRoute({
  id: 'drawing.name-revision',
  method: 'PUT',
  path: '/imageset/{pk}/drawing/revisions/{revision}',
  prefixes: bothPrefixes,
  access: 'edit',
  params: projectParams.extend({ revision: projectParams.shape.pk }),
  query: whichDrawing,
  body: drawingRevisionName,
  response: done,
});

/**
 * Saves changes of a drawing; what others saved meanwhile is merged where it concerns other records, else 409
 * `drawing.conflict` with `current`.
 */
export const drawingPatchRoute = defineRoute({
  id: 'drawing.patch',
  method: 'PATCH',
  path: '/imageset/{pk}/drawing',
  prefixes: bothPrefixes,
  access: 'edit',
  bodyLimit: limits.drawingBody,
  params: projectParams,
  query: whichDrawing,
  body: drawingPatch,
  response: drawingPatched,
});

/** The drawings of a project, the main one first. */
export const drawingsGet = defineRoute({
  id: 'drawings.list',
  method: 'GET',
  path: '/imageset/{pk}/drawings',
  prefixes: bothPrefixes,
  access: 'view',
  params: projectParams,
  query: nothing,
  body: noBody,
  response: drawingList,
});

export const drawingsPost = defineRoute({
  id: 'drawings.create',
  method: 'POST',
  path: '/imageset/{pk}/drawings',
  prefixes: bothPrefixes,
  access: 'edit',
  params: projectParams,
  query: nothing,
  body: drawingCreate,
  response: drawingItem,
});

const drawingParams = projectParams.extend({ drawing: projectParams.shape.pk });

/** Renames, locks or unlocks a drawing. */
export const drawingModifyRoute = defineRoute({
  id: 'drawings.modify',
  method: 'PUT',
  path: '/imageset/{pk}/drawings/{drawing}',
  prefixes: bothPrefixes,
  access: 'edit',
  params: drawingParams,
  query: nothing,
  body: drawingModify,
  response: drawingItem,
});

/** Removes a drawing with its revisions; not the main one. */
export const drawingDelete = defineRoute({
  id: 'drawings.delete',
  method: 'DELETE',
  path: '/imageset/{pk}/drawings/{drawing}',
  prefixes: bothPrefixes,
  access: 'edit',
  params: drawingParams,
  query: nothing,
  body: noBody,
  response: done,
});
