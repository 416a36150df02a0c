import { proxy } from 'valtio';
import { z } from 'zod';

const recentProject = z.object({
  pk: z.number().int(),
  name: z.string(),
  thumbnailUrl: z.string().nullable(),
});

/** A project recently opened in this browser. */
export type RecentProject = z.output<typeof recentProject>;

const key = 'recentProjects';
const maxCount = 5;

/** Recently opened projects, newest first, at most five (spec part 1, section 9); kept in `storage`. */
export interface RecentProjects {
  readonly state: { readonly items: readonly RecentProject[] };
  add(project: RecentProject): void;
  remove(pk: number): void;
}

function read(storage: Storage): RecentProject[] {
  try {
    return z
      .array(recentProject)
      .parse(JSON.parse(storage.getItem(key) ?? '[]'))
      .slice(0, maxCount);
  } catch {
    return [];
  }
}

/** Opens the list in a storage; unreadable content counts as empty. */
export function createRecentProjects(storage: Storage): RecentProjects {
  const state = proxy({ items: read(storage) });
  const keep = (items: RecentProject[]) => {
    state.items = items;
    storage.setItem(key, JSON.stringify(items));
  };
  const others = (pk: number) => state.items.filter((item) => item.pk !== pk);
  return {
    state,
    add(project) {
      const before = state.items.find((item) => item.pk === project.pk);
      if (
        before?.name === project.name &&
        before.thumbnailUrl === project.thumbnailUrl &&
        state.items[0] === before
      ) {
        return;
      }
      keep([project, ...others(project.pk)].slice(0, maxCount));
    },
    remove: (pk) => keep(others(pk)),
  };
}
