import { z } from 'zod';
import { nothing } from '../schemas/common.ts';
import { site, siteQuestion } from '../schemas/site.ts';
import { bothPrefixes, defineRoute } from './route.ts';

/** Sites by their keys: those of projects that the caller may see, in the requested order. */
export const sitesCollect = defineRoute({
  id: 'sites.collect',
  method: 'POST',
  path: '/sites/collect_sites',
  prefixes: bothPrefixes,
  access: 'account',
  params: nothing,
  query: nothing,
  body: siteQuestion,
  response: z.array(site),
});
