import type { WorldPoint } from '#domain/view/camera.ts';
import { featureLabelStyle, type SceneLabel } from '#viewport/label.ts';
import type { VectorFeature } from '#viewport/scene.ts';
import { lineAnchors, placeInside } from './line-anchors.ts';

/** Levels of candidate positions of a label repeated along a line: 2^levels − 1 places. */
const repeatLevels = 4;
/** From the edge of a symbol to the middle of the text over it, share of the font's height, and CSS pixels. */
const symbolGap = { share: 0.6, px: 3 };

function meanElevation(positions: Float64Array): number {
  let sum = 0;
  for (let i = 2; i < positions.length; i += 3) sum += positions[i]!;
  return sum / (positions.length / 3);
}

/**
 * The texts that belong to a feature; none where it has no label. A vertex without an elevation, and all of a draped
 * feature, lies on `ground`; where that has no value, at 0. `id`: prefix of the labels' ids.
 */
export function featureLabels(
  id: string,
  feature: VectorFeature,
  ground: (x: number, y: number) => number,
): SceneLabel[] {
  const { label, kind, positions, holes = [], style } = feature;
  if (!label || label.text === '') return [];
  const settle = ([x, y, z]: WorldPoint): WorldPoint => {
    const onGround = style.isDraped || Number.isNaN(z) ? ground(x, y) : z;
    return [x, y, [onGround, z].find(Number.isFinite) ?? 0];
  };
  const { text, style: labelStyle = featureLabelStyle, priority = 0 } = label;
  const common = {
    text,
    style: labelStyle,
    priority,
    direction: null,
    extent: 0,
    group: null,
    offsetPx: [0, 0] as const,
  };
  if (kind === 'point') {
    const up = style.sizePx / 2 + labelStyle.sizePx * symbolGap.share + symbolGap.px;
    const anchor = settle([positions[0]!, positions[1]!, positions[2]!]);
    return [{ ...common, id, anchor, offsetPx: [0, up] }];
  }
  if (kind === 'polygon') {
    const place = placeInside([positions, ...holes]);
    if (!place) return [];
    return [{ ...common, id, anchor: settle([...place, meanElevation(positions)]) }];
  }
  const isRing = label.isRepeated === true && isClosedLine(positions);
  const { anchors, length } = lineAnchors(positions, isRing, label.isRepeated ? repeatLevels : 1);
  const up = style.widthPx / 2 + labelStyle.sizePx * symbolGap.share;
  return anchors.map(({ place, direction, level }, i) => ({
    ...common,
    id: i === 0 ? id : `${id} ${i}`,
    anchor: settle(place),
    direction,
    extent: length,
    // Finer places rank after the middles of all such lines.
    priority: priority - level / 100,
    group: label.isRepeated ? id : null,
    // A text that interrupts its line, as on contours, or one above it.
    offsetPx: label.isRepeated ? [0, 0] : [0, up],
  }));
}

function isClosedLine(positions: Float64Array): boolean {
  const last = positions.length - 3;
  return last > 3 && positions[0] === positions[last] && positions[1] === positions[last + 1];
}
