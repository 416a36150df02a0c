import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import { cx } from '#ui/cx.ts';

/** The area that is being drawn to select by: a full line takes what is wholly inside, a dashed one what it touches. */
export function SelectionArea({ editor, pane }: { editor: Editor; pane: PaneId }) {
  const path = useRef<SVGPathElement>(null);
  const { selectionOutline: outline } = useSnapshot(editor.views.workspace);
  const places = outline?.pane === pane ? outline.places : null;
  useEffect(() => {
    if (places === null) return;
    return editor.watchPlaces(pane, places, (seen) => {
      const corners = seen.flatMap((place) =>
        place === null ? [] : [`${place.x.toFixed(1)} ${place.y.toFixed(1)}`],
      );
      path.current?.setAttribute('d', corners.length === 0 ? '' : `M${corners.join('L')}Z`);
    });
  }, [editor, pane, places]);
  if (outline === null || places === null) return null;
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
      <path
        ref={path}
        strokeWidth={1.5}
        strokeLinejoin="round"
        className={cx(
          outline.isCrossing
            ? 'fill-[#2fbf6b]/20 stroke-[#2fbf6b] [stroke-dasharray:6_4]'
            : 'fill-[#3f8cff]/20 stroke-[#3f8cff]',
        )}
      />
    </svg>
  );
}
