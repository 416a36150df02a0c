import { RotateCcw } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { type ReturnKind, returnKinds } from '#domain/cloud/point-filter.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Section } from '#ui/Section.tsx';
import { RangeFields } from './colour/RangeFields.tsx';
import { type PartProps, useLoaded } from './loaded.ts';

/** Point filters by return, elevation and time. */
export function FilterSection({ editor, set }: PartProps) {
  const { t } = useText();
  const { hiddenReturns, seenElevations, seenTimes } = useSnapshot(editor.views.workspace).display;
  const { timeRange } = useLoaded(editor);
  const isFiltered = hiddenReturns.length > 0 || seenElevations !== null || seenTimes !== null;
  const toggle = (kind: ReturnKind, isShown: boolean) => {
    const others = hiddenReturns.filter((hidden) => hidden !== kind);
    set({ hiddenReturns: isShown ? others : [...others, kind] });
  };
  return (
    <Section
      title={t('display.filter')}
      actions={
        isFiltered && (
          <IconButton
            label={t('display.filterReset')}
            icon={<RotateCcw />}
            onClick={() => set({ hiddenReturns: [], seenElevations: null, seenTimes: null })}
          />
        )
      }
    >
      <fieldset className="grid grid-cols-2 gap-x-2">
        <legend className="text-ink-soft text-sm">{t('display.returns')}</legend>
        {returnKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`returnKind.${kind}`)}
            checked={!hiddenReturns.includes(kind)}
            onChange={(isShown) => toggle(kind, isShown)}
          />
        ))}
      </fieldset>
      <RangeFields
        lowLabel={t('display.seenAbove')}
        highLabel={t('display.seenBelow')}
        range={seenElevations}
        loaded={null}
        digits={3}
        onChange={(range) => set({ seenElevations: range })}
      />
      <RangeFields
        lowLabel={t('display.seenFrom')}
        highLabel={t('display.seenTo')}
        range={seenTimes}
        loaded={timeRange}
        digits={3}
        onChange={(range) => set({ seenTimes: range })}
      />
    </Section>
  );
}
