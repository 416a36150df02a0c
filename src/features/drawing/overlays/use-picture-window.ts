import { useEffect, useState } from 'react';
import type { Editor } from '#core/editor.ts';
import type { PictureWindow } from '#core/ports/overlay-images.ts';
import type { OverlayImage } from '#domain/drawing/overlay.ts';
import { type PictureFrame, pictureAt, type Size } from './picture-frame.ts';

/** The texels that a frame shows; the last ones while others are read. */
export function usePictureWindow(
  editor: Editor,
  { hash }: OverlayImage,
  frame: PictureFrame | null,
  view: Size,
): { readonly window: PictureWindow | null; readonly error: unknown } {
  const [state, setState] = useState<{ window: PictureWindow | null; error: unknown }>({
    window: null,
    error: null,
  });
  const { width, height } = view;
  useEffect(() => {
    if (frame === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    const [left, top] = pictureAt(frame, { width, height }, 0, 0);
    const [right, bottom] = pictureAt(frame, { width, height }, width, height);
    const texel = 1 / (frame.scale * devicePixelRatio);
    editor.overlayImages?.read(hash, { left, top, right, bottom }, texel, signal).then(
      (window) => !signal.aborted && setState({ window, error: null }),
      (error: unknown) => !signal.aborted && setState((before) => ({ ...before, error })),
    );
    return () => controller.abort();
  }, [editor, hash, frame, width, height]);
  return state;
}
