import type { TaskPool } from '#workers/contract/pool.ts';
import { openSource } from '#workers/io/open-source.ts';
import { detectFormat } from '../info/detect.ts';
import type { LoadedSurface, SurfaceChoice } from './loaded-surface.ts';

/**
 * Reads a surface by the format of the file: LandXML (TIN), GeoTIFF (elevation model, whose cells stay in the file) or LAS/LAZ/COPC (ground points,
 * triangulated). Errors: io.*, those of each reader.
 */
export async function loadSurface(
  path: string,
  choice: SurfaceChoice,
  pool: () => Promise<TaskPool>,
  signal: AbortSignal,
): Promise<LoadedSurface> {
  const source = await openSource(path, signal);
  try {
    const start = await source.read(0, 256, signal);
    if (isXml(start)) {
      const { loadLandXml } = await import('./load-landxml.ts');
      return await loadLandXml(source, choice, signal);
    }
    if ((await detectFormat(source, signal)) === 'tiff') {
      const { loadDem } = await import('./load-dem.ts');
      return await loadDem(path, source, choice, signal);
    }
    const { loadGround } = await import('./load-ground.ts');
    return await loadGround(source, choice, await pool(), signal);
  } finally {
    await source.close();
  }
}

/** True for text that begins with a tag, in UTF-8 or UTF-16, after any blanks and byte order mark. */
function isXml(start: Uint8Array): boolean {
  const blanks = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xff, 0xfe]);
  return start.find((byte) => !blanks.has(byte)) === 0x3c;
}
