import type { CoarseView } from './coarse-view.ts';
import { noView } from './seam-energy.ts';

/** The cheapest view of each cell besides the chosen one; `noView` where there is none. */
export function secondViews(
  width: number,
  views: readonly CoarseView[],
  labels: Uint16Array,
): Uint16Array<ArrayBuffer> {
  const seconds = new Uint16Array(labels.length).fill(noView);
  const least = new Float32Array(labels.length).fill(Infinity);
  views.forEach(({ window, cost }, label) => {
    for (let at = 0; at < cost.length; at++) {
      const x = window.x + (at % window.width);
      const cell = (window.y + Math.floor(at / window.width)) * width + x;
      if (labels[cell] === label || cost[at]! >= least[cell]!) continue;
      least[cell] = cost[at]!;
      seconds[cell] = label;
    }
  });
  return seconds;
}
