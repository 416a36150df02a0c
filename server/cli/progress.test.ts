import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

function createTerminal(isTerminal: boolean) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const progress = createProgress({ write: (text) => written.push(text), isTerminal, now: () => clock.ms });
  return { written, clock, progress };
}

test('a terminal is redrawn at most ten times a second and cleared at the end', () => {
  const { written, clock, progress } = createTerminal(true);
  for (let ms = 0; ms < 1000; ms += 10) {
    clock.ms = ms;
    progress.report(ms / 1000, 'cli.stage.read');
  }
  expect(written).toHaveLength(10);
  expect(written.at(-1)).toMatch(/^\r.*\[#+\.+\] +90 %/);
  progress.clear();
  progress.clear();
  expect(written).toHaveLength(11);
});

test('time left is told once it can be estimated', () => {
  const { written, clock, progress } = createTerminal(true);
  progress.report(0, 'cli.stage.read');
  clock.ms = 30_000;
  progress.report(0.25, 'cli.stage.read');
  expect(written.at(-1)).toContain('1 min 30 s');
});

test('nothing is written where the stream is no terminal', () => {
  const { written, progress } = createTerminal(false);
  progress.report(0.5, 'cli.stage.read');
  progress.clear();
  expect(written).toEqual([]);
});
