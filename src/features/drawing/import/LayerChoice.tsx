import type { ReadDrawing } from '#domain/formats/exchange-model.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';

interface LayerChoiceProps {
  read: ReadDrawing;
  /** Layers that are not taken. */
  left: ReadonlySet<string>;
  onChange(left: ReadonlySet<string>): void;
}

/** The layers of the file with what lies on them; those without anything are not listed. */
export function LayerChoice({ read, left, onChange }: LayerChoiceProps) {
  const { t, format } = useText();
  const counts = new Map<string, number>();
  for (const { layer } of [...read.features, ...(read.texts ?? []), ...(read.surfaces ?? [])]) {
    counts.set(layer, (counts.get(layer) ?? 0) + 1);
  }
  const used = read.layers.filter(({ name }) => counts.has(name));
  const toggle = (name: string, isTaken: boolean) => {
    const next = new Set(left);
    if (isTaken) next.delete(name);
    else next.add(name);
    onChange(next);
  };
  if (used.length === 0) return <p className="text-ink-soft">{t('import.empty')}</p>;
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-ink-soft text-sm">{t('import.layers')}</legend>
      <div className="max-h-52 overflow-y-auto">
        {used.map(({ name }) => (
          <Checkbox
            key={name}
            label={name}
            checked={!left.has(name)}
            onChange={(isTaken) => toggle(name, isTaken)}
            trailing={
              <span className="text-ink-soft text-sm tabular-nums">
                {format.number(counts.get(name) ?? 0)}
              </span>
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
