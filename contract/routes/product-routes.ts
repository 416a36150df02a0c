import { nothing, projectParams } from '../schemas/common.ts';
import { project } from '../schemas/project.ts';
import { dataProductOrder } from '../schemas/transform.ts';
import { bothPrefixes, defineRoute } from './route.ts';

/** Orders a product in another coordinate system or with larger pixels; the answer has its new row. */
export const productOrder = defineRoute({
  id: 'product.order',
  method: 'POST',
  path: '/imageset/{pk}/data_product',
  prefixes: bothPrefixes,
  access: 'own',
  params: projectParams,
  query: nothing,
  body: dataProductOrder,
  response: project,
});
