import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { readable } from '#core/measure/quantities.ts';
import { differenceEnd } from '#domain/view/contour-interval.ts';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { NumberField } from '#ui/NumberField.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { differenceStops } from '#viewport/ramps.ts';
import { type PartProps, useLoaded } from '../loaded.ts';
import { RampStrip } from './RampPart.tsx';

/** Terrains that elevations can be compared with. */
export function useSurfaces(editor: Editor) {
  return useSnapshot(editor.views.workspace).scene.filter(({ kind }) => kind === 'terrain');
}

/** The default surface: one that is not shown itself, where there is one. */
export function firstSurface(surfaces: ReturnType<typeof useSurfaces>): string | null {
  return (surfaces.find(({ isVisible }) => !isVisible) ?? surfaces[0])?.id ?? null;
}

/** The reference surface of elevations, and the colours of cut and fill. */
export function ComparePart({ editor, set }: PartProps) {
  const { t, format } = useText();
  const { comparedWith, differenceRange } = useSnapshot(editor.views.workspace).display;
  const { elevationRange } = useLoaded(editor);
  const surfaces = useSurfaces(editor);
  const { unit } = readable('elevation', 0, editor.facts.verticalUnit);
  const end = differenceEnd(differenceRange, elevationRange ?? [0, 100]);
  const text = (value: number) => `${format.number(value, 2)} ${unit}`.trim();
  return (
    <>
      <SelectField
        label={t('display.comparedWith')}
        value={comparedWith ?? ''}
        onChange={(id) => set({ comparedWith: id })}
        options={surfaces.map(({ id, product }) => ({
          value: id,
          label: t(`product.${product}` as TextKey),
        }))}
      />
      <NumberField
        label={t('display.differenceRange')}
        value={differenceRange}
        unit={unit}
        min={0.001}
        placeholder={format.number(end, 3)}
        onCommit={(range) => set({ differenceRange: range })}
      />
      <RampStrip stops={differenceStops} />
      <div className="flex justify-between gap-2 text-ink-soft text-sm tabular-nums">
        <span>{t('display.fillDown', { depth: text(end) })}</span>
        <span>{t('display.cutUp', { height: text(end) })}</span>
      </div>
    </>
  );
}
