import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { routeUrl } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import type { Projection, ProjectionDetails } from '#contract/schemas/projection.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';

const geographic =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';
const plane = (parameters: string, unit = ',UNIT["metre",1]', projection = 'Transverse_Mercator'): string =>
  `PROJCS["site",${geographic},PROJECTION["${projection}"]${parameters}${unit}]`;
const whole =
  ',PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],PARAMETER["scale_factor",0.9996]';

let api: TestApi;
let caller: Caller;

beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  caller = await api.signIn({ email: 'systems@example.com' });
});
afterAll(() => api.close());

describe('the coordinate systems', () => {
  const list = async (query: Record<string, unknown>): Promise<Projection[]> =>
    (await api.call(caller, routes.projectionSearch, { query })).json();
  const codes = async (query: Record<string, unknown>) => (await list(query)).map(({ epsg }) => epsg);

  it('are all listed, with area, unit and vertical part', async () => {
    const all = await list({});
    expect(all.length).toBeGreaterThan(7000);
    expect(all.find(({ epsg }) => epsg === 2229)).toMatchObject({
      description: 'NAD83 / California zone 5 (ftUS)',
      kind: 'projected',
      area: { west: -121.42, south: 32.76, east: -114.12, north: 35.81 },
      unit_of_measure: 'usSurveyFeet',
      vertical: null,
      requires_carlson_library: false,
    });
    const compound = all.find(({ epsg }) => epsg === 6349);
    expect(compound?.vertical).toMatchObject({ epsg: 5703, unit_of_measure: 'meters', direction: 'up' });
    expect(all.find(({ epsg }) => epsg === 8441)?.requires_carlson_library).toBe(true);
  });

  it('are found by name, code, area and place', async () => {
    expect(await codes({ search: 'california zone 5 ftus', limit: 10 })).toContain(2229);
    expect((await codes({ search: 'EPSG:2154' }))[0]).toBe(2154);
    const near = await list({ place: '5.4,52.2', kind: 'projected,compound', limit: 12 });
    expect(near.map(({ epsg }) => epsg)).toContain(28992);
    expect(new Set(near.map(({ kind }) => kind))).toEqual(new Set(['projected', 'compound']));
    expect(await codes({ place: '5.4,52.2,5.5,52.3', search: 'utm zone 31n', limit: 9 })).toContain(25831);
  });

  it('are refused a place that is none', async () => {
    for (const place of ['5.4', '5,95', 'x,y', '1,2,3', '1,9,2,8', ',']) {
      const answer = await api.call(caller, routes.projectionSearch, { query: { place } });
      expect([place, answer.statusCode, answer.json().code]).toEqual([place, 400, 'api.bad-request']);
    }
  });

  it('are told one by one with their text', async () => {
    const found = await api.call(caller, routes.projectionGet, { params: { epsg: 32615 } });
    expect((found.json() as ProjectionDetails).wkt).toMatch(/^PROJCS\["WGS 84 \/ UTM zone 15N",/);
    const none = await api.call(caller, routes.projectionGet, { params: { epsg: 99 } });
    expect([none.statusCode, none.json().code]).toEqual([404, 'crs.epsg-unknown']);
  });
});

describe('the check of a coordinate system text', () => {
  const check = async (wkt: string): Promise<string[]> =>
    (await api.call(caller, routes.validateWkt, { params: { wkt } })).json();

  it('finds nothing wrong with what can be used', async () => {
    for (const text of [geographic, plane(whole), 'LOCAL_CS["pit",UNIT["foot",0.3048]]']) {
      expect(await check(text)).toEqual([]);
    }
  });

  it.each([
    ['not well-known text: at character', geographic.slice(0, 60)],
    ['GEOGCS was expected', 'PROJCS["x"]'],
    ['Mystery_Grid', plane(whole, undefined, 'Mystery_Grid')],
    ['needs the parameter “central_meridian”', plane(',PARAMETER["latitude_of_origin",0]')],
    ['must lie between -90 and 90', plane(whole.replace('origin",0', 'origin",500000'))],
    ['no figure of the earth', plane(whole).replace('6378137', '6378.137')],
    ['does not say in which unit', plane(whole, '')],
    [
      'cannot be computed here',
      plane(whole, undefined, 'Tunisia_Mining_Grid').replaceAll('central_meridian', 'longitude_of_origin'),
    ],
    ['EPSG:32615 says', plane(whole, ',UNIT["metre",1],AUTHORITY["EPSG","32615"]')],
  ])('says “%s”', async (part, text) => {
    const faults = await check(text);
    expect(faults.join('\n')).toContain(part);
    expect(faults.join('\n')).not.toContain('--crs');
  });

  it('takes texts as long as allowed, with slashes and percent signs, through a real connection', async () => {
    const { port } = (await listen()).address() as AddressInfo;
    const get = async (wkt: string) =>
      fetch(`http://127.0.0.1:${port}${routeUrl(routes.validateWkt, { wkt })}`, {
        headers: { cookie: caller.cookie },
      });
    const odd = plane(whole).replace('"site"', `"${'%2F/%25/'.repeat(100)}"`);
    const long = odd.replace('"WGS 84"', `"${'/ %[ü'.repeat(3000).slice(0, limits.wktLength - odd.length)}"`);
    expect(long.length).toBeGreaterThan(limits.wktLength - 20);
    for (const text of [odd, long]) {
      const answer = await get(text);
      expect([answer.status, await answer.json()]).toEqual([200, []]);
    }
    const tooLong = await get('x'.repeat(limits.wktLength + 1));
    expect(tooLong.status).toBeGreaterThanOrEqual(400);
  });

  async function listen() {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    return api.app.server;
  }
});
