import { createNodeSampler, cubePositions } from '#domain/formats/copc/octree.ts';
import type { EncodedNode } from '../../contract/cloud-tasks.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import { lazCodec } from '../formats/laz-codec.ts';
import { joinRecords, takeRecords } from './records.ts';

/** See `cloud.mergeChildren` in the task map. */
export const mergeChildren: TaskHandler<'cloud.mergeChildren'> = (
  { parent, children, cube, scaling, limit },
  { kernels },
) => {
  const all = joinRecords(children.map((child) => child.records));
  if (all.count <= limit) {
    return { output: { parent: { key: parent, records: all }, nodes: [] }, transfer: [all.bytes.buffer] };
  }
  const positions = cubePositions(all.bytes, all.recordLength, all.count, cube, scaling);
  const indices = Uint32Array.from({ length: all.count }, (_, i) => i);
  const { kept } = createNodeSampler().sample(positions, indices, parent.level, limit);
  const codec = lazCodec(kernels.laz);
  const nodes: EncodedNode[] = [];
  let start = 0;
  let taken = 0;
  for (const child of children) {
    const end = start + child.records.count;
    const rest: number[] = [];
    for (let i = start; i < end; i++) {
      if (kept[taken] === i) taken++;
      else rest.push(i);
    }
    const chunk =
      rest.length === 0 ? new Uint8Array() : codec.encodeChunk(takeRecords(all, Uint32Array.from(rest)));
    nodes.push({ key: child.key, count: rest.length, chunk });
    start = end;
  }
  const records = takeRecords(all, kept);
  return {
    output: { parent: { key: parent, records }, nodes },
    transfer: [records.bytes.buffer, ...nodes.map((node) => node.chunk.buffer)],
  };
};
