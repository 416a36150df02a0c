import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TaskPool } from '#workers/contract/pool.ts';
import { areaAround, webTiles } from './web-tiles.ts';

const { signal } = new AbortController();
const server = { template: 'https://tiles.example/{z}/{x}/{y}', maxZoom: 18 };
const halfWorld = Math.PI * 6_378_137;

/** A pool that decodes a tile to one colour: its column and row, modulo 256. */
const pool = {
  size: 1,
  async run(_: string, { bytes }: { bytes: Uint8Array }) {
    const rgba = new Uint8Array(256 * 256 * 4);
    for (let at = 0; at < rgba.length; at += 4) rgba.set([bytes[0]!, bytes[1]!, 0, 255], at);
    return { width: 256, height: 256, rgba, isEmpty: false };
  },
  dispose: async () => undefined,
} as unknown as TaskPool;

function serve(answer: (z: number, x: number, y: number) => Response) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address.replace('https://tiles.example/', ''));
    const [z, x, y] = asked.at(-1)!.split('/').map(Number);
    return answer(z!, x!, y!);
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

describe('tiles of a map server as one image', () => {
  it('is the area whose middle is nearest to a place, and ends at the edge of the world', () => {
    expect(areaAround(0, 0, server)).toEqual({ zoom: 8, column: 127, row: 127 });
    expect(areaAround(-halfWorld, halfWorld, server)).toEqual({ zoom: 8, column: 0, row: 0 });
    expect(areaAround(halfWorld, -halfWorld, server)).toEqual({ zoom: 8, column: 254, row: 254 });
    expect(areaAround(1, 1, { ...server, maxZoom: 0 })).toEqual({ zoom: 0, column: 0, row: 0 });
    const { geotransform, width } = webTiles(server, { zoom: 8, column: 127, row: 127 }, pool);
    const [west, pixel, , north] = geotransform;
    expect([west + (width / 2) * pixel, north - (width / 2) * pixel]).toEqual([
      expect.closeTo(0, 6),
      expect.closeTo(0, 6),
    ]);
  });

  it('asks for the tiles under a box at the zoom of its texels, and for none twice', async () => {
    const asked = serve((_, x, y) => new Response(Uint8Array.of(x % 256, y % 256)));
    const image = webTiles(server, { zoom: 8, column: 40, row: 90 }, pool);
    const box = { left: 4 * 600, top: 4 * 300, right: 4 * 1000, bottom: 4 * 500 };
    const window = (await image.read(box, 4, signal))!;
    expect(window).toMatchObject({ origin: [4 * 599, 4 * 299], scale: [4, 4], width: 402, height: 202 });
    const first = [40 * 256, 90 * 256] as const;
    expect(asked.sort()).toEqual([2, 3].map((column) => `16/${first[0] + column}/${first[1] + 1}`).sort());
    const pixelAt = (x: number, y: number) => [
      ...window.rgba.subarray((y * 402 + x) * 4, (y * 402 + x) * 4 + 4),
    ];
    expect(pixelAt(0, 0)).toEqual([2, 1, 0, 255]);
    expect(pixelAt(768 - 599 - 1, 201)).toEqual([2, 1, 0, 255]);
    expect(pixelAt(768 - 599, 201)).toEqual([3, 1, 0, 255]);
    await image.read(box, 4, signal);
    expect(asked).toHaveLength(2);
    expect(await image.read({ left: -50, top: 0, right: -20, bottom: 9 }, 1, signal)).toBeNull();
  });

  it('fails with what the server answers, and asks for nothing while the browser is offline', async () => {
    const asked = serve(() => new Response(null, { status: 503 }));
    const image = webTiles(server, { zoom: 8, column: 40, row: 90 }, pool);
    const box = { left: 10, top: 10, right: 20, bottom: 20 };
    const file = `https://tiles.example/18/${40 * 1024}/${90 * 1024}`;
    await expect(image.read(box, 1, signal)).rejects.toMatchObject({
      code: 'io.http-status',
      params: { file, status: 503 },
    });
    expect(asked).toHaveLength(1);
    vi.stubGlobal('navigator', { onLine: false });
    await expect(image.read(box, 1, signal)).rejects.toMatchObject({ code: 'io.unreachable' });
    expect(asked).toHaveLength(1);
  });
});
