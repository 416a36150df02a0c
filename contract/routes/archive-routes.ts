import { z } from 'zod';
import { noBody, projectParams, queryFlag } from '../schemas/common.ts';
import { bothPrefixes, defineRoute } from './route.ts';

/**
 * What an archive holds beside products, drawings and settings, and whether its products have the drawing's crop and
 * flatten applied (`product.apply-drawing` must have made them).
 */
export const archiveQuery = z.object({
  inputs: queryFlag.default(false),
  drawing: queryFlag.default(false),
});

/** Writes the archive of a project into a folder of this machine below the projects folder. */
export const projectExportArchive = defineRoute({
  id: 'project.export-archive',
  method: 'POST',
  path: '/imageset/{pk}/export_archive',
  prefixes: bothPrefixes,
  edition: 'desktop',
  access: 'own',
  params: projectParams,
  query: archiveQuery.extend({ dest: z.string().min(1).max(4096) }),
  body: noBody,
  response: z.object({ path: z.string(), size: z.number() }),
});
