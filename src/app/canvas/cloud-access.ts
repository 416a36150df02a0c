import type { CloudAccess, SectionPoints } from '#core/ports/clouds.ts';
import { isPointSeen, type PointFilter } from '#domain/cloud/point-filter.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import type { CopcNode } from '#domain/formats/copc/hierarchy.ts';
import type { PointLayers } from '#domain/formats/las/points.ts';
import { appendAll } from '#domain/math/extremes.ts';
import { type Corridor, mayTouchCorridor, placeInCorridor } from '#domain/profile/corridor.ts';
import { rgbShift } from '#domain/view/pack-points.ts';
import { CopcSource, childKeys } from '#gpu/streaming/copc-source.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { openHttpSource } from '#workers/io/http-source.ts';
import { exportPoints } from './export-points.ts';

interface Found {
  readonly xyz: number[];
  readonly stations: number[];
  readonly rgb: number[];
  readonly classes: number[];
  hasRgb: boolean;
}

/** Share of a node's points that may be in a corridor, from the areas. */
function shareOf(source: CopcSource, node: CopcNode, corridor: Corridor): number {
  const { min, max } = source.boxOf(node.key);
  const side = max[0] - min[0];
  return Math.min(1, (corridor.halfWidth * 2 * Math.min(corridor.length, side * Math.SQRT2)) / (side * side));
}

/** Nodes of a cloud that touch a corridor, level by level, until so many points are expected. */
async function chooseNodes(
  source: CopcSource,
  corridor: Corridor,
  limit: number,
  signal: AbortSignal,
): Promise<{ nodes: CopcNode[]; isComplete: boolean }> {
  const nodes: CopcNode[] = [];
  let keys = [{ level: 0, x: 0, y: 0, z: 0 }];
  let expected = 0;
  while (keys.length > 0) {
    const level: CopcNode[] = [];
    for (const key of keys) {
      const page = source.pageOf(key);
      // Invalid pages are reported by the view, which reads them too.
      if (page) await source.loadPage(page, signal, () => undefined);
      const node = source.node(key);
      if (node) level.push(node);
    }
    expected += level.reduce((sum, node) => sum + node.pointCount * shareOf(source, node, corridor), 0);
    if (nodes.length > 0 && expected > limit) return { nodes, isComplete: false };
    appendAll(nodes, level);
    keys = level.flatMap(({ key }) =>
      childKeys(key).filter((child) => {
        const { min, max } = source.boxOf(child);
        return (source.node(child) || source.pageOf(child)) && mayTouchCorridor(corridor, min, max);
      }),
    );
  }
  return { nodes, isComplete: true };
}

/**
 * Collects the points of a node that are in the corridor and pass the filter. `shift` cuts colours to 8 bits, see
 * `rgbShift`.
 */
function take(
  found: Found,
  source: CopcSource,
  layers: PointLayers,
  corridor: Corridor,
  filter: PointFilter,
  shift: 0 | 8,
) {
  const { count, xyz, rgb, classification, returnNumber, numberOfReturns } = layers;
  if (!xyz) return;
  const { scale, offset } = source;
  for (let i = 0; i < count; i++) {
    const x = xyz[3 * i]! * scale[0] + offset[0];
    const y = xyz[3 * i + 1]! * scale[1] + offset[1];
    const place = placeInCorridor(corridor, x, y);
    if (place === null) continue;
    const position = [x, y, xyz[3 * i + 2]! * scale[2] + offset[2]] as const;
    const isSeen = isPointSeen(filter, {
      position,
      classification: classification?.[i] ?? null,
      returnNumber: returnNumber?.[i] ?? null,
      numberOfReturns: numberOfReturns?.[i] ?? null,
      gpsTime: layers.gpsTime?.[i] ?? null,
    });
    if (!isSeen) continue;
    found.xyz.push(...position);
    found.stations.push(place.station);
    found.classes.push(classification?.[i] ?? 255);
    if (rgb) found.hasRgb = true;
    for (const channel of [0, 1, 2])
      found.rgb.push(rgb ? Math.min(255, rgb[3 * i + channel]! >> shift) : 128);
  }
}

/** Point clouds read by HTTP range and decoded in the pool. `urlOf` returns the address of a layer's file. */
export function createCloudAccess(
  urlOf: (id: string) => string | null,
  pool: TaskPool,
  openFile: (url: string) => Promise<ByteSource> = openHttpSource,
): CloudAccess {
  const opened = new Map<string, Promise<CopcSource>>();
  const open = (url: string): Promise<CopcSource> => {
    // Opening is not aborted with one section: the next one needs the file too.
    const opening =
      opened.get(url) ?? openFile(url).then((bytes) => CopcSource.open(bytes, new AbortController().signal));
    opened.set(url, opening);
    opening.catch(() => opened.delete(url));
    return opening;
  };
  return {
    async gather(ids, corridor, filter, limit, signal) {
      const found: Found = { xyz: [], stations: [], rgb: [], classes: [], hasRgb: false };
      const urls = ids.flatMap((id) => urlOf(id) ?? []);
      let isComplete = true;
      for (const url of urls) {
        const source = await open(url);
        const choice = await chooseNodes(source, corridor, limit / urls.length, signal);
        isComplete &&= choice.isComplete;
        const hasTimes = filter.seenTimes !== null;
        const load = (node: CopcNode) => source.loadNode(node, pool, 5, hasTimes, signal);
        const [coarsest, ...others] = choice.nodes;
        if (!coarsest) continue;
        // As in the view, the coarsest node, an even sample of the file, determines the colour depth.
        const sample = await load(coarsest);
        const shift = sample.rgb ? rgbShift(sample.rgb) : 0;
        take(found, source, sample, corridor, filter, shift);
        await Promise.all(
          others.map(async (node) => take(found, source, await load(node), corridor, filter, shift)),
        );
      }
      return sectionOf(found, isComplete);
    },
    async write(ids, order, sink, signal, report) {
      const sources = await Promise.all(ids.flatMap((id) => urlOf(id) ?? []).map(open));
      return await exportPoints(sources, order, sink, pool, signal, report);
    },
  };
}

function sectionOf(found: Found, isComplete: boolean): SectionPoints {
  return {
    count: found.stations.length,
    xyz: Float64Array.from(found.xyz),
    stations: Float64Array.from(found.stations),
    rgb: found.hasRgb ? Uint8Array.from(found.rgb) : null,
    classes: Uint8Array.from(found.classes),
    isComplete,
  };
}
