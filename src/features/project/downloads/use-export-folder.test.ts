import { expect, it } from 'vitest';
import { childPath } from './use-export-folder.ts';

it.each([
  ['/home/ada/Surveys', '/home/ada/Surveys/Pit'],
  ['/home/ada/Surveys/', '/home/ada/Surveys/Pit'],
  ['/home/ada/a\\b', '/home/ada/a\\b/Pit'],
  ['C:\\Surveys', 'C:\\Surveys\\Pit'],
  ['C:\\', 'C:\\Pit'],
  ['\\\\host\\share', '\\\\host\\share\\Pit'],
])('a project in %s is exported to %s', (folder, path) => {
  expect(childPath(folder, 'Pit')).toBe(path);
});
