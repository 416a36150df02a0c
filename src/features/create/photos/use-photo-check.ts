import { useEffect, useRef, useState } from 'react';
import { useApi } from '#api/api-context.ts';
import type { ReadablePhoto } from '../choose/image-preflight.ts';
import { checkPhotos, type UnfitPhoto } from './check-photos.ts';

/** Progress and results of the photo check. */
export interface PhotoCheck {
  readonly isRunning: boolean;
  readonly checked: number;
  readonly unfit: readonly UnfitPhoto[];
  /** Stops the check; results so far are kept. */
  stop(): void;
}

/** Checks photos while they are shown, until all are checked or the user stops it. */
export function usePhotoCheck(photos: readonly ReadablePhoto[]): PhotoCheck {
  const { tasks } = useApi();
  const [state, setState] = useState({ isRunning: true, checked: 0, unfit: [] as readonly UnfitPhoto[] });
  const running = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setState({ isRunning: true, checked: 0, unfit: [] });
    const look = async () => {
      const onChecked = (unfit: UnfitPhoto | null) =>
        setState((before) => ({
          ...before,
          checked: before.checked + 1,
          unfit: unfit ? [...before.unfit, unfit] : before.unfit,
        }));
      await checkPhotos(photos, { tasks: await tasks(), signal, onChecked });
    };
    void look()
      .catch(() => {})
      .finally(() => {
        if (running.current === controller) setState((before) => ({ ...before, isRunning: false }));
      });
    return () => {
      running.current = null;
      controller.abort();
    };
  }, [photos, tasks]);
  return { ...state, stop: () => running.current?.abort() };
}
