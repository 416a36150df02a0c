import { useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { inRankOrder } from '#domain/drawing/document.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
import { commonProperties } from '#domain/drawing/properties/common-properties.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { lineTypes } from '#domain/formats/exchange-model.ts';
import { symbolLibrary } from '#domain/symbols/library.ts';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { lineWeights } from '../line-weights.ts';
import { takeNotice } from '../take-notice.ts';
import { AttributeRows } from './AttributeRows.tsx';
import { ColourField } from './ColourField.tsx';
import { LineField } from './LineField.tsx';
import { formOf, mixed, ofLayer, type PropertiesForm, patchOf } from './properties-form.ts';

interface PropertiesDialogProps {
  editor: Editor;
  /** The selected features; at least one. */
  features: readonly DrawingFeature[];
  onClose(): void;
}

type Option = { readonly value: string; readonly label: string };

/**
 * Layer, code, look, elevations and attributes of the selected features. What differs is shown as such and stays where it
 * is not touched; all changes are one step.
 */
export function PropertiesDialog({ editor, features, onClose }: PropertiesDialogProps) {
  const { t, format, errorText } = useText();
  const formId = useId();
  const [before] = useState(() => formOf(commonProperties(features)));
  const [form, setForm] = useState(before);
  const [fault, setFault] = useState<ErrorRecord | null>(null);
  const { layers } = useSnapshot(editor.views.document);
  const { scene } = useSnapshot(editor.views.workspace);
  const set = (patch: Partial<PropertiesForm>) => {
    setForm((now) => ({ ...now, ...patch }));
    setFault(null);
  };
  /** Options with one for features that differ, while they do. */
  const withMixed = (key: keyof PropertiesForm, options: readonly Option[]): Option[] =>
    before[key] === mixed ? [{ value: mixed, label: t('properties.mixed') }, ...options] : [...options];
  const apply = async () => {
    const patch = patchOf(before, form, { yes: t('card.yes'), no: t('card.no') });
    const ids = features.map(({ id }) => id);
    if (patch === null || (await editor.dispatch('feature.update', { ids, patch }, 'program'))) onClose();
    else setFault(takeNotice(editor));
  };
  const several = t('properties.mixed');
  const layerOptions = inRankOrder(layers as Record<string, DrawingLayer>).map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  const plain = { value: ofLayer, label: t('properties.ofLayer') };
  const surfaces = [
    ...new Set([
      ...(form.surface === '' ? [] : [form.surface]),
      ...scene.filter(({ kind }) => kind === 'terrain').map(({ product }) => product),
    ]),
  ];
  const isOnSurface = form.elevation === 'draped' || form.elevation === 'clamped';
  const weights = [...new Set([...lineWeights.map(String), form.lineWeight])].filter(
    (weight) => weight !== mixed && weight !== ofLayer,
  );
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('properties.title', { count: features.length })}
      closeLabel={t('close')}
      wide
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button tone="primary" type="submit" form={formId}>
            {t('edit.apply')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void apply();
        }}
      >
        <div className="grid gap-x-4 sm:grid-cols-2">
          <SelectField
            label={t('drawing.layer')}
            value={form.layerId}
            options={withMixed('layerId', layerOptions)}
            onChange={(layerId) => set({ layerId })}
          />
          <LineField
            label={t('drawing.code')}
            value={form.code ?? ''}
            placeholder={form.code === null ? several : ''}
            onChange={(code) => set({ code })}
          />
          <ColourField
            value={form.colour}
            isMixed={before.colour === mixed}
            onChange={(colour) => set({ colour })}
          />
          <SelectField
            label={t('drawing.lineType')}
            value={form.lineType}
            options={withMixed('lineType', [
              plain,
              ...lineTypes.map((type) => ({ value: type, label: t(`lineType.${type}`) })),
            ])}
            onChange={(lineType) => set({ lineType })}
          />
          <SelectField
            label={t('drawing.lineWeight')}
            value={form.lineWeight}
            options={withMixed('lineWeight', [
              plain,
              ...weights
                .sort((a, b) => Number(a) - Number(b))
                .map((value) => ({ value, label: `${format.number(Number(value), 2)}\u00a0mm` })),
            ])}
            onChange={(lineWeight) => set({ lineWeight })}
          />
          <LineField
            label={`${t('drawing.transparency')} (%)`}
            value={form.transparency ?? ''}
            placeholder={form.transparency === null ? several : t('properties.ofLayer')}
            onChange={(transparency) => set({ transparency })}
          />
          {features.every(({ kind }) => kind === 'point') && (
            <SelectField
              label={t('properties.symbol')}
              value={form.symbol}
              options={withMixed('symbol', [
                { value: ofLayer, label: t('properties.noSymbol') },
                ...symbolLibrary.map(({ name }) => ({ value: name, label: name })),
              ])}
              onChange={(symbol) => set({ symbol })}
            />
          )}
          <SelectField
            label={t('properties.elevation')}
            value={form.elevation}
            options={withMixed(
              'elevation',
              (['own', 'none', 'draped', 'clamped'] as const)
                .filter(
                  (mode) =>
                    surfaces.length > 0 || mode === 'own' || mode === 'none' || mode === form.elevation,
                )
                .map((mode) => ({ value: mode, label: t(`elevationMode.${mode}`) })),
            )}
            onChange={(elevation) => set({ elevation, surface: form.surface || (surfaces[0] ?? '') })}
          />
          {isOnSurface && (
            <SelectField
              label={t('properties.surface')}
              value={form.surface}
              options={surfaces.map((name) => ({
                value: name,
                label: scene.some(({ product }) => product === name) ? t(`product.${name}` as TextKey) : name,
              }))}
              onChange={(surface) => set({ surface })}
            />
          )}
        </div>
        <AttributeRows rows={form.attributes} onChange={(attributes) => set({ attributes })} />
        {fault !== null && (
          <p role="alert" className="py-1 text-bad text-sm">
            {errorText(fault, 'errors.editor.command-failed')}
          </p>
        )}
      </form>
    </Dialog>
  );
}
