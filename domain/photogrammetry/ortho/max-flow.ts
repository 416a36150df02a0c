/**
 * A cut to be found on a grid of nodes, each linked to its four neighbours and to two terminals. Capacities are whole
 * numbers, so the result does not depend on rounding.
 */
export interface GridCut {
  /** Capacity of the arc to the right, left, lower and upper neighbour: `4 × node + direction`; used up. */
  readonly arcs: Int32Array;
  /** Capacity from the source (positive) or to the sink (negative) a node; used up. */
  readonly terminals: Int32Array;
}

const free = 0;
const sourceTree = 1;
const sinkTree = 2;
/** Values of `parent` that are no direction. */
const terminalParent = 4;
const orphan = 5;
const none = 6;

class CutSearch {
  readonly tree: Uint8Array<ArrayBuffer>;
  readonly #width: number;
  readonly #count: number;
  readonly #step: readonly [number, number, number, number];
  readonly #arcs: Int32Array;
  readonly #terminals: Int32Array;
  readonly #parent: Uint8Array;
  readonly #stamp: Int32Array;
  readonly #distance: Int32Array;
  readonly #queue: Int32Array;
  readonly #queued: Uint8Array;
  #head = 0;
  #tail = 0;
  #time = 0;
  #orphans: number[] = [];

  constructor(width: number, height: number, { arcs, terminals }: GridCut) {
    const count = width * height;
    this.#width = width;
    this.#count = count;
    this.#step = [1, -1, width, -width];
    this.#arcs = arcs;
    this.#terminals = terminals;
    this.tree = new Uint8Array(count);
    this.#parent = new Uint8Array(count).fill(none);
    this.#stamp = new Int32Array(count);
    this.#distance = new Int32Array(count);
    this.#queue = new Int32Array(count + 1);
    this.#queued = new Uint8Array(count);
    for (let node = 0; node < count; node++) {
      const capacity = terminals[node]!;
      if (capacity === 0) continue;
      this.tree[node] = capacity > 0 ? sourceTree : sinkTree;
      this.#parent[node] = terminalParent;
      this.#distance[node] = 1;
      this.#activate(node);
    }
  }

  run(): void {
    for (;;) {
      const arc = this.#grow();
      if (arc < 0) return;
      this.#augment(arc);
      this.#time++;
      for (let at = 0; at < this.#orphans.length; at++) this.#adopt(this.#orphans[at]!);
      this.#orphans = [];
    }
  }

  #activate(node: number): void {
    if (this.#queued[node]) return;
    this.#queued[node] = 1;
    this.#queue[this.#tail] = node;
    this.#tail = this.#tail === this.#count ? 0 : this.#tail + 1;
  }

  /** Neighbour in a direction, or −1 at the grid's edge. */
  #neighbour(node: number, direction: number): number {
    if (direction === 0) return (node + 1) % this.#width === 0 ? -1 : node + 1;
    if (direction === 1) return node % this.#width === 0 ? -1 : node - 1;
    const next = node + this.#step[direction]!;
    return next >= 0 && next < this.#count ? next : -1;
  }

