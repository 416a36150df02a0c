import type { UnitOfMeasure } from '#contract/schemas/common.ts';
import { useText } from '#i18n/use-text.ts';
import { TextField } from '#ui/TextField.tsx';
import { type PixelSizeForm, type pixelSizeFaults, sizeText, withRatio, withSize } from './pixel-size.ts';

interface PixelSizeFieldsProps {
  form: PixelSizeForm;
  faults: ReturnType<typeof pixelSizeFaults>;
  /** Pixel size of the original, metres. */
  original: number;
  unit: UnitOfMeasure;
  onChange(form: PixelSizeForm): void;
}

/** The pixel size of the new product, as a length and in percent of the original; each updates the other. */
export function PixelSizeFields({ form, faults, original, unit, onChange }: PixelSizeFieldsProps) {
  const { t } = useText();
  const symbol = t(`unitSymbol.${unit}`);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={t('transform.pixelSize', { unit: symbol })}
        hint={t('transform.pixelSizeHint', { size: sizeText(original, unit), unit: symbol })}
        inputMode="decimal"
        autoComplete="off"
        value={form.size}
        error={faults.size === null ? undefined : t(faults.size)}
        onChange={(event) => onChange(withSize(event.target.value, original, unit))}
      />
      <TextField
        label={t('transform.ratio')}
        hint={t('transform.ratioHint')}
        inputMode="decimal"
        autoComplete="off"
        value={form.ratio}
        error={faults.ratio === null ? undefined : t(faults.ratio)}
        onChange={(event) => onChange(withRatio(event.target.value, original, unit))}
      />
    </div>
  );
}
