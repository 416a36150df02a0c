import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';

const fineStep = 0.02;
const coarseStep = 0.1;

/** The share after a key press; null for other keys. */
function shareOfKey({ key, shiftKey }: KeyboardEvent, share: number): number | null {
  const step = shiftKey ? coarseStep : fineStep;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return share - step;
  if (key === 'ArrowRight' || key === 'ArrowDown') return share + step;
  if (key === 'Home') return 0;
  if (key === 'End') return 1;
  return key === 'Enter' ? 0.5 : null;
}

interface PaneDividerProps {
  editor: Editor;
  /** The container of the panes. */
  room: RefObject<HTMLElement | null>;
  isRow: boolean;
}

/** Divides the space of two panes: dragged, or moved by arrow keys; Enter or a double click halves it. */
export function PaneDivider({ editor, room, isRow }: PaneDividerProps) {
  const { t, format } = useText();
  const { divider } = useSnapshot(editor.views.workspace);
  const divide = (share: number) => void editor.dispatch('view.divide', { share }, 'panel');
  const drag = (event: PointerEvent) => {
    const box = room.current?.getBoundingClientRect();
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    divide(isRow ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      tabIndex={0}
      aria-label={t('pane.divider')}
      aria-orientation={isRow ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(divider * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={format.percent(divider)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => divide(0.5)}
      onKeyDown={(event) => {
        const share = shareOfKey(event, divider);
        if (share === null) return;
        event.preventDefault();
        divide(share);
      }}
      className={cx(
        'group relative z-10 shrink-0 touch-none bg-line hover:bg-accent focus-visible:bg-accent focus-visible:outline-none forced-colors:bg-[CanvasText] forced-colors:focus-visible:bg-[Highlight]',
        // The draggable area is wider than the visible line.
        'after:absolute after:content-[""]',
        isRow
          ? 'w-0.5 cursor-col-resize after:inset-y-0 after:-inset-x-1.5 pointer-coarse:after:-inset-x-3'
          : 'h-0.5 cursor-row-resize after:inset-x-0 after:-inset-y-1.5 pointer-coarse:after:-inset-y-3',
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          '-translate-1/2 absolute top-1/2 left-1/2 rounded-full border border-line-strong bg-raised group-hover:border-accent group-focus-visible:border-accent group-focus-visible:outline-2 group-focus-visible:outline-accent-ink group-focus-visible:outline-offset-2',
          isRow ? 'h-9 w-2' : 'h-2 w-9',
        )}
      />
    </div>
  );
}
