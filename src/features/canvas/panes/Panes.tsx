import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { hasTwoPanes } from '#domain/view/view-mode.ts';
import { cx } from '#ui/cx.ts';
import { useIsWide } from '#ui/use-media.ts';
import { ClipHandles } from '../clips/ClipHandles.tsx';
import { SnapName } from '../draw/SnapMarker.tsx';
import { StationCard } from '../stations/StationCard.tsx';
import { CanvasPane } from './CanvasPane.tsx';
import { PaneDivider } from './PaneDivider.tsx';
import { SwipeDivider } from './SwipeDivider.tsx';

/**
 * The view in one pane or two, side by side or, on narrow windows, stacked. `rightPx`: width that two panes leave free
 * for a panel.
 */
export function Panes({ editor, rightPx }: { editor: Editor; rightPx: number }) {
  const room = useRef<HTMLDivElement>(null);
  const { viewMode, divider } = useSnapshot(editor.views.workspace);
  const isRow = useIsWide('lg');
  const isTwo = hasTwoPanes(viewMode);
  return (
    <div
      ref={room}
      // On a phone two panes cannot spare the space under the bars.
      className={cx('absolute inset-0 isolate flex bg-line max-lg:flex-col', isTwo && 'max-sm:top-29')}
      style={isTwo ? { right: rightPx } : undefined}
    >
      <div className="relative min-h-0 min-w-0" style={{ flex: isTwo ? `${divider} 1 0` : '1 1 0' }}>
        <CanvasPane editor={editor} pane="first" />
        <ClipHandles editor={editor} pane="first" />
        {!isTwo && <SwipeDivider editor={editor} />}
      </div>
      {isTwo && (
        <>
          <PaneDivider editor={editor} room={room} isRow={isRow} />
          <div className="relative min-h-0 min-w-0" style={{ flex: `${1 - divider} 1 0` }}>
            <CanvasPane editor={editor} pane="second" />
            <ClipHandles editor={editor} pane="second" />
          </div>
        </>
      )}
      <SnapName editor={editor} />
      <StationCard editor={editor} />
    </div>
  );
}
