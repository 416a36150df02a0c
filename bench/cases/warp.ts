import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCrs } from '#domain/crs/read-crs.ts';
import { planWarp } from '#server/pipeline/transform/warp-raster.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { createLocalPool } from '../../tests/support/local-pool.ts';
import type { OnceCase } from '../case.ts';
import { makeImage } from '../data/orthophoto.ts';

const systems = { from: 'EPSG:26915', to: 'EPSG:26849' } as const;
const tileSide = 512;

/** Runs a program and gives its processor time, milliseconds. */
function processorMs(command: string, args: readonly string[]): number {
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%U %S"; time "$0" "$@"', command, ...args],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`${command} (Debian's gdal-bin) makes the peer: ${stderr}`);
  const [user, system] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
  return (user! + system!) * 1000;
}

/** Tiles of the new raster written as they come, uncompressed, as gdalwarp writes its own. */
async function warpOurs(input: string, output: string): Promise<number> {
  const definition = async (payload: string) => (await readCrs([{ source: 'user', payload }])).definition!;
  const request = { method: 'bilinear', gain: 1, pool: createLocalPool(), cellSize: null } as const;
  const [from, to] = [await definition(systems.from), await definition(systems.to)];
  const started = process.cpuUsage();
  const [source, target] = [await openFileSource(input), await open(output, 'w')];
  const { frame, makeTile } = await planWarp(source, { ends: [from, to], to, ...request });
  for (let y = 0; y < frame.height; y += tileSide) {
    for (let x = 0; x < frame.width; x += tileSide) {
      const window = {
        x,
        y,
        width: Math.min(tileSide, frame.width - x),
        height: Math.min(tileSide, frame.height - y),
      };
      const tile = await makeTile(window, tileSide);
      if (tile) await target.write(new Uint8Array(tile.samples.buffer));
    }
  }
  await Promise.all([source.close(), target.close()]);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

/**
 * An image in another system, against GDAL's warper: processor time of one thread each, reading and writing included.
 */
export const warpCase: OnceCase = {
  name: 'warp',
  group: 'tiff',
  workload:
    '4096² RGB (--quick: 2048², --full: 8192²) in deflated tiles, UTM to state plane feet, bilinear, to uncompressed tiles; processor time, positions within 0.05 px (gdalwarp: 0.125 px)',
  goal: 1 / 1.5,
  async measure({ quick, full }) {
    const side = quick ? 2048 : full ? 8192 : 4096;
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
    const path = (name: string) => join(folder, name);
    try {
      writeFileSync(
        path('picture.ppm'),
        Buffer.concat([Buffer.from(`P6 ${side} ${side} 255\n`), makeImage(side)]),
      );
      const place = ['-a_srs', systems.from, '-a_ullr', '480000', '4980000'];
      const corner = [String(480_000 + side * 0.1), String(4_980_000 - side * 0.1)];
      const layout = [
        '-co',
        'TILED=YES',
        '-co',
        'BLOCKXSIZE=512',
        '-co',
        'BLOCKYSIZE=512',
        '-co',
        'COMPRESS=DEFLATE',
      ];
      processorMs('gdal_translate', [
        '-q',
        ...place,
        ...corner,
        ...layout,
        path('picture.ppm'),
        path('picture.tif'),
      ]);
      const oursMs = await warpOurs(path('picture.tif'), path('ours.raw'));
      const output = ['-co', 'TILED=YES', '-t_srs', systems.to, '-r', 'bilinear'];
      const ms = processorMs('gdalwarp', ['-q', ...output, path('picture.tif'), path('theirs.tif')]);
      return { oursMs, peer: { name: 'gdalwarp', ms } };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
