import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';

interface SectionProps {
  title: string;
  /** Summary shown while it is closed. */
  note?: string | undefined;
  /** It contains an error that must be visible. */
  isForced: boolean;
  startsOpen?: boolean;
  children: ReactNode;
}

/** Optional questions; closed until opened or invalid. */
export function Section({ title, note, isForced, startsOpen = false, children }: SectionProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details
      open={isOpen || isForced}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-md border border-line"
    >
      <summary className="flex min-h-9 cursor-pointer list-none items-center justify-between gap-2 px-3 py-1.5 font-medium pointer-coarse:min-h-11">
        <span className="min-w-0">{title}</span>
        {note !== undefined && (
          <span className="min-w-0 flex-1 truncate text-right font-normal text-ink-soft text-sm group-open:invisible">
            {note}
          </span>
        )}
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-1 px-3 pt-1 pb-3">{children}</div>
    </details>
  );
}
