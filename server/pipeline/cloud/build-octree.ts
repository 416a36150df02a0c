import type { NodeKey } from '#domain/formats/copc/octree.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import type { ColumnFacts, EncodedNode, OpenNode } from '#workers/contract/cloud-tasks.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { inOrder } from './ordered.ts';
import { maxColumnsAtWork, type PlanCell, type Spool, type SpoolColumn } from './spool.ts';

/** Most points of a COPC node, as `design.md` decides. */
export const nodePointLimit = 65_536;

export interface OctreeOptions {
  signal?: AbortSignal | undefined;
  onProgress?(fraction: number): void;
  limit?: number;
}

const parentOf = (key: NodeKey): NodeKey => ({
  level: key.level - 1,
  x: key.x >> 1,
  y: key.y >> 1,
  z: key.z >> 1,
});

const isInside = (cell: PlanCell, outer: PlanCell): boolean =>
  cell.level >= outer.level &&
  cell.x >> (cell.level - outer.level) === outer.x &&
  cell.y >> (cell.level - outer.level) === outer.y;

const outerCell = (cell: PlanCell): PlanCell => ({ level: cell.level - 1, x: cell.x >> 1, y: cell.y >> 1 });

function groupByParent(nodes: readonly OpenNode[]): { parent: NodeKey; children: OpenNode[] }[] {
  const groups = new Map<string, { parent: NodeKey; children: OpenNode[] }>();
  for (const node of nodes) {
    const parent = parentOf(node.key);
    const id = `${parent.x} ${parent.y} ${parent.z}`;
    const group = groups.get(id);
    if (group) group.children.push(node);
    else groups.set(id, { parent, children: [node] });
  }
  return [...groups.values()];
}

/** The points of a column as stored in the spool, and new classes for them; both are transferred. */
export interface ColumnPoints {
  readonly records: PointRecords;
  readonly classes: Uint8Array<ArrayBuffer> | null;
}

/** Receives the pool's results of columns. */
export interface OctreeOutput {
  /** The sums of a column's points, column by column. */
  count(facts: ColumnFacts): void;
  /** Receives a finished node. */
  emit(node: EncodedNode): Promise<void>;
}

/**
 * Builds the octree of a spooled cloud column by column and emits finished nodes, in an order that depends on the
 * cloud alone. Columns come in Z-order, so a parent is made as soon as its last child is: only the open nodes of one
 * branch are in memory. Nodes without points are emitted too where they have descendants, and the root of an empty
 * cloud.
 */
export async function buildOctree(
  spool: Spool,
  readColumn: (column: SpoolColumn) => Promise<ColumnPoints>,
  pool: TaskPool,
  { count, emit }: OctreeOutput,
  options: OctreeOptions = {},
): Promise<void> {
  const { cube, scaling } = spool.layout;
  const limit = options.limit ?? nodePointLimit;
  const run = options.signal ? { signal: options.signal } : {};
  const withDescendants = new Set<string>();
  const idOf = (key: NodeKey) => `${key.level} ${key.x} ${key.y} ${key.z}`;
  let open: { cell: PlanCell; nodes: OpenNode[] }[] = [];
  let done = 0;
  const total = spool.columns.reduce((sum, column) => sum + column.count, 0);

  function noteAncestors(key: NodeKey): void {
    for (let above = key; above.level > 0; ) {
      above = parentOf(above);
      if (withDescendants.has(idOf(above))) return;
      withDescendants.add(idOf(above));
    }
  }

  async function emitNode(node: EncodedNode): Promise<void> {
    if (node.count === 0 && !withDescendants.has(idOf(node.key))) return;
    noteAncestors(node.key);
    await emit(node);
  }

  async function merge(cell: PlanCell): Promise<void> {
    const inside = open.filter((entry) => isInside(entry.cell, cell));
    open = open.filter((entry) => !inside.includes(entry));
    const merged: OpenNode[] = [];
    for (const { parent, children } of groupByParent(inside.flatMap((entry) => entry.nodes))) {
      const transfer = children.map((child) => child.records.bytes.buffer as ArrayBuffer);
      const keys = children.map((child) => child.key);
      const input = { cube, scaling, limit, parent, children };
      const answer = await pool.run('cloud.mergeChildren', input, { ...run, transfer, priority: 1 });
      merged.push(answer.parent);
      for (const node of answer.nodes) await emitNode(node);
      if (answer.nodes.length === 0) {
        for (const key of keys) await emitNode({ key, count: 0, chunk: new Uint8Array() });
      }
    }
    open.push({ cell, nodes: merged });
  }

  async function build(column: SpoolColumn) {
    const { records, classes } = await readColumn(column);
    const input = { cube, scaling, limit, records, classes, level: column.level };
    const transfer = [records.bytes.buffer as ArrayBuffer, ...(classes ? [classes.buffer] : [])];
    return pool.run('cloud.buildColumn', input, { ...run, transfer });
  }

  let next = 0;
  await inOrder(
    spool.columns,
    Math.min(pool.size + 1, maxColumnsAtWork),
    build,
    async ({ roots, nodes, facts }, column) => {
      next++;
      count(facts);
      for (const node of nodes) await emitNode(node);
      open.push({ cell: column, nodes: roots });
      const following = spool.columns[next];
      for (let cell: PlanCell = column; cell.level > 0; ) {
        cell = outerCell(cell);
        if (following && isInside(following, cell)) break;
        await merge(cell);
      }
      done += column.count;
      options.onProgress?.(done / total);
    },
  );

  if (open.length === 0)
    await emit({ key: { level: 0, x: 0, y: 0, z: 0 }, count: 0, chunk: new Uint8Array() });
  for (const { nodes } of open) {
    for (const node of nodes) {
      const transfer = [node.records.bytes.buffer as ArrayBuffer];
      await emitNode(await pool.run('cloud.encodeNode', node, { ...run, transfer }));
    }
  }
}
