import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { PictureWindow } from '#core/ports/overlay-images.ts';
import type { DrawingOverlay } from '#domain/drawing/overlay.ts';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { useSize } from '#ui/use-size.ts';
import {
  fitFrame,
  keptFrame,
  type PictureFrame,
  pictureAt,
  type Size,
  viewAt,
  zoomedFrame,
} from './picture-frame.ts';
import { usePictureWindow } from './use-picture-window.ts';

/** Movement up to this is a click, CSS pixels. */
const clickSlopPx = 5;
const keyStepPx = 24;

interface PictureViewProps {
  editor: Editor;
  overlay: DrawingOverlay;
}

/**
 * The picture of an overlay with the places picked in it: a drag moves it, the wheel zooms, a click picks. With keys,
 * arrows move it under the cross in the middle, plus and minus zoom, and Enter picks at the cross.
 */
export function PictureView({ editor, overlay }: PictureViewProps) {
  const { t, errorText } = useText();
  const { image } = overlay;
  const { ref, width, height } = useSize<HTMLDivElement>();
  const view: Size = { width, height };
  const [chosen, setFrame] = useState<PictureFrame | null>(null);
  const frame = width === 0 ? null : (chosen ?? fitFrame(image, view));
  const { window, error } = usePictureWindow(editor, image, frame, view);
  const press = useRef<{ left: number; top: number; start: PictureFrame; isDrag: boolean } | null>(null);
  const zoom = (factor: number, at: readonly [number, number] = [width / 2, height / 2]) =>
    frame && setFrame(zoomedFrame(frame, factor, view, at, image));
  useWheel(ref, (factor, at) => zoom(factor, at));

  const pick = (left: number, top: number) => {
    if (frame === null || overlay.fit === 'file') return;
    const place = pictureAt(frame, view, left, top);
    const isInside = place[0] >= 0 && place[1] >= 0 && place[0] <= image.width && place[1] <= image.height;
    if (isInside) void editor.dispatch('overlay.pick-image', { place }, 'panel');
  };
  const placeOf = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top] as const;
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const { current } = press;
    if (current === null) return;
    const [left, top] = placeOf(event);
    const [dx, dy] = [left - current.left, top - current.top];
    current.isDrag ||= Math.hypot(dx, dy) > clickSlopPx;
    if (!current.isDrag) return;
    const { x, y, scale } = current.start;
    setFrame(keptFrame({ x: x - dx / scale, y: y - dy / scale, scale }, image, view));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = moves[event.key];
    if (frame === null) return;
    if (step) {
      const by = keyStepPx / frame.scale;
      setFrame(keptFrame({ ...frame, x: frame.x + step[0] * by, y: frame.y + step[1] * by }, image, view));
    } else if (event.key === '+' || event.key === '=') zoom(1.5);
    else if (event.key === '-') zoom(1 / 1.5);
    else if (event.key === 'Enter') pick(width / 2, height / 2);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="relative">
      <div
        ref={ref}
        role="application"
        aria-label={t('overlays.picture', { name: overlay.name })}
        aria-describedby="picture-keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys
        tabIndex={0}
        onPointerDown={(event) => {
          if (frame === null || event.button !== 0) return;
          const [left, top] = placeOf(event);
          press.current = { left, top, start: frame, isDrag: false };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={(event) => {
          const { current } = press;
          press.current = null;
          if (current && !current.isDrag) pick(...placeOf(event));
        }}
        onPointerCancel={() => {
          press.current = null;
        }}
        onKeyDown={onKeyDown}
        className="group relative h-64 touch-none overflow-hidden rounded-md border border-line bg-well focus-visible:outline-2 focus-visible:outline-accent stacked:h-40"
      >
        {frame && <Texels window={window} frame={frame} view={view} />}
        {frame && <Marks editor={editor} overlay={overlay} frame={frame} view={view} />}
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 m-auto hidden size-5 group-focus-visible:block before:absolute before:inset-x-0 before:top-1/2 before:h-px before:bg-ink after:absolute after:inset-y-0 after:left-1/2 after:w-px after:bg-ink"
        />
      </div>
      <span id="picture-keys" className="sr-only">
        {t('overlays.pictureKeys')}
      </span>
      <div className="absolute right-1 bottom-1 flex rounded-md border border-line bg-panel">
        <IconButton label={t('overlays.zoomIn')} icon={<ZoomIn />} onClick={() => zoom(2)} />
        <IconButton label={t('overlays.zoomOut')} icon={<ZoomOut />} onClick={() => zoom(0.5)} />
        <IconButton label={t('overlays.wholePicture')} icon={<Maximize />} onClick={() => setFrame(null)} />
      </div>
      {error !== null && (
        <p role="alert" className="break-words text-bad text-sm">
          {errorText(error, 'unknownError')}
        </p>
      )}
    </div>
  );
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The wheel zooms and does not scroll the panel, which React's own listeners cannot prevent. */
function useWheel(
  ref: { readonly current: HTMLDivElement | null },
  onZoom: (factor: number, at: readonly [number, number]) => void,
): void {
  const latest = useRef(onZoom);
  latest.current = onZoom;
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const listen = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      latest.current(1.0015 ** -event.deltaY, [event.clientX - left, event.clientY - top]);
    };
    element.addEventListener('wheel', listen, { passive: false });
    return () => element.removeEventListener('wheel', listen);
  }, [ref]);
}

interface InFrameProps {
  frame: PictureFrame;
  view: Size;
}

function Texels({ window, frame, view }: InFrameProps & { window: PictureWindow | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || window === null) return;
    const { width, height, rgba } = window;
    context.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0);
  }, [window]);
  if (window === null) return null;
  const [left, top] = viewAt(frame, view, ...window.origin);
  return (
    <canvas
      ref={canvas}
      width={window.width}
      height={window.height}
      className="absolute max-w-none"
      style={{
        left,
        top,
        width: window.width * window.scale[0] * frame.scale,
        height: window.height * window.scale[1] * frame.scale,
        imageRendering: frame.scale > 2 ? 'pixelated' : 'auto',
      }}
    />
  );
}

function Marks({ editor, overlay, frame, view }: InFrameProps & PictureViewProps) {
  const { overlayEditing: editing } = useSnapshot(editor.views.workspace);
  const at = ([x, y]: readonly [number, number]) => {
    const [left, top] = viewAt(frame, view, x, y);
    return { left, top };
  };
  const mark = 'pointer-events-none absolute -translate-x-1/2 -translate-y-1/2';
  return (
    <>
      {overlay.pairs.map(
        ({ id, colour, isVisible, image }, i) =>
          isVisible && (
            <span key={id} className={mark} style={at(image)}>
              <span
                className="block size-3.5 rounded-full border-2 outline outline-black/60"
                style={{ borderColor: colour }}
              />
              <span className="absolute top-2.5 left-3 rounded-sm bg-panel/85 px-1 text-xs tabular-nums">
                {i + 1}
              </span>
            </span>
          ),
      )}
      {editing?.pending && (
        <span
          data-testid="pending-place"
          className={`${mark} size-4 rounded-full border-2 border-accent border-dashed bg-panel/60`}
          style={at(editing.pending)}
        />
      )}
    </>
  );
}
