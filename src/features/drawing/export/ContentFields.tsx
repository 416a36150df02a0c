import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { inRankOrder } from '#domain/drawing/document.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
import { useFeatures } from '#editor-view/use-features.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { type ExportForm, hasSurfaceParts } from './export-form.ts';

interface FieldsProps {
  editor: Editor;
  form: ExportForm;
  onChange(part: Partial<ExportForm>): void;
}

const choices = ['visible', 'selected', 'layers', 'none'] as const;

/** Which part of the drawing is written, and what of the surfaces shown. */
export function ContentFields({ editor, form, onChange }: FieldsProps) {
  const { t, format: figures } = useText();
  const features = useFeatures(editor);
  const { layers } = useSnapshot(editor.views.document);
  const { derived, selection } = useSnapshot(editor.views.workspace);
  const counts = useMemo(() => {
    const byLayer = new Map<string, number>();
    for (const { layerId } of Object.values(features)) byLayer.set(layerId, (byLayer.get(layerId) ?? 0) + 1);
    return byLayer;
  }, [features]);
  const ordered = inRankOrder(layers as Record<string, DrawingLayer>);
  const sum = (some: readonly DrawingLayer[]) =>
    some.reduce((count, { id }) => count + (counts.get(id) ?? 0), 0);
  const numbers: Record<ExportForm['features'], number> = {
    visible: sum(ordered.filter((layer) => layer.isVisible)),
    selected: selection.length,
    layers: sum(ordered.filter(({ id }) => form.layerIds.includes(id))),
    none: 0,
  };
  const shown = derived.filter((entry) => entry.isVisible);
  const parts = [
    ['contours', 'hasContours', shown.filter(({ kind }) => kind === 'contours').length],
    ['surfaces', 'hasSurfaces', shown.filter(({ kind }) => kind === 'tin').length],
  ] as const;
  const toggle = (id: string, isOn: boolean) =>
    onChange({ layerIds: isOn ? [...form.layerIds, id] : form.layerIds.filter((other) => other !== id) });
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-ink-soft text-sm">{t('export.contents')}</legend>
      <Segmented
        label={t('export.contents')}
        value={form.features}
        onChange={(wanted) => onChange({ features: wanted })}
        options={choices
          .filter((each) => each !== 'none' || hasSurfaceParts(form.format))
          .map((each) => ({ value: each, label: t(`export.features.${each}`) }))}
      />
      {form.features !== 'none' && (
        <p className="pt-1 text-ink-soft text-sm">
          {t('export.featureCount', { count: numbers[form.features] })}
        </p>
      )}
      {form.features === 'layers' && (
        <div className="mt-1 max-h-48 overflow-y-auto rounded-md border border-line px-3 py-1">
          {ordered.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={form.layerIds.includes(id)}
              onChange={(isOn) => toggle(id, isOn)}
              trailing={figures.number(counts.get(id) ?? 0)}
            />
          ))}
        </div>
      )}
      {hasSurfaceParts(form.format) &&
        parts.map(([id, field, count]) => (
          <Checkbox
            key={id}
            label={`${t(`export.${id}`)} (${figures.number(count)})`}
            checked={form[field] && count > 0}
            disabled={count === 0}
            onChange={(checked) => onChange({ [field]: checked })}
          />
        ))}
    </fieldset>
  );
}
