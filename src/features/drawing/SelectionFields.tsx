import { Mountain, Ruler, SlidersHorizontal, Spline, Trash2, Triangle } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { inRankOrder } from '#domain/drawing/document.ts';
import { type DrawingFeature, type FeaturePurpose, purposesOf } from '#domain/drawing/feature.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
import { useFeatures } from '#editor-view/use-features.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { fieldClass } from '#ui/TextField.tsx';
import { EditMenu } from './edit/EditMenu.tsx';
import { FeatureCard } from './feature/FeatureCard.tsx';
import { PropertiesDialog } from './properties/PropertiesDialog.tsx';

/** Name, code and layer of the selection, and actions on it. */
export function SelectionFields({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { selection } = useSnapshot(editor.views.workspace);
  const features = useFeatures(editor);
  const [isOpen, setOpen] = useState(false);
  const selected = selection.flatMap((id) => features[id] ?? []);
  const [first] = selected;
  if (first === undefined) return null;
  const ids = selected.map((feature) => feature.id);
  const isOne = selected.length === 1;
  const title = isOne
    ? t(first.purpose ? `purpose.${first.purpose}` : `tool.${first.kind}`)
    : t('drawing.selected', { count: selected.length });
  return (
    <section className="border-line border-b px-4 py-3">
      <header className="flex items-center justify-between">
        <h3 className="font-semibold text-sm">{title}</h3>
        <IconButton
          label={t('command.feature.delete')}
          icon={<Trash2 />}
          shortcut="Del"
          onClick={() => void editor.dispatch('feature.delete', { ids }, 'panel')}
        />
      </header>
      {isOne && <TextLine editor={editor} value={first.name} field="name" ids={ids} />}
      <TextLine
        editor={editor}
        value={selected.every(({ code }) => code === first.code) ? first.code : null}
        field="code"
        ids={ids}
      />
      <LayerChoice
        editor={editor}
        layerId={selected.every(({ layerId }) => layerId === first.layerId) ? first.layerId : null}
        ids={ids}
      />
      <PurposeChoice editor={editor} selected={selected} />
      {isOne && <FeatureCard editor={editor} feature={first} />}
      <div className="mt-3 flex flex-wrap gap-2">
        {isOne && <MeasureButtons editor={editor} feature={first} />}
        <MakeButtons editor={editor} />
        <EditMenu editor={editor} features={selected} />
        <Button icon={<SlidersHorizontal className="size-4" />} onClick={() => setOpen(true)}>
          {t('properties.open')}
        </Button>
      </div>
      {isOpen && (
        <PropertiesDialog
          key={ids.join()}
          editor={editor}
          features={selected}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

interface TextLineProps {
  editor: Editor;
  /** Null: the features differ. */
  value: string | null;
  field: 'name' | 'code';
  ids: readonly string[];
}

function TextLine({ editor, value, field, ids }: TextLineProps) {
  const { t } = useText();
  return (
    <label className="grid grid-cols-[72px_1fr] items-center gap-2 py-1">
      <span className="text-ink-soft text-sm">{t(`drawing.${field}`)}</span>
      <input
        key={`${ids[0]} ${ids.length} ${value}`}
        defaultValue={value ?? ''}
        placeholder={value === null ? t('properties.mixed') : ''}
        onBlur={(event) => {
          const next = event.target.value.trim();
          if (next !== (value ?? ''))
            void editor.dispatch('feature.update', { ids, patch: { [field]: next } }, 'panel');
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        className={fieldClass}
      />
    </label>
  );
}

interface LayerChoiceProps {
  editor: Editor;
  /** Null: the features differ. */
  layerId: string | null;
  ids: readonly string[];
}

function LayerChoice({ editor, layerId, ids }: LayerChoiceProps) {
  const { t } = useText();
  const { layers } = useSnapshot(editor.views.document);
  return (
    <label className="grid grid-cols-[72px_1fr] items-center gap-2 py-1">
      <span className="text-ink-soft text-sm">{t('drawing.layer')}</span>
      <select
        value={layerId ?? ''}
        onChange={(event) =>
          void editor.dispatch('feature.update', { ids, patch: { layerId: event.target.value } }, 'panel')
        }
        className={fieldClass}
      >
        {layerId === null && (
          <option value="" disabled>
            {t('properties.mixed')}
          </option>
        )}
        {inRankOrder(layers as Record<string, DrawingLayer>).map((layer) => (
          <option key={layer.id} value={layer.id}>
            {layer.name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Purpose of the selected features, where they are of one kind that supports it. */
function PurposeChoice({ editor, selected }: { editor: Editor; selected: readonly DrawingFeature[] }) {
  const { t } = useText();
  const [first] = selected;
  if (first === undefined || selected.some(({ kind }) => kind !== first.kind)) return null;
  const purposes = purposesOf(first.kind);
  if (purposes.length === 0) return null;
  const choose = (value: string) => {
    const purpose = value === '' ? null : (value as FeaturePurpose);
    void editor.dispatch('feature.purpose', { ids: selected.map(({ id }) => id), purpose }, 'panel');
  };
  return (
    <>
      <label className="grid grid-cols-[72px_1fr] items-center gap-2 py-1">
        <span className="text-ink-soft text-sm">{t('drawing.purpose')}</span>
        <select
          value={first.purpose ?? ''}
          onChange={(event) => choose(event.target.value)}
          className={fieldClass}
        >
          <option value="">{t('purpose.none')}</option>
          {purposes.map((purpose) => (
            <option key={purpose} value={purpose}>
              {t(`purpose.${purpose}`)}
            </option>
          ))}
        </select>
      </label>
      {first.purpose && <p className="pt-1 text-ink-soft text-sm">{t(`purposeHint.${first.purpose}`)}</p>}
    </>
  );
}

function MeasureButtons({ editor, feature }: { editor: Editor; feature: DrawingFeature }) {
  const { t } = useText();
  const measure = (as: 'distance' | 'area' | 'volume') =>
    void editor.dispatch('measure.feature', { id: feature.id, as }, 'panel');
  if (feature.kind === 'point') return null;
  if (feature.kind === 'polyline') {
    return (
      <Button icon={<Ruler className="size-4" />} onClick={() => measure('distance')}>
        {t('tool.distance')}
      </Button>
    );
  }
  return (
    <>
      <Button icon={<Ruler className="size-4" />} onClick={() => measure('area')}>
        {t('tool.area')}
      </Button>
      <Button icon={<Mountain className="size-4" />} onClick={() => measure('volume')}>
        {t('tool.volume')}
      </Button>
    </>
  );
}

function MakeButtons({ editor }: { editor: Editor }) {
  const { t } = useText();
  const isBusy = useSnapshot(editor.views.status).jobs.some((job) => job.id === 'surface');
  return (
    <>
      <Button
        icon={<Spline className="size-4" />}
        pending={isBusy}
        onClick={() => void editor.dispatch('surface.contours', { interval: null }, 'panel')}
      >
        {t('command.surface.contours')}
      </Button>
      <Button
        icon={<Triangle className="size-4" />}
        pending={isBusy}
        onClick={() => void editor.dispatch('surface.tin', null, 'panel')}
      >
        {t('command.surface.tin')}
      </Button>
    </>
  );
}
