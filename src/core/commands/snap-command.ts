import { changedSnap } from '../state/snap-settings.ts';
import { defineCommand } from './command.ts';

export const snapSet = defineCommand({
  id: 'snap.set',
  labelKey: 'command.snap.set',
  recording: 'skip',
  presets: [
    { labelKey: 'snap.title', keys: ['S'], payload: ({ workspace }) => ({ isOn: !workspace.snap.isOn }) },
  ],
  run({ store }, patch) {
    store.setWorkspace({ snap: changedSnap(store.views.workspace.snap, patch) });
    return null;
  },
});
