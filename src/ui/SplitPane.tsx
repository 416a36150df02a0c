import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { cx } from './cx.ts';

interface SplitPaneProps {
  label: string;
  first: ReactNode;
  second: ReactNode;
  /** Share of the first pane at the start, 0.1 to 0.9. */
  initial?: number;
  className?: string;
}

const limit = (share: number): number => Math.min(0.9, Math.max(0.1, share));

/** Two panes side by side with a divider that is dragged, or moved with the arrow keys in steps of 5 %. */
export function SplitPane({ label, first, second, initial = 0.5, className }: SplitPaneProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(limit(initial));

  const drag = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    setShare(limit((event.clientX - box.left) / box.width));
  };
  const step = (event: KeyboardEvent) => {
    const change = { ArrowLeft: -0.05, ArrowRight: 0.05 }[event.key];
    if (change === undefined) return;
    event.preventDefault();
    setShare((now) => limit(now + change));
  };

  return (
    <div
      ref={frame}
      className={cx('grid min-h-0', className)}
      style={{ gridTemplateColumns: `minmax(0,${share}fr) 8px minmax(0,${1 - share}fr)` }}
    >
      <div className="min-h-0 min-w-0 overflow-hidden">{first}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a movable divider is a separator with a value, which hr cannot be */}
      <div
        role="separator"
        aria-label={label}
        aria-orientation="vertical"
        aria-valuemin={10}
        aria-valuemax={90}
        aria-valuenow={Math.round(share * 100)}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={step}
        className="group grid cursor-col-resize touch-none place-items-stretch"
      >
        <div className="mx-auto w-px bg-line transition-colors group-hover:bg-accent" />
      </div>
      <div className="min-h-0 min-w-0 overflow-hidden">{second}</div>
    </div>
  );
}
