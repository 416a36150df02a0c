import { readCrs } from '#domain/crs/read-crs.ts';
import { createTransform } from '#domain/crs/transform.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import { centroid } from '../../scenes/centroid.ts';
import { corner } from '../../scenes/terrain.ts';
import { addGround } from '../../scenes/views.ts';

const mapZoom = 18;
const maxPx = 0.5;
const halfWorld = Math.PI * 6_378_137;
const tileSide = 256;

/** Places of the scene that the map marks, a few hundred metres apart. */
const places: readonly (readonly [number, number])[] = [
  [corner[0] + 40, corner[1] + 60],
  [corner[0] + 310, corner[1] + 90],
  [corner[0] + 180, corner[1] + 330],
  [corner[0] - 700, corner[1] + 900],
];

/** A server of tiles that are made on request: red discs at places of web mercator, six pixels wide. */
function tileServer(marks: readonly (readonly [number, number])[]) {
  const own = globalThis.fetch;
  const asked: string[] = [];
  const makeTile = async (z: number, column: number, row: number): Promise<Response> => {
    const canvas = new OffscreenCanvas(tileSide, tileSide);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#b8c8c8';
    context.fillRect(0, 0, tileSide, tileSide);
    context.fillStyle = '#ff2020';
    const perMetre = (tileSide * 2 ** z) / (2 * halfWorld);
    for (const [x, y] of marks) {
      context.beginPath();
      const [u, v] = [(x + halfWorld) * perMetre, (halfWorld - y) * perMetre];
      context.arc(u - column * tileSide, v - row * tileSide, 3, 0, 2 * Math.PI);
      context.fill();
    }
    return new Response(await canvas.convertToBlob({ type: 'image/png' }));
  };
  globalThis.fetch = async (input, init) => {
    const [, z, x, y] = /^\/map\/(\d+)\/(\d+)\/(\d+)$/.exec(String(input)) ?? [];
    if (z === undefined) return await own(input, init);
    asked.push(`${z}/${x}/${y}`);
    return await makeTile(Number(z), Number(x), Number(y));
  };
  return { asked, close: () => (globalThis.fetch = own) };
}

/** Map tiles are placed by web mercator, at any scale, under everything else, and only in 2D. */
export const renderCase: RenderCase = {
  width: 480,
  height: 320,
  async run({ viewport, settle }) {
    const [own, web] = await Promise.all(
      ['EPSG:32612', 'EPSG:3857'].map((payload) => readCrs([{ source: 'user', payload }])),
    );
    const toWeb = createTransform(own!.definition!, web!.definition!);
    const server = tileServer(places.map((place) => toWeb.point([...place]) as unknown as [number, number]));
    viewport.setDisplay({ hasGrid: false, hasEdl: false, theme: 'dark' });
    const system = { source: 'user', payload: 'EPSG:32612' } as const;
    viewport.setCamera({ mode: '3d', target: [places[0]![0], places[0]![1], 300], distance: 500 });
    viewport.addLayer({
      id: 'basemap',
      kind: 'basemap',
      isVisible: true,
      template: '/map/{z}/{x}/{y}',
      maxZoom: mapZoom,
      opacity: 1,
      system,
    });
    await settle();
    const checks: Check[] = [
      { what: 'nothing is fetched in 3D', isOk: server.asked.length === 0, detail: `${server.asked.length}` },
    ];
    // Ground metres of a tile's pixel at the finest zoom, here.
    const pixel = ((2 * halfWorld) / (tileSide * 2 ** mapZoom)) * Math.cos((47.08 * Math.PI) / 180);
    for (const scale of [0.2, 1, 2.5]) {
      let [worst, seen] = [0, 0];
      for (const [x, y] of scale < 1 ? places.slice(2, 3) : places) {
        viewport.setCamera({ mode: '2d', target: [x + 1.7, y - 2.3, 300] });
        viewport.setCamera({ distance: (viewport.camera.distance * pixel) / scale / viewport.unitsPerPixel });
        await settle();
        const picture = await viewport.capture();
        for (const other of places) {
          const at = viewport.project([other[0], other[1], 300] as WorldPoint);
          const reach = 12 * Math.max(1, scale);
          const isInside = (value: number, size: number) => value > reach && value < size - reach;
          if (!isInside(at.x, picture.width) || !isInside(at.y, picture.height)) continue;
          const found = centroid(picture, at.x, at.y, reach);
          worst = Math.max(worst, Math.hypot(found[0] - at.x, found[1] - at.y));
          seen++;
        }
      }
      const isOk = seen > 0 && worst < maxPx;
      checks.push({
        what: `${scale} screen pixels a tile's pixel`,
        isOk,
        detail: `${worst.toFixed(3)} px off at most, ${seen} marks, ${server.asked.length} tiles asked for`,
      });
    }
    addGround(viewport, 400);
    viewport.setCamera({ mode: '2d', target: [corner[0] + 200, corner[1] + 10, 300] });
    viewport.setCamera({ distance: viewport.camera.distance * (0.5 / viewport.unitsPerPixel) });
    await settle();
    const picture = await viewport.capture();
    const isMap = (x: number, y: number) => {
      const at = (Math.round(y) * picture.width + Math.round(x)) * 4;
      return [0xb8, 0xc8, 0xc8].every((value, i) => Math.abs(picture.data[at + i]! - value) < 12);
    };
    const inside = viewport.project([corner[0] + 200, corner[1] + 60, 300]);
    const outside = viewport.project([corner[0] + 200, corner[1] - 40, 300]);
    const isUnder = !isMap(inside.x, inside.y) && isMap(outside.x, outside.y);
    checks.push({ what: 'terrain lies over the map', isOk: isUnder, detail: String(isUnder) });
    const before = server.asked.length;
    viewport.patchLayer('basemap', { isVisible: false });
    viewport.setCamera({ target: [corner[0] + 5000, corner[1] + 5000, 300] });
    await settle();
    const more = server.asked.length - before;
    checks.push({ what: 'nothing is fetched while it is hidden', isOk: more === 0, detail: `${more}` });
    server.close();
    return { checks };
  },
};
