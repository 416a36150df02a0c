import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { isElsewhere } from '../commands/use-shortcuts.ts';
import { flightMoves, isFlightKey } from './flight.ts';

/** Maximum time step of a frame, seconds. */
const longestStep = 0.1;

/** Flies the camera with the keys held down, frame by frame, while the workspace's flight is on. */
export function useFlight(editor: Editor): void {
  const { isFlying } = useSnapshot(editor.views.workspace);
  useEffect(() => {
    if (!isFlying) return;
    const stop = new AbortController();
    const held = new Set<string>();
    let isFast = false;
    let last = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const seconds = Math.min(longestStep, Math.max(0, now - last) / 1000);
      last = now;
      for (const move of flightMoves(held, seconds, isFast)) editor.moveCamera(move);
      frame = requestAnimationFrame(step);
    });
    const onKey = (event: KeyboardEvent) => {
      isFast = event.shiftKey;
      if (event.type === 'keyup') held.delete(event.code);
      if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
      const isEnd = event.type === 'keydown' && event.key === 'Escape';
      if (!isEnd && !isFlightKey(event.code)) return;
      // The letters are tools outside flight.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isEnd) void editor.dispatch('camera.fly', { isFlying: false }, 'shortcut');
      else if (event.type === 'keydown') held.add(event.code);
    };
    const options = { signal: stop.signal, capture: true };
    window.addEventListener('keydown', onKey, options);
    window.addEventListener('keyup', onKey, options);
    window.addEventListener('blur', () => held.clear(), options);
    return () => {
      stop.abort();
      cancelAnimationFrame(frame);
    };
  }, [editor, isFlying]);
}
