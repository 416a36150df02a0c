interface ColourSwatchProps {
  /** Names the colour for assistive technology. */
  label: string;
  /** `#rrggbb`. */
  value: string;
  onChange(value: string): void;
}

/** A small colour square that opens the browser's colour picker. */
export function ColourSwatch({ label, value, onChange }: ColourSwatchProps) {
  return (
    <input
      type="color"
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="h-7 w-8 shrink-0 cursor-pointer rounded-sm border border-line bg-panel p-0.5 forced-color-adjust-none pointer-coarse:h-10 pointer-coarse:w-11"
    />
  );
}
