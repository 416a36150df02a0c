import { TriangleAlert } from 'lucide-react';
import { useCallback } from 'react';
import { SystemSearch } from '#coordinates/SystemSearch.tsx';
import { type CheckedWkt, WktField } from '#coordinates/WktField.tsx';
import { type Text, useText } from '#i18n/use-text.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { type CoordinateSystem, systemLabel } from '../products/coordinate-system.ts';
import type { SystemChoice, useTargetSystem } from './target-system.ts';

interface SystemFieldsProps {
  choice: SystemChoice;
  /** Must be a stable function. */
  onChange(change: Partial<SystemChoice>): void;
  /** The system of the original. */
  source: CoordinateSystem;
  reading: ReturnType<typeof useTargetSystem>;
  /** A request was attempted: a missing system is reported. */
  isChecked: boolean;
}

/** The coordinate system of the new product: found in the EPSG dataset, typed as WKT, or that of the original. */
export function SystemFields({ choice, onChange, source, reading, isChecked }: SystemFieldsProps) {
  const text = useText();
  const { t } = text;
  const onWkt = useCallback((wkt: CheckedWkt | null) => onChange({ wkt }), [onChange]);
  const fault =
    faultOf(reading, text) ?? (isChecked && isMissing(choice) ? t('validation.requiredField') : undefined);
  return (
    <div className="flex flex-col items-stretch gap-2 [&>[role=radiogroup]]:self-start">
      <Segmented<SystemChoice['kind']>
        label={t('coordinateSystem.title')}
        value={choice.kind}
        onChange={(kind) => onChange({ kind, epsg: null, wkt: null })}
        options={[
          { value: 'listed', label: t('transform.system.listed') },
          { value: 'custom', label: t('transform.system.custom') },
          { value: 'original', label: t('transform.system.original') },
        ]}
      />
      {choice.kind === 'listed' && (
        <SystemSearch
          hint={t('transform.searchHint')}
          error={fault}
          onSelect={(entry) => onChange({ epsg: entry?.epsg ?? null })}
        />
      )}
      {choice.kind === 'custom' && <WktField onRead={onWkt} error={fault} />}
      {choice.kind === 'original' && (
        <p className="min-h-5 select-text text-ink-soft">
          {systemLabel(source) ?? t('coordinateSystem.unknown')}
        </p>
      )}
      {reading.warnings.map((warning) => (
        <p key={warning.code} className="flex gap-2 text-sm text-warn">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 select-text">{text.errorText(warning, 'unknownError')}</span>
        </p>
      ))}
    </div>
  );
}

function isMissing({ kind, wkt, epsg }: SystemChoice): boolean {
  return (kind === 'custom' && wkt === null) || (kind === 'listed' && epsg === null);
}

/** The error of the chosen system; undefined while it is being parsed and for none. */
function faultOf({ system, isReading }: SystemFieldsProps['reading'], { t }: Text): string | undefined {
  if (isReading || system === null || system.unit !== null) return undefined;
  return t('transform.noLengths', { system: system.name });
}
