import { lineLabelStyle } from '#viewport/label.ts';
import type { ContourLayer, VectorFeature } from '#viewport/scene.ts';
import { VectorLayerView } from './vector-layer.ts';

/**
 * Contour lines as features of a vector layer, `index` of the line as the feature's id; index contours are half
 * as wide again and fully opaque.
 */
export function contourView(spec: ContourLayer): VectorLayerView {
  const features = spec.lines.map((line, index): VectorFeature => {
    const count = line.positions.length / 2;
    const positions = new Float64Array(count * 3);
    for (let i = 0; i < count; i++) {
      positions[i * 3] = line.positions[i * 2]!;
      positions[i * 3 + 1] = line.positions[i * 2 + 1]!;
      positions[i * 3 + 2] = line.elevation;
    }
    const [red, green, blue, opacity] = spec.colour;
    return {
      id: String(index),
      kind: 'polyline',
      positions,
      ...(line.text
        ? { label: { text: line.text, style: lineLabelStyle, priority: -1, isRepeated: true } }
        : {}),
      style: {
        colour: [red, green, blue, line.isMajor ? opacity : opacity * 0.6],
        widthPx: line.isMajor ? spec.widthPx * 1.5 : spec.widthPx,
        fill: [0, 0, 0, 0],
        symbol: 'disc',
        sizePx: 0,
        isDraped: false,
        isSeenThrough: false,
      },
    };
  });
  return new VectorLayerView({
    id: spec.id,
    kind: 'vector',
    isVisible: spec.isVisible,
    features,
    isPickable: true,
  });
}
