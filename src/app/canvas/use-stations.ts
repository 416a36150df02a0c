import { useEffect, useMemo, useState } from 'react';
import { proxy, useSnapshot } from 'valtio';
import type { Project } from '#contract/schemas/project.ts';
import type { CameraStations } from '#core/stations/camera-stations.ts';
import type { StationsAccess } from '#features/canvas/stations/stations-context.ts';
import { pagePool } from '../page-pool.ts';
import { bundleProduct, readStations } from './read-stations.ts';

const nothing = proxy({ isShown: false });

/** The camera stations of an image project, read when they are shown first; null where there are none. */
export function useStations(
  stations: CameraStations | null,
  project: Project | undefined,
): StationsAccess | null {
  const product = project ? bundleProduct(project.products) : null;
  const { isShown } = useSnapshot(stations?.state ?? nothing);
  const [reading, setReading] = useState<StationsAccess['reading']>('idle');
  const key = product?.when_completed ?? product?.pk;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a product that is polled anew is the same block
  useEffect(() => {
    if (stations === null || product === null || !isShown) return;
    const stop = new AbortController();
    setReading('reading');
    readStations(product, stop.signal).then(
      (placed) => {
        if (stop.signal.aborted) return;
        stations.show(placed);
        setReading('idle');
      },
      () => !stop.signal.aborted && setReading('failed'),
    );
    return () => stop.abort();
  }, [stations, key, isShown]);
  const isThere = stations !== null && product !== null;
  return useMemo(
    () => (isThere ? { stations, reading, tasks: pagePool() } : null),
    [isThere, stations, reading],
  );
}
