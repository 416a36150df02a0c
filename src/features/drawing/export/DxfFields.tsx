import { useText } from '#i18n/use-text.ts';
import { NumberField } from '#ui/NumberField.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import type { ExportForm } from './export-form.ts';

interface FieldsProps {
  form: ExportForm;
  onChange(part: Partial<ExportForm>): void;
}

/** How arcs and sizes on paper are written. */
export function DxfFields({ form, onChange }: FieldsProps) {
  const { t } = useText();
  return (
    <div className="grid gap-x-3 sm:grid-cols-2">
      <SelectField
        label={t('export.arcs')}
        value={form.arcs}
        onChange={(arcs) => onChange({ arcs })}
        options={(['true', 'chords'] as const).map((value) => ({ value, label: t(`export.arcs.${value}`) }))}
      />
      <NumberField
        label={t('export.paperScale')}
        value={form.paperScale}
        min={1}
        onCommit={(paperScale) => onChange({ paperScale: paperScale ?? 500 })}
      />
    </div>
  );
}
