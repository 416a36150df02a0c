import { done, noBody, nothing, projectParams } from '../schemas/common.ts';
import { project } from '../schemas/project.ts';
import { confidentialityQuery, shareQuery, shareRequest, unshareQuery } from '../schemas/sharing.ts';
import { bothPrefixes, defineRoute } from './route.ts';

const shared = { prefixes: bothPrefixes, edition: 'cloud', access: 'own', params: projectParams } as const;

/** Gives people access to a project, or other access than they had: all of them or, where one is unknown, none. */
export const projectShare = defineRoute({
  ...shared,
  id: 'project.share',
  method: 'POST',
  path: '/imageset/{pk}/share',
  query: nothing,
  body: shareRequest,
  response: project,
});

/** Gives one person access to a project, or other access than they had. */
export const projectShareRole = defineRoute({
  ...shared,
  id: 'project.share-role',
  method: 'PUT',
  path: '/imageset/{pk}/share',
  query: shareQuery,
  body: noBody,
  response: project,
});

/** Takes a person's access to a project away; their open streams of it end. */
export const projectUnshare = defineRoute({
  ...shared,
  id: 'project.unshare',
  method: 'DELETE',
  path: '/imageset/{pk}/share',
  query: unshareQuery,
  body: noBody,
  response: project,
});

/** Takes the project from the sight of staff, or gives it back. The owner's alone: staff cannot undo it. */
export const projectConfidentiality = defineRoute({
  ...shared,
  id: 'project.set-confidentiality',
  method: 'PUT',
  path: '/imageset/{pk}/set_confidentiality',
  query: confidentialityQuery,
  body: noBody,
  response: done,
});
