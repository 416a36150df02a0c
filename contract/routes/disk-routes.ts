import { z } from 'zod';
import { limits } from '../limits.ts';
import { cleanKinds } from '../rules/cleaning.ts';
import { noBody, nothing, pk, projectParams } from '../schemas/common.ts';
import { project } from '../schemas/project.ts';
import { bothPrefixes, defineRoute } from './route.ts';

/** Removes files of the chosen kinds that no product needs; the project stays. Of the desktop edition. */
export const projectClean = defineRoute({
  id: 'project.clean',
  method: 'POST',
  path: '/imageset/{pk}/clean',
  prefixes: bothPrefixes,
  access: 'own',
  params: projectParams,
  query: nothing,
  body: z.object({ options: z.array(z.enum(cleanKinds)).min(1) }),
  response: project,
});

/** Has the orthoimage `ortho_id` written as a plain GeoTIFF, which then is among the product's downloads. */
export const projectRequestTif = defineRoute({
  id: 'project.request-downloadable-tif',
  method: 'POST',
  path: '/imageset/{pk}/request_downloadable_tif',
  prefixes: bothPrefixes,
  access: 'edit',
  params: projectParams,
  query: nothing,
  body: z.object({ ortho_id: pk }),
  response: project,
});

/**
 * Has the crop bounds, ortho crops and flatten areas of the newest drawing applied to a product (`contract/rules/shapes.ts`)
 * by a worker; the file is then among the product's downloads, and `shaped` among its requests while the drawing's shapes
 * stay as they are.
 */
export const productApplyDrawing = defineRoute({
  id: 'product.apply-drawing',
  method: 'POST',
  path: '/imageset/{pk}/products/{product_id}/apply_drawing',
  prefixes: bothPrefixes,
  access: 'edit',
  params: projectParams.extend({ product_id: pk }),
  query: nothing,
  body: noBody,
  response: project,
});

/** Has overviews of the raster `product_id` built; the file with them takes the place of the one without. */
export const projectBuildOverviews = defineRoute({
  id: 'project.build-overviews',
  method: 'POST',
  path: '/imageset/{pk}/build_overviews',
  prefixes: bothPrefixes,
  access: 'edit',
  params: projectParams,
  query: nothing,
  body: z.object({ product_id: pk }),
  response: project,
});

/** Copies a file of a product, named by its format, into a folder of this machine below the projects folder. */
export const productExport = defineRoute({
  id: 'product.export',
  method: 'POST',
  path: '/imageset/{pk}/products/{product_id}/exports/{export_name}',
  prefixes: bothPrefixes,
  edition: 'desktop',
  access: 'view',
  params: projectParams.extend({ product_id: pk, export_name: z.string().max(limits.nameLength) }),
  query: z.object({ dest: z.string().min(1).max(4096) }),
  body: noBody,
  response: z.object({ path: z.string(), size: z.number() }),
});
