import { limits } from '#contract/limits.ts';
import { type Text, useText } from '#i18n/use-text.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { type CoordinateSystem, systemLabel } from '../coordinate-system.ts';
import { SystemSearch } from './SystemSearch.tsx';
import type { SystemChoice, useTargetSystem } from './target-system.ts';

interface SystemFieldsProps {
  choice: SystemChoice;
  onChange(choice: SystemChoice): void;
  /** The system of the original. */
  source: CoordinateSystem;
  reading: ReturnType<typeof useTargetSystem>;
  /** An order was tried: a missing system is told. */
  isChecked: boolean;
}

/** The coordinate system of the new product: found in the EPSG dataset, typed as WKT, or that of the original. */
export function SystemFields({ choice, onChange, source, reading, isChecked }: SystemFieldsProps) {
  const text = useText();
  const { t } = text;
  const fault =
    faultOf(reading, text) ?? (isChecked && isMissing(choice) ? t('validation.requiredField') : undefined);
  return (
    <div className="flex flex-col items-stretch gap-2 [&>[role=radiogroup]]:self-start">
      <span className="font-medium text-ink-soft text-sm">{t('coordinateSystem.title')}</span>
      <Segmented<SystemChoice['kind']>
        label={t('coordinateSystem.title')}
        value={choice.kind}
        onChange={(kind) => onChange({ ...choice, kind })}
        options={[
          { value: 'listed', label: t('transform.system.listed') },
          { value: 'custom', label: t('transform.system.custom') },
          { value: 'original', label: t('transform.system.original') },
        ]}
      />
      {choice.kind === 'listed' && (
        <SystemSearch error={fault} onSelect={(epsg) => onChange({ ...choice, epsg })} />
      )}
      {choice.kind === 'custom' && (
        <TextArea
          label={t('transform.wkt')}
          rows={5}
          maxLength={limits.wktLength}
          spellCheck={false}
          value={choice.wkt}
          hint={reading.isReading ? t('transform.checking') : (reading.system?.name ?? '')}
          error={fault}
          onChange={(event) => onChange({ ...choice, wkt: event.target.value })}
        />
      )}
      {choice.kind === 'original' && (
        <p className="min-h-5 select-text text-ink-soft">
          {systemLabel(source) ?? t('coordinateSystem.unknown')}
        </p>
      )}
    </div>
  );
}

function isMissing({ kind, wkt, epsg }: SystemChoice): boolean {
  return (kind === 'custom' && wkt.trim() === '') || (kind === 'listed' && epsg === null);
}

/** What is wrong with the chosen system; undefined while it is read and when nothing is. */
function faultOf(
  { system, faults, failure, isReading }: SystemFieldsProps['reading'],
  { t, errorText }: Text,
): string | undefined {
  if (isReading) return undefined;
  if (failure !== null) return errorText(failure, 'coordinateSystem.failedToLoadCoordinateSystem');
  if (faults.length > 0) return faults.join(' ');
  return system !== null && system.unit === null
    ? t('transform.noLengths', { system: system.name })
    : undefined;
}
