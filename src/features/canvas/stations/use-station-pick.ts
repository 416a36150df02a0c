import { type RefObject, useEffect } from 'react';
import { useStationsAccess } from './stations-context.ts';

/** A press that moves farther than this is navigation and selects nothing, CSS pixels. */
const stillPx = 4;

/** Selects the clicked photo or surveyed point, where `isOn`. */
export function useStationPick(frame: RefObject<HTMLElement | null>, isOn: boolean): void {
  const stations = useStationsAccess()?.stations ?? null;
  useEffect(() => {
    const element = frame.current;
    if (element === null || stations === null || !isOn) return;
    const stop = new AbortController();
    const options = { signal: stop.signal, capture: true };
    let pressed: { x: number; y: number } | null = null;
    const isOnCanvas = (event: PointerEvent) =>
      event.target instanceof HTMLCanvasElement && event.button === 0;
    element.addEventListener(
      'pointerdown',
      (event) => {
        pressed = isOnCanvas(event) && event.isPrimary ? { x: event.clientX, y: event.clientY } : null;
      },
      options,
    );
    element.addEventListener(
      'pointerup',
      (event) => {
        if (pressed === null || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > stillPx)
          return;
        const box = element.getBoundingClientRect();
        void stations.pick(event.clientX - box.left, event.clientY - box.top);
      },
      options,
    );
    return () => stop.abort();
  }, [frame, stations, isOn]);
}
