import type { Editor } from '#core/editor.ts';
import { outwardDirection } from '#domain/drawing/edit/line-edits.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { featurePaths } from '#domain/drawing/feature-path.ts';
import type { EditForm } from './edit-forms.ts';

const degreesOf = (angle: number) => String(Math.round((angle * 180 * 1e6) / Math.PI) / 1e6);

/** What the fields of a form hold first: an extension goes on as the line ends. */
export function firstValues(
  { zFactor, views }: Editor,
  form: EditForm,
  features: readonly DrawingFeature[],
  decimalMark: string,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const field of form.fields) {
    if (field.kind === 'choice') values[field.name] = field.options[0]!;
    else if (field.kind === 'check') values[field.name] = field.name === 'isTurned' ? 'on' : '';
    else values[field.name] = field.first.replace('.', decimalMark);
  }
  const path = features[0] && featurePaths(features[0])[0];
  if (form.id === 'edit.extend' && path !== undefined && !path.isClosed) {
    const { azimuth, vertical } = outwardDirection(path, 'end', zFactor);
    values['azimuth'] = degreesOf(azimuth).replace('.', decimalMark);
    values['vertical'] = degreesOf(vertical).replace('.', decimalMark);
  }
  if (views.workspace.selectedVertex !== null) {
    if (form.id === 'edit.split') values['splitAt'] = 'vertex';
    if (form.id === 'edit.fillet') values['corners'] = 'chosen-vertex';
  }
  return values;
}
