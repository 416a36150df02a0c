import type { Listener } from '../../db/listener.ts';

/** Reports which projects change in the database, by any process. */
export interface ProjectChanges {
  /**
   * Calls `tell` after each commit that changed the project's row, and after a gap in which that may have been missed.
   * Returns a disposer.
   */
  watch(projectPk: number, tell: () => void): () => void;
}

/** Listens for changes from the first subscription on. */
export function createProjectChanges(listener: Listener): ProjectChanges {
  const watchers = new Map<number, Set<() => void>>();
  let isListening = false;

  const hear = (payload: string | null) => {
    const told = payload === null ? watchers.values() : [watchers.get(Number(payload)) ?? []];
    for (const tells of told) for (const tell of tells) tell();
  };
  return {
    watch: (projectPk, tell) => {
      const tells = watchers.get(projectPk) ?? new Set();
      watchers.set(projectPk, tells.add(tell));
      if (!isListening) listener.on('imageset_changed', hear);
      isListening = true;
      return () => {
        tells.delete(tell);
        if (tells.size === 0 && watchers.get(projectPk) === tells) watchers.delete(projectPk);
      };
    },
  };
}
