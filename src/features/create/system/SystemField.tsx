import { type UnitOfMeasure, unitOfMeasure } from '#contract/schemas/common.ts';
import type { Place } from '#coordinates/place.ts';
import { SystemSearch } from '#coordinates/SystemSearch.tsx';
import { WktField } from '#coordinates/WktField.tsx';
import { useText } from '#i18n/use-text.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { SystemQuestion, SystemSource } from './use-system.ts';

interface SystemFieldProps {
  question: SystemQuestion;
  /** Source of the system where nothing is chosen. */
  hint: string;
  /** Validation errors are shown from now on. */
  isChecked: boolean;
  /** Location of the survey, if its files declare it. */
  place?: Place | undefined;
}

/** Asks for the coordinate system, and for the units that it does not define. */
export function SystemField({ question, hint, isChecked, place }: SystemFieldProps) {
  const { t } = useText();
  const { given, give, giveWkt, isHeightUnitAsked } = question;
  const faults = isChecked ? question.faults : {};
  return (
    <fieldset className="flex min-w-0 flex-col items-stretch gap-2">
      <legend className="sr-only">{t('crsField.label')}</legend>
      <div>
        <Segmented<SystemSource>
          label={t('systemField.way')}
          value={given.way}
          onChange={(way) => give({ way, entry: null, wkt: null })}
          options={(['search', 'wkt', 'local'] as const).map((way) => ({
            value: way,
            label: t(`systemField.way.${way}`),
          }))}
        />
      </div>
      {given.way === 'search' && (
        <SystemSearch hint={hint} place={place} onSelect={(entry) => give({ entry })} error={faults.system} />
      )}
      {given.way === 'wkt' && <WktField onRead={giveWkt} error={faults.system} />}
      {given.way === 'local' && (
        <>
          <TextField
            label={t('systemField.name')}
            hint={t('systemField.localHint')}
            value={given.name}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => give({ name: event.target.value })}
            error={faults.system}
          />
          <UnitChoice
            label={t('systemField.plan')}
            value={given.plan}
            onChange={(plan) => give({ plan })}
            error={faults.plan}
          />
        </>
      )}
      {isHeightUnitAsked && (
        <UnitChoice
          label={t('systemField.heights')}
          value={given.heights}
          onChange={(heights) => give({ heights })}
          error={faults.heights}
        />
      )}
    </fieldset>
  );
}

interface UnitChoiceProps {
  label: string;
  value: UnitOfMeasure | null;
  onChange(unit: UnitOfMeasure): void;
  error?: string | undefined;
}

/** Asks for a unit of length; none is preselected, since a guess would be taken for a fact. */
function UnitChoice({ label, value, onChange, error }: UnitChoiceProps) {
  const { t } = useText();
  return (
    <div className="flex flex-col items-start gap-1">
      <span className="font-medium text-ink-soft text-sm">{label}</span>
      <Segmented<UnitOfMeasure | ''>
        label={label}
        value={value ?? ''}
        onChange={(next) => next !== '' && onChange(next)}
        options={unitOfMeasure.options.map((unit) => ({ value: unit, label: t(`systemField.unit.${unit}`) }))}
      />
      {error !== undefined && (
        <p role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
