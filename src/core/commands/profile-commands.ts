import { ref } from 'valtio/vanilla';
import { corridorOf, cutProfile, type ProfileContext } from '../profile/profile.ts';
import type { JobPlan } from '../store/jobs.ts';
import { defineCommand } from './command.ts';
import { featureOf } from './guards.ts';

const closed = { cancels: 'profile', workspace: { profile: null }, status: { profile: null } } as const;

/** Cuts along a line of the drawing in its present state; an older cut is aborted. Throws as `corridorOf` does. */
function cutJob(context: ProfileContext, featureId: string, width: number): JobPlan {
  const corridor = corridorOf(featureOf(context.store, featureId).coordinates, width);
  return {
    id: 'profile',
    labelKey: 'job.profile',
    work: async (signal) => ({ status: { profile: ref(await cutProfile(context, corridor, signal)) } }),
  };
}

/** Shows a section along a line of the drawing. */
const profileOpen = defineCommand<{ readonly id: string }>()({
  id: 'profile.open',
  labelKey: 'command.profile.open',
  recording: 'skip',
  plan(context, { id }) {
    const { unitsPerPixel } = context.store.views.status;
    const width = 10 ** Math.floor(Math.log10(Math.max(1e-3, unitsPerPixel * 12)));
    const job = cutJob(context, id, width);
    return { status: { profile: null }, workspace: { profile: { featureId: id, width } }, job };
  },
});

/** Width of the corridor, horizontal unit. */
const profileWidth = defineCommand<{ readonly width: number }>()({
  id: 'profile.width',
  labelKey: 'command.profile.width',
  recording: 'skip',
  enabled: ({ workspace }) => workspace.profile !== null,
  plan(context, { width }) {
    const { profile } = context.store.views.workspace;
    if (profile === null) return null;
    const job = cutJob(context, profile.featureId, width);
    return { workspace: { profile: { ...profile, width } }, job };
  },
});

/** Cuts again along the line of the profile. */
const profileRenew = defineCommand<null>()({
  id: 'profile.renew',
  labelKey: 'command.profile.renew',
  recording: 'skip',
  enabled: ({ workspace }) => workspace.profile !== null,
  plan(context) {
    const { profile } = context.store.views.workspace;
    return profile && { job: cutJob(context, profile.featureId, profile.width) };
  },
});

const profileClose = defineCommand<null>()({
  id: 'profile.close',
  labelKey: 'command.profile.close',
  recording: 'skip',
  enabled: ({ workspace }) => workspace.profile !== null,
  presets: [{ payload: () => null }],
  plan: () => closed,
});

export const profileCommands = [profileOpen, profileWidth, profileRenew, profileClose] as const;
