import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { hasTwoPanes, type PaneId } from '#domain/view/view-mode.ts';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';
import { descriptionId } from '../description/DescriptionPanel.tsx';
import { summaryId, ViewSummary } from '../description/ViewSummary.tsx';
import { SnapMarker } from '../draw/SnapMarker.tsx';
import { MeasureLabel } from '../measure/MeasureLabel.tsx';
import { SelectionArea } from '../select/SelectionArea.tsx';
import { useStationPick } from '../stations/use-station-pick.ts';
import { paneElementId } from '../use-panel.ts';
import { PaneBar } from './PaneBar.tsx';
import { useCanvasPointer } from './use-canvas-pointer.ts';

/** A pane of the view with its overlays. */
export function CanvasPane({ editor, pane }: { editor: Editor; pane: PaneId }) {
  const { t } = useText();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { tool, viewMode, activePane, overlay } = useSnapshot(editor.views.workspace);
  const isOneOfTwo = hasTwoPanes(viewMode);
  useCanvasPointer(frame, editor, pane);
  useStationPick(frame, tool === 'select');
  useEffect(
    () => (canvas.current === null ? undefined : editor.attach(canvas.current, pane)),
    [editor, pane],
  );
  return (
    <div ref={frame} className="absolute inset-0 overflow-hidden bg-well">
      <canvas
        ref={canvas}
        id={paneElementId(pane)}
        tabIndex={0}
        aria-label={t(isOneOfTwo ? `pane.${pane}` : 'canvas.survey')}
        aria-describedby={summaryId(pane)}
        aria-details={overlay === 'description' ? descriptionId : undefined}
        onFocus={() => editor.enterPane(pane)}
        className={cx(
          'block size-full touch-none focus-visible:-outline-offset-2',
          tool === 'select' ? 'cursor-default' : 'cursor-crosshair',
        )}
      />
      <ViewSummary editor={editor} pane={pane} />
      <MeasureLabel editor={editor} pane={pane} />
      <SnapMarker editor={editor} pane={pane} />
      <SelectionArea editor={editor} pane={pane} />
      {isOneOfTwo && activePane === pane && (
        <div aria-hidden="true" className="pointer-events-none absolute inset-0 border-2 border-accent/45" />
      )}
      {viewMode === 'side-by-side' && <PaneBar editor={editor} pane={pane} />}
    </div>
  );
}
