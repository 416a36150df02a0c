import type { LineCodes } from '#domain/drawing/export/export-options.ts';
import { pointOrders } from '#domain/formats/point-text/layout.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { NumberField } from '#ui/NumberField.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { ExportFaults, ExportForm } from './export-form.ts';

interface FieldsProps {
  form: ExportForm;
  faults: ExportFaults;
  onChange(part: Partial<ExportForm>): void;
}

const delimiters = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  [' ', 'blank'],
] as const;
const lineChoices = ['none', 'vertices', 'codes'] as const;
const codeFields: readonly (keyof LineCodes)[] = ['start', 'end', 'close'];
const maxDecimals = 12;

/** Columns, numbers and line codes of a list of points. */
export function PointFields({ form, faults, onChange }: FieldsProps) {
  const { t } = useText();
  const { points } = form;
  const set = (part: Partial<ExportForm['points']>) => onChange({ points: { ...points, ...part } });
  return (
    <div>
      <div className="grid grid-cols-2 gap-x-3">
        <SelectField
          label={t('export.columns')}
          value={points.order}
          onChange={(order) => set({ order })}
          options={pointOrders.map((value) => ({ value, label: value }))}
        />
        <SelectField
          label={t('export.delimiter')}
          value={points.delimiter}
          onChange={(delimiter) => set({ delimiter })}
          options={delimiters.map(([value, name]) => ({ value, label: t(`export.delimiter.${name}`) }))}
        />
        <NumberField
          label={t('export.decimals')}
          value={points.decimals}
          min={0}
          onCommit={(decimals) => set({ decimals: Math.min(Math.round(decimals ?? 4), maxDecimals) })}
        />
        <NumberField
          label={t('export.firstNumber')}
          value={points.firstNumber}
          min={1}
          placeholder={t('export.afterLargest')}
          onCommit={(first) => set({ firstNumber: first === null ? null : Math.round(first) })}
        />
      </div>
      <Checkbox
        label={t('export.header')}
        checked={points.hasHeader}
        onChange={(hasHeader) => set({ hasHeader })}
      />
      <SelectField
        label={t('export.lines')}
        value={form.lines}
        onChange={(lines) => onChange({ lines })}
        options={lineChoices.map((value) => ({ value, label: t(`export.lines.${value}`) }))}
      />
      {form.lines === 'codes' && (
        <div className="grid grid-cols-3 gap-x-3">
          {codeFields.map((field) => (
            <TextField
              key={field}
              label={t(`export.lineCode.${field}`)}
              value={form.codes[field]}
              error={faults.codes.includes(field) ? t('export.lineCodeFault') : undefined}
              onChange={(event) => onChange({ codes: { ...form.codes, [field]: event.target.value } })}
            />
          ))}
        </div>
      )}
    </div>
  );
}
