import { ref } from 'valtio/vanilla';
import { corridorOf, cutProfile } from '../profile/profile.ts';
import { defineCommand } from './command.ts';
import type { EditorContext } from './editor-context.ts';
import { featureOf } from './guards.ts';

/** Cuts along the profile's line as it is now; an older cut is given up. */
export function renewProfile(context: EditorContext): void {
  const { store, jobs } = context;
  const { profile } = store.views.workspace;
  if (profile === null) return;
  const { coordinates } = featureOf(store, profile.featureId);
  const corridor = corridorOf(coordinates, profile.width);
  jobs.start('profile', 'job.profile', async (signal) => {
    const cut = await cutProfile(context, corridor, signal);
    if (!signal.aborted) store.setStatus({ profile: ref(cut) });
  });
}

export const profileOpen = defineCommand({
  id: 'profile.open',
  labelKey: 'command.profile.open',
  recording: 'skip',
  run(context, { id }) {
    const { store } = context;
    const { coordinates } = featureOf(store, id);
    const { unitsPerPixel } = store.views.status;
    const power = 10 ** Math.floor(Math.log10(Math.max(1e-3, unitsPerPixel * 12)));
    corridorOf(coordinates, power);
    store.setStatus({ profile: null });
    store.setWorkspace({ profile: { featureId: id, width: power } });
    renewProfile(context);
    return null;
  },
});

export const profileWidth = defineCommand({
  id: 'profile.width',
  labelKey: 'command.profile.width',
  recording: 'skip',
  enabled: ({ workspace }) => workspace.profile !== null,
  run(context, { width }) {
    const { profile } = context.store.views.workspace;
    if (profile !== null) context.store.setWorkspace({ profile: { ...profile, width } });
    renewProfile(context);
    return null;
  },
});

export const profileClose = defineCommand({
  id: 'profile.close',
  labelKey: 'command.profile.close',
  recording: 'skip',
  enabled: ({ workspace }) => workspace.profile !== null,
  presets: [{ payload: () => null }],
  run({ store, jobs }) {
    jobs.cancel('profile');
    store.setWorkspace({ profile: null });
    store.setStatus({ profile: null });
    return null;
  },
});

/** Time that an edit has to rest before the section follows it, ms. */
const followDelayMs = 200;

/** The section follows its line as it is edited, and the filters; it ends with the line. Returns a disposer. */
export function followProfileLine(context: EditorContext): () => void {
  const { store, jobs, ports } = context;
  let cancel: (() => void) | null = null;
  const stop = store.onDocumentChange(({ features }) => {
    const { profile } = store.views.workspace;
    if (profile === null || !features.has(profile.featureId)) return;
    cancel?.();
    cancel = null;
    const line = store.views.document.features[profile.featureId];
    if (line === undefined) {
      jobs.cancel('profile');
      store.setWorkspace({ profile: null });
      store.setStatus({ profile: null });
      return;
    }
    cancel = ports.clock.after(followDelayMs, () => {
      cancel = null;
      renewProfile(context);
    });
  });
  return () => {
    stop();
    cancel?.();
  };
}
