import type { SnapPatch } from '../state/snap-settings.ts';
import { changedSnap } from '../state/snap-settings.ts';
import { defineCommand } from './command.ts';

const snapSet = defineCommand<SnapPatch>()({
  id: 'snap.set',
  labelKey: 'command.snap.set',
  recording: 'skip',
  presets: [
    {
      labelKey: 'snap.title',
      keys: ['S'],
      icon: 'magnet',
      payload: ({ workspace }) => ({ isOn: !workspace.snap.isOn }),
      isOn: ({ workspace }) => workspace.snap.isOn,
    },
  ],
  plan({ store }, patch) {
    return { workspace: { snap: changedSnap(store.views.workspace.snap, patch) } };
  },
});

export const snapCommands = [snapSet] as const;
