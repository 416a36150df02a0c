import { nothing, projectParams } from '../schemas/common.ts';
import { project } from '../schemas/project.ts';
import { dataProductRequest } from '../schemas/transform.ts';
import { bothPrefixes, defineRoute } from './route.ts';

/** Requests a product in another coordinate system or with larger pixels; the response has its new row. */
export const productTransform = defineRoute({
  id: 'product.transform',
  method: 'POST',
  path: '/imageset/{pk}/data_product',
  prefixes: bothPrefixes,
  access: 'own',
  params: projectParams,
  query: nothing,
  body: dataProductRequest,
  response: project,
});
