import { SystemSearch } from '#coordinates/SystemSearch.tsx';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { type ExportForm, type ExportUnit, exportUnits } from './export-form.ts';

interface FieldsProps {
  editor: Editor;
  form: ExportForm;
  onChange(part: Partial<ExportForm>): void;
}

/** In which system or unit coordinates are written. */
export function TargetFields({ editor, form, onChange }: FieldsProps) {
  const { t } = useText();
  const { crsName, system, horizontalUnit } = editor.facts;
  const units = horizontalUnit === null ? [] : (Object.keys(exportUnits) as ExportUnit[]);
  return (
    <div>
      <SelectField<ExportForm['target']>
        label={t('export.coordinates')}
        value={form.target}
        onChange={(target) => onChange({ target })}
        options={[
          { value: 'project', label: t('export.asProject', { name: crsName ?? t('import.unknownSystem') }) },
          ...(system === null ? [] : [{ value: 'other' as const, label: t('export.otherSystem') }]),
          ...units
            .filter((unit) => exportUnits[unit].metres !== horizontalUnit?.metres)
            .map((unit) => ({ value: unit, label: t('export.inUnit', { unit: t(`unit.${unit}`) }) })),
        ]}
      />
      {form.target === 'other' && (
        <SystemSearch
          hint={t('export.systemHint')}
          onSelect={(entry) => onChange({ epsg: entry?.epsg ?? null })}
        />
      )}
      {form.target !== 'other' && form.target !== 'project' && (
        <p className="text-sm text-warn">{t('export.noSystemStated')}</p>
      )}
    </div>
  );
}
