import { Spline, Triangle } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { readable } from '#core/measure/quantities.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { NumberField } from '#ui/NumberField.tsx';
import { Section } from '#ui/Section.tsx';

/** Makes a TIN or contours of the measured shape. */
export function SurfaceSection({ editor }: { editor: Editor }) {
  const { t } = useText();
  const [interval, setInterval] = useState<number | null>(null);
  const isBusy = useSnapshot(editor.views.status).jobs.some((job) => job.id === 'surface');
  const { unit } = readable('elevation', 0, editor.facts.verticalUnit);
  return (
    <Section title={t('surface.title')}>
      <NumberField
        label={t('surface.interval')}
        value={interval}
        unit={unit}
        min={0.001}
        placeholder={t('surface.intervalAuto')}
        onCommit={setInterval}
      />
      <div className="mt-1 flex gap-2">
        <Button
          icon={<Spline className="size-4" />}
          pending={isBusy}
          onClick={() => void editor.dispatch('surface.contours', { interval }, 'panel')}
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
      </div>
    </Section>
  );
}
