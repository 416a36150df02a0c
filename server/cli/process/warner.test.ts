import { expect, it } from 'vitest';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { createWarner } from './warner.ts';

const noPosition = (name: string): ErrorRecord => ({ code: 'photo.no-position', params: { file: name } });

it('prints each warning once, whenever it is told, and counts those of a kind beyond the first five', () => {
  const lines: string[] = [];
  const progress = { report: () => {}, clear: () => {} };
  const warner = createWarner({ warn: (line) => void lines.push(line), progress });
  const early = Array.from({ length: 8 }, (_, at) => noPosition(`${at}.jpg`));
  warner.tell(early);
  expect(lines).toHaveLength(6);
  expect(lines[0]).toContain('0.jpg');
  expect(lines[5]).toContain('3 more');
  warner.tell([...early, { code: 'photo.system-none', params: {} }]);
  expect(lines).toHaveLength(7);
});
