import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { FeatureCode } from '#domain/drawing/feature-code.ts';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';
import { SymbolDrawing } from '../SymbolDrawing.tsx';

interface CodeRowsProps {
  label: string;
  codes: readonly FeatureCode[];
  chosenId: string | null;
  onChoose(code: FeatureCode): void;
  /** Why a code cannot be chosen; null where it can. */
  refusal?(code: FeatureCode): string | null;
  className?: string;
}

const rowPx = 48;

/** Codes with symbol, colour, name and layer; of any number only those in sight are made. A press chooses. */
export function CodeRows({ label, codes, chosenId, onChoose, refusal, className }: CodeRowsProps) {
  const { t } = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: codes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
  });
  return (
    <div ref={scroller} className={cx('overflow-y-auto', className)}>
      <ul aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const code = codes[row.index];
          if (code === undefined) return null;
          const reason = refusal?.(code) ?? null;
          const detail = reason ?? (code.name || t('codes.unnamed'));
          return (
            <li
              key={code.id}
              aria-setsize={codes.length}
              aria-posinset={row.index + 1}
              className="absolute inset-x-0"
              style={{ height: row.size, transform: `translateY(${row.start}px)` }}
            >
              <button
                type="button"
                aria-pressed={code.id === chosenId}
                disabled={reason !== null}
                onClick={() => onChoose(code)}
                className={cx(
                  'flex size-full items-center gap-3 rounded-md px-2 text-left hover:bg-hover disabled:opacity-60',
                  code.id === chosenId && 'bg-accent-soft text-accent-ink',
                )}
              >
                <Mark code={code} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{code.code}</span>
                  <span className="block truncate text-ink-soft text-sm">{detail}</span>
                </span>
                {code.layer !== undefined && (
                  <span className="max-w-28 truncate text-ink-soft text-sm">{code.layer}</span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** What a code is drawn as, on a bar of its colour. */
function Mark({ code: { symbol, colour } }: { code: FeatureCode }) {
  return (
    <span className="grid w-7 shrink-0 justify-items-center gap-0.5">
      {symbol === undefined ? (
        <span className="size-6" />
      ) : (
        <SymbolDrawing name={symbol} className="size-6" />
      )}
      <span
        className={cx('h-1 w-6 rounded-full', colour === undefined && 'border border-line-strong')}
        style={colour === undefined ? {} : { backgroundColor: colour }}
      />
    </span>
  );
}