  /** The arc along which flow passes between a node of a tree and its neighbour, away from the source. */
  #outward(side: number, node: number, next: number, direction: number): number {
    return side === sourceTree ? 4 * node + direction : 4 * next + (direction ^ 1);
  }

  #join(next: number, node: number, direction: number): void {
    this.#parent[next] = direction ^ 1;
    this.#stamp[next] = this.#stamp[node]!;
    this.#distance[next] = this.#distance[node]! + 1;
  }

  /** Grows the trees from the active nodes until they touch: the arc from a source node to a sink node, or −1. */
  #grow(): number {
    const { tree } = this;
    while (this.#head !== this.#tail) {
      const node = this.#queue[this.#head]!;
      const side = tree[node]!;
      for (let direction = 0; side !== free && direction < 4; direction++) {
        const next = this.#neighbour(node, direction);
        if (next < 0) continue;
        const arc = this.#outward(side, node, next, direction);
        if (this.#arcs[arc] === 0) continue;
        if (tree[next] === free) {
          tree[next] = side;
          this.#join(next, node, direction);
          this.#activate(next);
        } else if (tree[next] !== side) return arc;
        else if (
          this.#stamp[next]! <= this.#stamp[node]! &&
          this.#distance[next]! > this.#distance[node]! + 1 &&
          this.#parent[next]! <= terminalParent &&
          this.#parent[next] !== terminalParent
        ) {
          this.#join(next, node, direction);
        }
      }
      this.#queued[node] = 0;
      this.#head = this.#head === this.#count ? 0 : this.#head + 1;
    }
    return -1;
  }

  #makeOrphan(node: number): void {
    this.#parent[node] = orphan;
    this.#orphans.push(node);
  }

  /** The arc between a node and its parent in the direction of the flow. */
  #treeArc(node: number, isSource: boolean): number {
    const way = this.#parent[node]!;
    return isSource ? 4 * (node + this.#step[way]!) + (way ^ 1) : 4 * node + way;
  }

  /** What fits between a node and its terminal. */
  #room(start: number, isSource: boolean, limit: number): number {
    let room = limit;
    let node = start;
    while (this.#parent[node] !== terminalParent) {
      room = Math.min(room, this.#arcs[this.#treeArc(node, isSource)]!);
      node += this.#step[this.#parent[node]!]!;
    }
    return Math.min(room, Math.abs(this.#terminals[node]!));
  }

  /** Pushes flow between a node and its terminal; full links leave orphans. */
  #push(start: number, isSource: boolean, flow: number): void {
    const arcs = this.#arcs;
    let node = start;
    while (this.#parent[node] !== terminalParent) {
      const way = this.#parent[node]!;
      const up = node + this.#step[way]!;
      const [down, lift] = [4 * up + (way ^ 1), 4 * node + way];
      const [used, back] = isSource ? [down, lift] : [lift, down];
      arcs[used] = arcs[used]! - flow;
      arcs[back] = arcs[back]! + flow;
      if (arcs[used] === 0) this.#makeOrphan(node);
      node = up;
    }
    this.#terminals[node] = this.#terminals[node]! + (isSource ? -flow : flow);
    if (this.#terminals[node] === 0) this.#makeOrphan(node);
  }

  /** Pushes what fits through the path over an arc. */
  #augment(middle: number): void {
    const arcs = this.#arcs;
    const from = middle >> 2;
    const to = from + this.#step[middle & 3]!;
    const flow = this.#room(to, false, this.#room(from, true, arcs[middle]!));
    const back = 4 * to + ((middle & 3) ^ 1);
    arcs[middle] = arcs[middle]! - flow;
    arcs[back] = arcs[back]! + flow;
    this.#push(from, true, flow);
    this.#push(to, false, flow);
  }

  /** Length of the way from a node to its terminal, −1 where it ends at an orphan; stamps the way. */
  #originDistance(start: number): number {
    let length = 0;
    for (let node = start; ; ) {
      if (this.#stamp[node] === this.#time) {
        length += this.#distance[node]!;
        break;
      }
      const way = this.#parent[node]!;
      length++;
      if (way === terminalParent) {
        this.#stamp[node] = this.#time;
        this.#distance[node] = 1;
        break;
      }
      if (way === orphan || way === none) return -1;
      node += this.#step[way]!;
    }
    let rest = length;
    for (let node = start; this.#stamp[node] !== this.#time; node += this.#step[this.#parent[node]!]!) {
      this.#stamp[node] = this.#time;
      this.#distance[node] = rest--;
    }
    return length;
  }

  /** Finds an orphan a new parent of its tree, or frees it and makes its children orphans. */
  #adopt(node: number): void {
    const { tree } = this;
    const side = tree[node]!;
    let best = none;
    let shortest = 0x7fffffff;
    for (let direction = 0; direction < 4; direction++) {
      const next = this.#neighbour(node, direction);
      if (next < 0 || tree[next] !== side) continue;
      if (this.#arcs[this.#outward(side, next, node, direction ^ 1)] === 0) continue;
      const length = this.#originDistance(next);
      if (length < 0 || length >= shortest) continue;
      shortest = length;
      best = direction;
    }
    if (best !== none) {
      this.#parent[node] = best;
      this.#stamp[node] = this.#time;
      this.#distance[node] = shortest + 1;
      return;
    }
    for (let direction = 0; direction < 4; direction++) {
      const next = this.#neighbour(node, direction);
      if (next < 0 || tree[next] !== side) continue;
      if (this.#arcs[this.#outward(side, next, node, direction ^ 1)]! > 0) this.#activate(next);
      const way = this.#parent[next]!;
      if (way < terminalParent && next + this.#step[way]! === node) this.#makeOrphan(next);
    }
    tree[node] = free;
    this.#parent[node] = none;
  }
}

/**
 * Minimum cut of a grid graph by augmenting paths in two search trees that are kept between augmentations
 * (Y. Boykov and V. Kolmogorov, "An experimental comparison of min-cut/max-flow algorithms for energy minimization in
 * vision", 2004), with their distances and time stamps. Answers 1 for nodes on the sink's side, 0 for the others
 * (also those that no tree reaches). Near linear on pictures.
 */
export function cutGrid(width: number, height: number, cut: GridCut): Uint8Array<ArrayBuffer> {
  const search = new CutSearch(width, height, cut);
  search.run();
  return search.tree.map((side) => (side === sinkTree ? 1 : 0));
}
