import { changedSnap } from '../state/snap-settings.ts';
import { defineCommand } from './command.ts';

export const snapSet = defineCommand({
  id: 'snap.set',
  labelKey: 'command.snap.set',
  recording: 'skip',
  run({ store }, patch) {
    store.setWorkspace({ snap: changedSnap(store.views.workspace.snap, patch) });
    return null;
  },
});
