import { symbolNamed } from '#domain/symbols/library.ts';
import { symbolBox, symbolPath } from '#domain/symbols/symbol-path.ts';
import { cx } from '#ui/cx.ts';

/** A symbol of the library as the canvas draws it, in the colour of the text around it; nothing for other names. */
export function SymbolDrawing({ name, className }: { name: string; className?: string }) {
  const symbol = symbolNamed(name);
  if (symbol === undefined) return null;
  return (
    <svg
      viewBox={symbolBox(symbol)}
      aria-hidden="true"
      className={cx('shrink-0 fill-none stroke-current', className)}
    >
      {symbol.parts.map((part) => {
        const { d, isFilled } = symbolPath(part);
        return (
          <path
            key={d}
            d={d}
            fill={isFilled ? 'currentColor' : 'none'}
            strokeWidth={1.25}
            vectorEffect="non-scaling-stroke"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        );
      })}
    </svg>
  );
}
