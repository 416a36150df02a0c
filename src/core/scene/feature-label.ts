import type { DrawingFeature } from '#domain/drawing/document.ts';
import { planLength, polygonArea } from '#domain/geometry/plane/measure.ts';
import type { FeatureLabel } from '#viewport/scene.ts';
import { type Ground, groundPositions } from '../measure/ground.ts';
import { readable } from '../measure/quantities.ts';
import type { EditorPorts } from '../ports/editor-ports.ts';
import type { ProjectFacts } from '../state/project-facts.ts';

/** Labels of selected features take precedence where labels overlap. */
const selectedPriority = 10;

/** Separator of a name and a figure. */
const separator = ' · ';

/** Length of a line or area of a polygon in plan on the ground, in words; empty where the project's unit of lengths is not known. */
function measureText(
  { kind, coordinates }: DrawingFeature,
  { numberText }: Pick<EditorPorts, 'numberText'>,
  { horizontalUnit }: Pick<ProjectFacts, 'horizontalUnit'>,
  ground: Ground,
): string {
  if (kind === 'point' || horizontalUnit === null) return '';
  const places = groundPositions(coordinates, 1, ground(coordinates));
  const { value, digits, unit } =
    kind === 'polyline'
      ? readable('length', planLength(places), horizontalUnit)
      : readable('area', polygonArea([places]), horizontalUnit);
  return `${numberText(value, digits)}\u00a0${unit}`;
}

/** The label of a drawn feature: its purpose, its name, and its measure where wanted; null for none. */
export function featureLabel(
  feature: DrawingFeature,
  isSelected: boolean,
  isMeasured: boolean,
  ports: Pick<EditorPorts, 'numberText' | 'purposeText'>,
  facts: Pick<ProjectFacts, 'horizontalUnit'>,
  ground: Ground,
): FeatureLabel | null {
  const { purpose } = feature;
  const use = purpose === undefined ? '' : ports.purposeText(purpose);
  const parts = [use, feature.name, isMeasured ? measureText(feature, ports, facts, ground) : ''];
  const text = parts.filter((part) => part !== '').join(separator);
  return text === '' ? null : { text, priority: isSelected ? selectedPriority : 0 };
}
