import { createContext, useContext } from 'react';
import type { TaskRunner } from '#core/ports/tasks.ts';
import type { CameraStations } from '#core/stations/camera-stations.ts';

/** The camera stations of the open canvas. */
export interface StationsAccess {
  readonly stations: CameraStations;
  readonly reading: 'idle' | 'reading' | 'failed';
  /** Decodes the photos that a person opens. */
  readonly tasks: TaskRunner;
}

/** Null where the project has no bundle adjustment. */
export const StationsContext = createContext<StationsAccess | null>(null);

export const useStationsAccess = (): StationsAccess | null => useContext(StationsContext);
