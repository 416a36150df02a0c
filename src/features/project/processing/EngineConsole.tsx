import { ChevronDown, SquareTerminal } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { useEngineConsole } from './use-engine-console.ts';

/** Output of the service that processes a project: its last line, and on request its console. */
export function EngineConsole({ project }: { project: Project }) {
  const { t, format } = useText();
  const [isOpen, setOpen] = useState(false);
  const { data } = useEngineConsole(project);
  const last = data?.lines.findLast((line) => line.trim() !== '');
  if (data === undefined || last === undefined) return null;
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-line border-t"
    >
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 px-4 py-1.5 text-sm pointer-coarse:min-h-11">
        <SquareTerminal aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
        <span className="shrink-0 font-medium">{t('engineConsole.title')}</span>
        <span className="min-w-0 grow truncate font-mono text-ink-soft text-xs group-open:invisible">
          {last}
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      {isOpen && data.first > 0 && (
        <p className="px-4 py-1 text-ink-soft text-sm">
          {t('engineConsole.left', { count: data.first, number: format.number(data.first) })}
        </p>
      )}
      {isOpen && <Lines lines={data.lines} />}
    </details>
  );
}

/** The lines in a box of its own; it stays scrolled to its end unless the user scrolled up. */
function Lines({ lines }: { lines: readonly string[] }) {
  const { t } = useText();
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more lines make it longer
  useLayoutEffect(() => {
    const place = box.current;
    if (place && isAtEnd.current) place.scrollTop = place.scrollHeight;
  }, [lines]);
  return (
    <pre
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is scrolled by keys
      tabIndex={0}
      role="log"
      aria-label={t('engineConsole.title')}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 8;
      }}
      className="max-h-80 overflow-auto border-line border-t bg-well px-4 py-3 font-mono text-xs leading-5"
    >
      {lines.join('\n')}
    </pre>
  );
}
