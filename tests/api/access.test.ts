import { json } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Access } from '#contract/roles.ts';
import { type RawRoute, rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath, type Route } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import { account } from '#server/db/schema/accounts.ts';
import { imageset, imagesetAcl } from '#server/db/schema/projects.ts';
import { createProject } from '#server/services/projects/projects.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';

const callers = ['anonymous', 'stranger', 'viewer', 'editor', 'owner', 'superuser'] as const;
type CallerName = (typeof callers)[number];

/** The response to each caller where a route requires an access level: null lets through. */
const refusals: Record<Access, Record<CallerName, string | null>> = {
  public: all(null),
  account: { ...all(null), anonymous: 'api.unauthenticated' },
  view: { ...all(null), anonymous: 'api.unauthenticated', stranger: 'api.project-not-found' },
  edit: {
    ...all(null),
    anonymous: 'api.unauthenticated',
    stranger: 'api.project-not-found',
    viewer: 'api.forbidden',
  },
  own: {
    ...all(null),
    anonymous: 'api.unauthenticated',
    stranger: 'api.project-not-found',
    viewer: 'api.forbidden',
    editor: 'api.forbidden',
  },
  superuser: { ...all('api.forbidden'), anonymous: 'api.unauthenticated', superuser: null },
};

function all(answer: string | null): Record<CallerName, string | null> {
  return {
    anonymous: answer,
    stranger: answer,
    viewer: answer,
    editor: answer,
    owner: answer,
    superuser: answer,
  };
}

/** Responses that refuse a caller, regardless of other errors of a call. */
const refusalCodes = ['api.unauthenticated', 'api.forbidden', 'api.project-not-found'];

let api: TestApi;
const signedIn = new Map<CallerName, Caller>();

beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  for (const name of callers) {
    if (name === 'anonymous') continue;
    const email = `${name}@example.com`;
    signedIn.set(name, await api.signIn({ email, isSuperuser: name === 'superuser' }));
  }
});
afterAll(() => api.close());

/** A new project of the owner, shared with viewer and editor. */
async function makeProject(confidentiality = 0): Promise<number> {
  const { context } = api;
  const [row] = await context.db.select().from(account).where(eq(account.email, 'owner@example.com'));
  if (!row) throw new Error('the owner has no account');
  const { pk } = await createProject(context, row, { name: 'Shared', type: 'lidar' });
  await context.db.update(imageset).set({ confidentiality }).where(eq(imageset.pk, pk));
  const share = (name: CallerName) => ({
    imagesetPk: pk,
    accountPk: signedIn.get(name)?.pk ?? 0,
    write: name === 'editor',
  });
  await context.db.insert(imagesetAcl).values([share('viewer'), share('editor')]);
  return pk;
}

async function refusalOf(
  route: Pick<RawRoute, 'method' | 'path'>,
  prefix: string,
  caller: CallerName,
  pk: number,
) {
  const cookie = signedIn.get(caller)?.cookie;
  const answer = await api.app.inject({
    method: route.method,
    url: `${prefix}${fillPath(route.path, { pk, lidarPk: 1, productPk: 1, name: 'x.laz', wkt: 'x', token: 'x' })}`,
    headers: cookie === undefined ? {} : { cookie },
    payloadAsStream: true,
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const code: string | null = isJson
    ? (((await json(answer.stream())) as { code?: string }).code ?? null)
    : null;
  answer.stream().destroy();
  return code !== null && refusalCodes.includes(code) ? code : null;
}

/** Calls of the desktop edition do not exist here; `license.test.ts` has theirs. */
const tableRoutes: Route[] = Object.values(routes).filter((route) => route.edition !== 'desktop');
const rows = [
  ...tableRoutes.flatMap((route) => route.prefixes.map((prefix) => ({ route, prefix: prefix as string }))),
  ...Object.values(rawRoutes).map((route) => ({ route, prefix: '' })),
].map(({ route, prefix }) => [`${route.method} ${prefix}${route.path}`, route, prefix] as const);

describe('the authorisation of', () => {
  it.each(rows)('%s', async (_title, route, prefix) => {
    const answers = all(null);
    for (const caller of callers)
      answers[caller] = await refusalOf(route, prefix, caller, await makeProject());
    expect(answers).toEqual(refusals[route.access]);
  });
});

describe('a confidential project', () => {
  it('does not exist for staff, and does for those it is shared with', async () => {
    const pk = await makeProject(1);
    const { projectGet } = routes;
    expect(await refusalOf(projectGet, '/api', 'superuser', pk)).toBe('api.project-not-found');
    expect(await refusalOf(projectGet, '/api', 'viewer', pk)).toBeNull();
    expect(await refusalOf(projectGet, '/api', 'owner', pk)).toBeNull();
  });
});

describe('words that are no key of a project', () => {
  it.each(['list', 'map', 'overview', 'canvas', '0', '-1', '01', '1.5', '99999999999'])(
    '%s',
    async (word) => {
      const answer = await api.app.inject({
        method: 'GET',
        url: `/api/imageset/${word}`,
        headers: { cookie: signedIn.get('owner')?.cookie ?? '' },
      });
      expect(answer.statusCode).toBe(404);
    },
  );
});
