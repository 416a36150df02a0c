import { X } from 'lucide-react';
import { useId } from 'react';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { mixed, ofLayer } from './properties-form.ts';

interface ColourFieldProps {
  /** `#rrggbb`, `ofLayer` or `mixed`. */
  value: string;
  /** Whether features differ in it. */
  isMixed: boolean;
  onChange(value: string): void;
}

/** A colour, the layer's, or several. */
export function ColourField({ value, isMixed, onChange }: ColourFieldProps) {
  const { t } = useText();
  const id = useId();
  const isOwn = value !== mixed && value !== ofLayer;
  const shown = value === mixed ? t('properties.mixed') : value === ofLayer ? t('properties.ofLayer') : value;
  return (
    <div className="flex flex-col gap-1 py-1">
      <label htmlFor={id} className="text-ink-soft text-sm">
        {t('properties.colour')}
      </label>
      <div className="flex h-9 items-center gap-2 pointer-coarse:h-11">
        <input
          id={id}
          type="color"
          value={isOwn ? value : '#888888'}
          onChange={(event) => onChange(event.target.value)}
          className="h-full w-14 shrink-0 rounded-md border border-line-strong/70 bg-panel p-1"
        />
        <span className="min-w-0 flex-1 truncate text-ink-soft tabular-nums">{shown}</span>
        {(isOwn || isMixed) && value !== ofLayer && (
          <IconButton label={t('properties.takeLayer')} icon={<X />} onClick={() => onChange(ofLayer)} />
        )}
      </div>
    </div>
  );
}
