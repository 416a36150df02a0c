import type { Annotation, DrawingFeature } from '#domain/drawing/feature.ts';
import type { FeatureLabel } from '#viewport/scene.ts';
import { type Ground, groundPositions } from '../measure/ground.ts';
import { planeMeasures } from '../measure/measure-feature.ts';
import { readable } from '../measure/quantities.ts';
import type { EditorPorts } from '../ports/editor-ports.ts';
import type { ProjectFacts } from '../state/project-facts.ts';

/** Labels of selected features take precedence where labels overlap. */
const selectedPriority = 10;

/** Separator of a name and a figure. */
const separator = ' · ';

/** Length of a line or area of a polygon in plan on the ground, in words; empty where the project's unit of lengths is not known. */
function measureText(
  feature: DrawingFeature,
  { numberText }: Pick<EditorPorts, 'numberText'>,
  { horizontalUnit }: Pick<ProjectFacts, 'horizontalUnit'>,
  ground: Ground,
): string {
  if (horizontalUnit === null) return '';
  const { coordinates } = feature;
  const { length, area } = planeMeasures(feature, groundPositions(coordinates, 1, ground(coordinates)));
  const size = area ?? length;
  if (size === null) return '';
  const { value, digits, unit } = readable(area === null ? 'length' : 'area', size, horizontalUnit);
  return `${numberText(value, digits)}\u00a0${unit}`;
}

/** The text of an annotation, on one line; a dimension without one shows its length in plan on the ground. */
function annotationLabel(
  { coordinates }: DrawingFeature,
  { form, text }: Annotation,
  isSelected: boolean,
  { numberText }: Pick<EditorPorts, 'numberText'>,
  { horizontalUnit }: Pick<ProjectFacts, 'horizontalUnit'>,
  ground: Ground,
): FeatureLabel | null {
  const priority = isSelected ? selectedPriority : 1;
  if (text !== '') return { text: text.replaceAll('\n', ' '), priority };
  if (form !== 'dimension' || horizontalUnit === null) return null;
  const measured = coordinates.slice(0, 6);
  const [from, to] = groundPositions(measured, 1, ground(measured));
  const length = Math.hypot(to![0] - from![0], to![1] - from![1]);
  const { value, digits, unit } = readable('length', length, horizontalUnit);
  return { text: `${numberText(value, digits)}\u00a0${unit}`, priority };
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
  const { purpose, annotation } = feature;
  if (annotation !== undefined) return annotationLabel(feature, annotation, isSelected, ports, facts, ground);
  const use = purpose === undefined ? '' : ports.purposeText(purpose);
  const parts = [use, feature.name, isMeasured ? measureText(feature, ports, facts, ground) : ''];
  const text = parts.filter((part) => part !== '').join(separator);
  return text === '' ? null : { text, priority: isSelected ? selectedPriority : 0 };
}
