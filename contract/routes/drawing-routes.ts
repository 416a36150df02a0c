import { limits } from '../limits.ts';
import { noBody, nothing, projectParams } from '../schemas/common.ts';
import {
  drawingPut,
  drawingQuery,
  drawingRevision,
  drawingRevisions,
  drawingSaved,
} from '../schemas/drawing.ts';
import { bothPrefixes, defineRoute } from './route.ts';

/** The newest drawing of a project, or an older revision. */
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
  query: nothing,
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
  query: nothing,
  body: noBody,
  response: drawingRevisions,
});
