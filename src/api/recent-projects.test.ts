import { expect, test } from 'vitest';
import { createRecentProjects } from './recent-projects.ts';

/** A storage in memory. */
function createStorage(initial: Record<string, string> = {}): Storage {
  const values = new Map(Object.entries(initial));
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

const project = (pk: number, name = `Project ${pk}`) => ({ pk, name, thumbnailUrl: null });

test('the newest comes first, five are kept, and they outlive the page', () => {
  const storage = createStorage();
  const recents = createRecentProjects(storage);
  for (const pk of [1, 2, 3, 4, 5, 6, 3]) recents.add(project(pk));
  expect(recents.state.items.map((item) => item.pk)).toEqual([3, 6, 5, 4, 2]);
  expect(createRecentProjects(storage).state.items.map((item) => item.pk)).toEqual([3, 6, 5, 4, 2]);
});

test('a new name replaces the old one, and what is deleted leaves', () => {
  const recents = createRecentProjects(createStorage());
  recents.add(project(1));
  recents.add(project(1, 'Renamed'));
  expect(recents.state.items).toEqual([project(1, 'Renamed')]);
  recents.remove(1);
  expect(recents.state.items).toEqual([]);
});

test('what is stored but unreadable counts as empty', () => {
  expect(createRecentProjects(createStorage({ recentProjects: '[{"pk":"x"}]' })).state.items).toEqual([]);
  expect(createRecentProjects(createStorage({ recentProjects: '{' })).state.items).toEqual([]);
});
