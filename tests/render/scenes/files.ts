import { memorySink } from '#domain/formats/byte-sink.ts';
import { type ByteSource, memorySource } from '#domain/formats/byte-source.ts';
import { createCopcWriter } from '#domain/formats/copc/copc-writer.ts';
import type { NodeKey } from '#domain/formats/copc/octree.ts';
import type { PointLayers, PointRecords } from '#domain/formats/las/points.ts';
import { addRecords, createSummary } from '#domain/formats/las/summary.ts';
import type { VlrContent } from '#domain/formats/las/vlr.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { corner, extent, groundGrid, pointOffset, pointScale } from './terrain.ts';

const recordLength = 36;
const cubeSize = 512;
const deepest = 3;

/** LAS records of format 7 of some points. */
function recordsOf(points: PointLayers, indices: readonly number[]): PointRecords {
  const view = new DataView(new ArrayBuffer(indices.length * recordLength));
  indices.forEach((index, i) => {
    const at = i * recordLength;
    for (let axis = 0; axis < 3; axis++) {
      view.setInt32(at + axis * 4, points.xyz![index * 3 + axis]!, true);
      view.setUint16(at + 30 + axis * 2, points.rgb![index * 3 + axis]!, true);
    }
    view.setUint16(at + 12, points.intensity![index]!, true);
    view.setUint8(at + 14, points.returnNumber![index]! | (points.numberOfReturns![index]! << 4));
    view.setUint8(at + 16, points.classification![index]!);
  });
  return { format: 7, recordLength, count: indices.length, bytes: new Uint8Array(view.buffer) };
}

/** The level that takes a point: an even share of all points on each, the rest on the deepest. */
function sharedLevel(index: number): number {
  let level = 0;
  for (let share = index; level < deepest && share % 4 !== 0; share = (share - (share % 4)) / 4) level++;
  return level;
}

/** The node of a level that contains a point. */
function nodeOf(points: PointLayers, index: number, level: number): NodeKey {
  const size = cubeSize / 2 ** level;
  const along = (axis: 0 | 1 | 2) =>
    Math.floor(
      (points.xyz![index * 3 + axis]! * pointScale[axis] +
        pointOffset[axis] -
        corner[axis] +
        (axis === 2 ? 100 : 0)) /
        size,
    );
  return { level, x: along(0), y: along(1), z: along(2) };
}

/** The points as a COPC file in memory, encoded by the pool, with four levels of nodes or those of `levelOf`. */
export async function copcFile(
  points: PointLayers,
  pool: TaskPool,
  vlrs: readonly VlrContent[] = [],
  levelOf: (index: number) => number = sharedLevel,
): Promise<ByteSource> {
  const nodes = new Map<string, { key: NodeKey; indices: number[] }>();
  for (let i = 0; i < points.count; i++) {
    const key = nodeOf(points, i, levelOf(i));
    const name = `${key.level}-${key.x}-${key.y}-${key.z}`;
    const node = nodes.get(name) ?? { key, indices: [] };
    nodes.set(name, node);
    node.indices.push(i);
  }
  addParents(nodes);
  const sink = memorySink();
  const writer = await createCopcWriter(sink, {
    format: 7,
    recordLength,
    quantisation: { scale: [...pointScale], offset: [...pointOffset] },
    gpsTimeType: 'adjusted-standard',
    cube: { minX: corner[0], minY: corner[1], minZ: corner[2] - 100, size: cubeSize },
    spacing: cubeSize / 128,
    vlrs: [...vlrs],
    hasWktBit: true,
    file: 'survey.copc.laz',
  });
  const summary = createSummary();
  for (const { key, indices } of nodes.values()) {
    const records = recordsOf(points, indices);
    addRecords(summary, records);
    const chunk = records.count > 0 ? await pool.run('laz.encodeChunk', records) : new Uint8Array(0);
    await writer.writeNode({ key, count: records.count, chunk });
  }
  await writer.finish(summary);
  return memorySource('survey.copc.laz', sink.bytes());
}

function addParents(nodes: Map<string, { key: NodeKey; indices: number[] }>): void {
  for (const { key } of [...nodes.values()]) {
    for (let level = key.level - 1, { x, y, z } = key; level >= 0; level--) {
      [x, y, z] = [x >> 1, y >> 1, z >> 1];
      const name = `${level}-${x}-${y}-${z}`;
      if (!nodes.has(name)) nodes.set(name, { key: { level, x, y, z }, indices: [] });
    }
  }
}

/** The ground as a cloud-optimised GeoTIFF in memory, `cells`² cells with overviews. */
export async function cogFile(cells: number): Promise<ByteSource> {
  const cellSize = extent / cells;
  const samples = groundGrid(cells).values.map((value) => (Number.isNaN(value) ? -9999 : value));
  const spec = {
    width: cells,
    height: cells,
    bands: 1,
    sampleType: 'float32',
    colour: 'gray',
    geotransform: [corner[0], cellSize, 0, corner[1] + extent, 0, -cellSize],
    geoKeys: null,
    nodata: -9999,
  } as const;
  const { bytes } = await writeCog(spec, { samples });
  return memorySource('ground.tif', bytes);
}
