import { useEffect, useMemo, useState } from 'react';
import { proxy, useSnapshot } from 'valtio';
import { useApi } from '#api/api-context.ts';
import type { Project } from '#contract/schemas/project.ts';
import type { CameraStations, PlacedBlock } from '#core/stations/camera-stations.ts';
import type { StationsAccess } from '#features/canvas/stations/stations-context.ts';
import { bundleProduct, readStations } from './read-stations.ts';

const nothing = proxy({ isShown: false });

/** The last block read: switching products or toggling the stations does not read it again. */
let kept: { readonly key: string; readonly placed: PlacedBlock } | null = null;

/** The camera stations of an image project, read when first shown; null for none. */
export function useStations(
  stations: CameraStations | null,
  project: Project | undefined,
): StationsAccess | null {
  const { client } = useApi();
  const product = project ? bundleProduct(project.products) : null;
  const { isShown } = useSnapshot(stations?.state ?? nothing);
  const [reading, setReading] = useState<StationsAccess['reading']>({ kind: 'idle' });
  const key = product === null ? null : `${product.pk} ${product.when_completed}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refetched product is the same block
  useEffect(() => {
    if (stations === null || product === null || project === undefined || key === null || !isShown) return;
    if (kept?.key === key) {
      stations.show(kept.placed);
      return;
    }
    const stop = new AbortController();
    setReading({ kind: 'reading' });
    readStations(client, project.pk, product, stop.signal).then(
      (placed) => {
        kept = { key, placed };
        if (stop.signal.aborted) return;
        stations.show(placed);
        setReading({ kind: 'idle' });
      },
      (error: unknown) => !stop.signal.aborted && setReading({ kind: 'failed', error }),
    );
    return () => stop.abort();
  }, [stations, key, isShown]);
  const isThere = stations !== null && product !== null;
  return useMemo(() => (isThere ? { stations, reading } : null), [isThere, stations, reading]);
}
