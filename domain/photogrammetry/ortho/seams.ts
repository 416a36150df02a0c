import { cutGrid } from './max-flow.ts';
import { createSeamEnergy, impossible, noView, type SeamEnergy, type SeamField } from './seam-energy.ts';

const maxSweeps = 4;

/** The best view of each cell for itself; ties go to the lower index. */
function bestViews({ width, height }: SeamField, energy: SeamEnergy): Uint16Array<ArrayBuffer> {
  const labels = new Uint16Array(width * height).fill(noView);
  const least = new Float64Array(width * height).fill(impossible);
  energy.windows.forEach((window, label) => {
    for (let y = window.y; y < window.y + window.height; y++) {
      for (let x = window.x; x < window.x + window.width; x++) {
        const cost = energy.data(label, x, y);
        const at = y * width + x;
        if (cost >= least[at]!) continue;
        least[at] = cost;
        labels[at] = label;
      }
    }
  });
  return labels;
}

/** Smallest window of the cells that may change to a label; null where there are none. */
function movable(energy: SeamEnergy, labels: Uint16Array, width: number, label: number) {
  const { x, y, width: across, height: down } = energy.windows[label]!;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -1, -1];
  for (let row = y; row < y + down; row++) {
    for (let column = x; column < x + across; column++) {
      const current = labels[row * width + column]!;
      if (current === label || current === noView) continue;
      if (energy.data(label, column, row) === impossible) continue;
      minX = Math.min(minX, column);
      maxX = Math.max(maxX, column);
      minY = Math.min(minY, row);
      maxY = Math.max(maxY, row);
    }
  }
  return maxX < 0 ? null : { x: minX, y: minY, width: maxX - minX + 1, height: maxY - minY + 1 };
}

/**
 * One expansion move (Y. Boykov, O. Veksler and R. Zabih, "Fast approximate energy minimization via graph cuts",
 * 2001; graph after V. Kolmogorov and R. Zabih, "What energy functions can be minimized via graph cuts?", 2004): the
 * best labelling in which cells keep their label or take `label`. Answers how many changed.
 */
function expand(
  { width, height }: SeamField,
  energy: SeamEnergy,
  labels: Uint16Array,
  label: number,
): number {
  const area = movable(energy, labels, width, label);
  if (!area) return 0;
  const count = area.width * area.height;
  const isNode = new Uint8Array(count);
  const unary = new Float64Array(count);
  const arcs = new Int32Array(4 * count);
  for (let node = 0; node < count; node++) {
    const x = area.x + (node % area.width);
    const y = area.y + Math.floor(node / area.width);
    const current = labels[y * width + x]!;
    if (current === label || current === noView) continue;
    const cost = energy.data(label, x, y);
    if (cost === impossible) continue;
    isNode[node] = 1;
    unary[node] = cost - energy.data(current, x, y);
  }

  /** Seam between a node and a cell that stays as it is. */
  const pin = (node: number, x: number, y: number, nextX: number, nextY: number) => {
    const other = labels[nextY * width + nextX]!;
    if (other === noView) return;
    const own = labels[y * width + x]!;
    unary[node] =
      unary[node]! +
      energy.seam(label, other, x, y, nextX, nextY) -
      energy.seam(own, other, x, y, nextX, nextY);
  };

  const tie = (
    node: number,
    next: number,
    direction: 0 | 2,
    x: number,
    y: number,
    nx: number,
    ny: number,
  ) => {
    const [own, other] = [labels[y * width + x]!, labels[ny * width + nx]!];
    const stay = energy.seam(own, other, x, y, nx, ny);
    const second = energy.seam(own, label, x, y, nx, ny);
    const first = energy.seam(label, other, x, y, nx, ny);
    unary[node] = unary[node]! + first - stay;
    unary[next] = unary[next]! - first;
    arcs[4 * node + direction] = Math.max(0, second + first - stay);
  };

  for (let node = 0; node < count; node++) {
    const [column, row] = [node % area.width, Math.floor(node / area.width)];
    const [x, y] = [area.x + column, area.y + row];
    const hasRight = x + 1 < width;
    const hasBelow = y + 1 < height;
    const right = column + 1 < area.width && isNode[node + 1] === 1;
    const below = row + 1 < area.height && isNode[node + area.width] === 1;
    if (isNode[node]) {
      if (right) tie(node, node + 1, 0, x, y, x + 1, y);
      else if (hasRight) pin(node, x, y, x + 1, y);
      if (below) tie(node, node + area.width, 2, x, y, x, y + 1);
      else if (hasBelow) pin(node, x, y, x, y + 1);
      if (x > 0 && !(column > 0 && isNode[node - 1])) pin(node, x, y, x - 1, y);
      if (y > 0 && !(row > 0 && isNode[node - area.width])) pin(node, x, y, x, y - 1);
    }
  }
  const sides = cutGrid(area.width, area.height, { arcs, terminals: Int32Array.from(unary) });
  let changed = 0;
  for (let node = 0; node < count; node++) {
    if (!isNode[node] || !sides[node]) continue;
    labels[(area.y + Math.floor(node / area.width)) * width + area.x + (node % area.width)] = label;
    changed++;
  }
  return changed;
}

/** Energy of a labelling: what `chooseSeams` makes small. */
export function seamCost(field: SeamField, labels: Uint16Array): number {
  const energy = createSeamEnergy(field);
  const { width, height } = field;
  let cost = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const own = labels[y * width + x]!;
      if (own === noView) continue;
      cost += energy.data(own, x, y);
      for (const [nx, ny] of [
        [x + 1, y],
        [x, y + 1],
      ] as const) {
        if (nx >= width || ny >= height) continue;
        const other = labels[ny * width + nx]!;
        if (other !== noView) cost += energy.seam(own, other, x, y, nx, ny);
      }
    }
  }
  return cost;
}

/**
 * Which photo each coarse cell is taken from: the index of its view, `noView` where none shows it. Expansion moves
 * over all photos in their order until a sweep changes nothing, four sweeps at most.
 * @param report called with the share of the work that is done
 */
export function chooseSeams(field: SeamField, report?: (fraction: number) => void): Uint16Array<ArrayBuffer> {
  const energy = createSeamEnergy(field);
  const labels = bestViews(field, energy);
  const photos = field.views.length;
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    let changed = 0;
    for (let label = 0; label < photos; label++) {
      changed += expand(field, energy, labels, label);
      report?.((sweep + (label + 1) / photos) / maxSweeps);
    }
    if (changed === 0) break;
  }
  return labels;
}
