import { createContext, useContext } from 'react';
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
