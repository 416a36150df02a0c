import { layerColours } from '#domain/drawing/layer.ts';
import { Checkbox } from '#ui/Checkbox.tsx';

interface ColourFieldProps {
  /** Of the box that says that there is a colour. */
  label: string;
  /** Of the colour itself. */
  colourLabel: string;
  /** `#rrggbb`; null: that of the layer. */
  value: string | null;
  onChange(colour: string | null): void;
}

/** A colour of its own, or that of the layer. */
export function ColourField({ label, colourLabel, value, onChange }: ColourFieldProps) {
  return (
    <Checkbox
      label={label}
      checked={value !== null}
      onChange={(isOwn) => onChange(isOwn ? layerColours[0]! : null)}
      {...(value === null
        ? {}
        : {
            trailing: (
              <input
                key={value}
                type="color"
                defaultValue={value}
                aria-label={colourLabel}
                onBlur={({ target }) => target.value !== value && onChange(target.value)}
                className="size-8 cursor-pointer rounded-sm border-0 bg-transparent p-0.5"
              />
            ),
          })}
    />
  );
}
