import { type RefObject, useEffect } from 'react';
import type { Editor } from '#core/editor.ts';
import type { PointerInput } from '#core/tools/tool-state.ts';
import type { PaneId } from '#domain/view/view-mode.ts';

/** Two presses within this time and distance are a double click. */
const doubleMs = 350;
const doublePx = 6;

/**
 * Passes pointer events of a pane to the editor's tools before the pane's own navigation, so that a tool can lock the
 * camera. A press ends in the pane where it began.
 */
export function useCanvasPointer(frame: RefObject<HTMLElement | null>, editor: Editor, pane: PaneId): void {
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const stop = new AbortController();
    const options = { signal: stop.signal, capture: true };
    const fingers = new Set<number>();
    let hovered: PointerInput | null = null;
    let last = { time: 0, x: 0, y: 0, count: 0 };

    const inputOf = (event: PointerEvent, clickCount: number): PointerInput => {
      const box = element.getBoundingClientRect();
      return {
        x: event.clientX - box.left,
        y: event.clientY - box.top,
        button: event.button,
        isTouch: event.pointerType === 'touch',
        hasShift: event.shiftKey,
        hasControl: event.ctrlKey || event.metaKey,
        isFree: event.altKey,
        clickCount,
      };
    };
    const countClicks = (event: PointerEvent): number => {
      const isNear = Math.hypot(event.clientX - last.x, event.clientY - last.y) <= doublePx;
      const count = isNear && event.timeStamp - last.time <= doubleMs ? last.count + 1 : 1;
      last = { time: event.timeStamp, x: event.clientX, y: event.clientY, count };
      return count;
    };

    element.addEventListener(
      'pointerdown',
      (event) => {
        editor.enterPane(pane);
        if (event.target instanceof HTMLCanvasElement) event.target.setPointerCapture(event.pointerId);
        fingers.add(event.pointerId);
        if (fingers.size > 1) editor.tools.pointerCancel();
        else editor.tools.pointerDown(inputOf(event, countClicks(event)));
      },
      options,
    );
    element.addEventListener(
      'pointermove',
      (event) => {
        const { isFlying, activePane } = editor.views.workspace;
        // Flying continues in the pane where it began, or that was pressed since.
        if (isFlying && activePane !== pane) return;
        if (event.buttons === 0) editor.enterPane(pane);
        const input = inputOf(event, 0);
        if (fingers.size <= 1) editor.tools.pointerMove(input);
        hovered = event.buttons === 0 ? input : null;
        if (hovered) editor.trackCursor(input);
      },
      options,
    );
    element.addEventListener(
      'pointerup',
      (event) => {
        const wasAlone = fingers.size === 1;
        fingers.delete(event.pointerId);
        if (wasAlone) editor.tools.pointerUp(inputOf(event, last.count));
      },
      options,
    );
    element.addEventListener(
      'pointercancel',
      (event) => {
        fingers.delete(event.pointerId);
        editor.tools.pointerCancel();
      },
      options,
    );
    element.addEventListener(
      'pointerleave',
      () => {
        hovered = null;
        editor.trackCursor(null);
      },
      { signal: stop.signal },
    );
    const holdSnapping = (event: KeyboardEvent) => {
      if (event.key !== 'Alt' || hovered === null) return;
      // On some systems the Alt key alone opens the window's menu.
      event.preventDefault();
      editor.tools.pointerMove({ ...hovered, isFree: event.type === 'keydown' });
    };
    window.addEventListener('keydown', holdSnapping, { signal: stop.signal });
    window.addEventListener('keyup', holdSnapping, { signal: stop.signal });
    return () => stop.abort();
  }, [frame, editor, pane]);
}
