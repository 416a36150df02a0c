import { type AngleLock, changedLock } from '../state/angle-lock.ts';
import { defineCommand } from './command.ts';

const lockSet = defineCommand<Partial<AngleLock>>()({
  id: 'lock.set',
  labelKey: 'command.lock.set',
  recording: 'skip',
  presets: [
    {
      labelKey: 'lock.title',
      keys: ['F8'],
      icon: 'compass',
      payload: ({ workspace }) => ({ isOn: !workspace.angleLock.isOn }),
      isOn: ({ workspace }) => workspace.angleLock.isOn,
    },
  ],
  plan({ store }, patch) {
    return { workspace: { angleLock: changedLock(store.views.workspace.angleLock, patch) } };
  },
});

export const lockCommands = [lockSet] as const;
