import { ChevronsLeftRight } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { clamp } from '#domain/math/clamp.ts';
import { useText } from '#i18n/use-text.ts';

const step = 0.02;

/** The line between two products, over the view: dragged, or moved by the arrow keys. */
export function SwipeDivider({ editor }: { editor: Editor }) {
  const { t, format } = useText();
  const { swipe } = useSnapshot(editor.views.workspace).display;
  const line = useRef<HTMLDivElement>(null);
  if (swipe === null) return null;
  const move = (at: number) => {
    // A snapshot of the layers: only the line's position is followed here.
    const now = editor.views.workspace.display.swipe;
    if (now === null) return;
    const patch = { swipe: { ...now, at: clamp(at, 0.02, 0.98) } };
    void editor.dispatch('display.set', { patch }, 'panel');
  };
  const drag = (event: PointerEvent) => {
    const box = line.current?.parentElement?.getBoundingClientRect();
    if (box && event.currentTarget.hasPointerCapture(event.pointerId))
      move((event.clientX - box.left) / box.width);
  };
  const press = (event: KeyboardEvent) => {
    const places: Readonly<Record<string, number>> = {
      ArrowLeft: swipe.at - step,
      ArrowRight: swipe.at + step,
      Home: 0,
      End: 1,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(place);
  };
  return (
    <div
      ref={line}
      className="pointer-events-none absolute inset-y-0 w-0"
      style={{ left: `${swipe.at * 100}%` }}
    >
      <div className="absolute inset-y-0 -left-px w-0.5 bg-panel outline outline-line-strong" />
      {/* biome-ignore lint/a11y/useSemanticElements: a divider that is moved is no thematic break */}
      <div
        role="separator"
        tabIndex={0}
        aria-label={t('display.swipeLine')}
        aria-orientation="vertical"
        aria-valuemin={2}
        aria-valuemax={98}
        aria-valuenow={Math.round(swipe.at * 100)}
        aria-valuetext={format.percent(swipe.at)}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={press}
        className="pointer-events-auto absolute top-[38%] -left-5 grid size-10 -translate-y-1/2 cursor-ew-resize touch-none place-items-center rounded-full border border-line bg-panel text-ink shadow-md"
      >
        <ChevronsLeftRight className="size-5" aria-hidden="true" />
      </div>
    </div>
  );
}
