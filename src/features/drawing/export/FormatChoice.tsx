import { RadioGroup } from 'radix-ui';
import { type ExportFormat, exportFormats } from '#domain/drawing/export/export-options.ts';
import { useText } from '#i18n/use-text.ts';

interface FormatChoiceProps {
  value: ExportFormat;
  onChange(format: ExportFormat): void;
}

/** The formats side by side, and what the chosen one holds. */
export function FormatChoice({ value, onChange }: FormatChoiceProps) {
  const { t } = useText();
  return (
    <div>
      <RadioGroup.Root
        aria-label={t('export.format')}
        value={value}
        onValueChange={(next) => onChange(next as ExportFormat)}
        className="grid grid-cols-2 gap-2 sm:grid-cols-4"
      >
        {exportFormats.map((format) => (
          <RadioGroup.Item
            key={format}
            value={format}
            className="min-h-9 rounded-md border border-line px-2 text-left font-medium text-sm hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft pointer-coarse:min-h-11"
          >
            {t(`exportFormat.${format}.name`)}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      <p className="pt-2 text-ink-soft text-sm">{t(`exportFormat.${value}.hint`)}</p>
    </div>
  );
}
