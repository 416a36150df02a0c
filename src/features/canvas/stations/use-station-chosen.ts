import { useSnapshot } from 'valtio';
import { proxy } from 'valtio/vanilla';
import { useStationsAccess } from './stations-context.ts';

const nothing = proxy({ chosen: null });

/** Whether the card of a photo or surveyed point is open. */
export function useIsStationChosen(): boolean {
  const access = useStationsAccess();
  return useSnapshot(access?.stations.state ?? nothing).chosen !== null;
}
