import { createContext, useContext } from 'react';
import { useSnapshot } from 'valtio';
import { proxy } from 'valtio/vanilla';
import type { CameraStations } from '#core/stations/camera-stations.ts';

/** The camera stations of the open canvas. */
export interface StationsAccess {
  readonly stations: CameraStations;
  readonly reading:
    | { readonly kind: 'idle' | 'reading' }
    | { readonly kind: 'failed'; readonly error: unknown };
}

/** Null where the project has no bundle adjustment. */
export const StationsContext = createContext<StationsAccess | null>(null);

export const useStationsAccess = (): StationsAccess | null => useContext(StationsContext);

const nothing = proxy({ chosen: null });

/** Whether the card of a photo or surveyed point is open. */
export function useIsStationChosen(): boolean {
  const access = useStationsAccess();
  return useSnapshot(access?.stations.state ?? nothing).chosen !== null;
}
