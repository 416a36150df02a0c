import { sumRecords } from '#domain/cloud/point-sums.ts';
import {
  buildSubtree,
  createNodeSampler,
  cubePositions,
  type NodePoints,
  nodeOf,
} from '#domain/formats/copc/octree.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import { putClasses } from '#domain/formats/las/put-classes.ts';
import { addRecords, createSummary } from '#domain/formats/las/summary.ts';
import type { ColumnFacts, EncodedNode, OpenNode } from '../../contract/cloud-tasks.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import { lazCodec } from '../formats/laz-codec.ts';
import { takeRecords } from './records.ts';

/** Groups the column's points by the node at `level` they fall in, lowest first; indices ascend in each. */
function columnRoots(
  positions: ReturnType<typeof cubePositions>,
  count: number,
  level: number,
): NodePoints[] {
  const members = new Map<number, { key: NodePoints['key']; indices: number[] }>();
  for (let i = 0; i < count; i++) {
    const key = nodeOf(positions, i, level);
    const id = (key.z * 2 ** level + key.y) * 2 ** level + key.x;
    const group = members.get(id);
    if (group) group.indices.push(i);
    else members.set(id, { key, indices: [i] });
  }
  return [...members.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, { key, indices }]) => ({ key, indices: Uint32Array.from(indices) }));
}

/** Sets the classes and sums the points before and after. */
function classify(records: PointRecords, classes: Uint8Array | null): ColumnFacts {
  const stored = sumRecords(records);
  if (classes) putClasses(records, classes);
  const summary = createSummary();
  addRecords(summary, records);
  return { stored, written: classes ? sumRecords(records) : stored, summary };
}

/** See `cloud.buildColumn` in the task map. */
export const buildColumn: TaskHandler<'cloud.buildColumn'> = async (input, { signal, report, kernels }) => {
  const { records, classes, cube, scaling, level, limit } = input;
  const facts = classify(records, classes);
  const positions = cubePositions(records.bytes, records.recordLength, records.count, cube, scaling);
  const codec = lazCodec(kernels.laz);
  const sampler = createNodeSampler();
  const roots: OpenNode[] = [];
  const nodes: EncodedNode[] = [];
  let done = 0;
  for (const root of columnRoots(positions, records.count, level)) {
    const [top, ...below] = buildSubtree(root, positions, limit, sampler);
    roots.push({ key: root.key, records: takeRecords(records, top!.indices) });
    done += top!.indices.length;
    for (const node of below) {
      const chunk = codec.encodeChunk(takeRecords(records, node.indices));
      nodes.push({ key: node.key, count: node.indices.length, chunk });
      done += node.indices.length;
      report({ fraction: done / records.count, stage: 'stage.octree' });
      await Promise.resolve();
      signal.throwIfAborted();
    }
  }
  return {
    output: { roots, nodes, facts },
    transfer: [...roots.map((root) => root.records.bytes.buffer), ...nodes.map((node) => node.chunk.buffer)],
  };
};
