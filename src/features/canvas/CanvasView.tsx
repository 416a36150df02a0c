import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';
import { BasemapNote } from './basemap/BasemapNote.tsx';
import { SwipeDivider } from './display/SwipeDivider.tsx';
import { MeasureLabel } from './MeasureLabel.tsx';
import { SnapMarker } from './SnapMarker.tsx';
import { StationCard } from './stations/StationCard.tsx';
import { useStationPick } from './stations/use-station-pick.ts';
import { useCanvasPointer } from './use-canvas-pointer.ts';

/** The picture and what floats on it. */
export function CanvasView({ editor }: { editor: Editor }) {
  const { t } = useText();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { tool } = useSnapshot(editor.views.workspace);
  useCanvasPointer(frame, editor);
  useStationPick(frame, tool === 'select');
  useEffect(() => (canvas.current === null ? undefined : editor.attach(canvas.current)), [editor]);
  return (
    <div ref={frame} className="absolute inset-0 overflow-hidden bg-well">
      <canvas
        ref={canvas}
        tabIndex={0}
        aria-label={t('canvas.picture')}
        className={cx(
          'block size-full touch-none focus:outline-none',
          tool === 'select' ? 'cursor-default' : 'cursor-crosshair',
        )}
      />
      <SwipeDivider editor={editor} />
      <MeasureLabel editor={editor} />
      <SnapMarker editor={editor} />
      <StationCard />
      <BasemapNote editor={editor} />
    </div>
  );
}
